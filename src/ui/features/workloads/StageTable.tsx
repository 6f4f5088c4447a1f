import { Go } from '../../components/Go'
import { Verdict } from '../../components/Verdict'
import { objectPlace } from '../../state/place'
import { delayText, type StageRow, STAGES } from './lives-model'

/** The stages of a kind: when each applies, and its effect. */
export function StageTable({ title, rows }: { readonly title: string; readonly rows: readonly StageRow[] }) {
  return (
    <section className="o-panel" aria-label={`Stages of ${title.toLowerCase()}`}>
      <header>
        <h2 className="o-grow">Stages of {title.toLowerCase()}</h2>
        <span className="o-small o-dim o-num">{rows.length}</span>
      </header>
      {rows.length === 0 && (
        <p className="o-panel-body o-dim o-flush">
          The cluster has no stages for these objects. Write one to add a stage.
        </p>
      )}
      <ul className="o-wl-stages">
        {rows.map((row) => (
          <li key={`${row.own ? 'own' : ''} ${row.name}`}>
            <div className="o-row wrap">
              {row.own ? (
                <Go place={objectPlace(STAGES, undefined, row.name)} className="o-mono">
                  {row.name}
                </Go>
              ) : (
                <span className="o-mono">{row.name}</span>
              )}
              {row.own && <Verdict tone="changed">own</Verdict>}
              {row.waiting > 0 && <Verdict tone="waiting">{row.waiting} waiting</Verdict>}
              <span className="o-grow" />
              <span className="o-small o-dim o-num">
                {delayText(row)}
                {row.weight !== 1 && `, weight ${row.weight}`}
              </span>
            </div>
            {row.about && <p className="o-small o-flush">{row.about}</p>}
            <p className="o-small o-dim o-flush o-break">
              {row.conditions.length > 0 ? `If ${row.conditions.join('; ')}. ` : ''}
              Then: {row.effects.join(', ') || 'nothing'}.
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
