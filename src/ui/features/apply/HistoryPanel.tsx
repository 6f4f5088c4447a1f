import { useMemo } from 'react'
import { changesBetween, ownershipOver } from '../../components/ownership/history'
import { SPAN, type TimelineProps } from './Timeline'
import { storyOf } from './version-story'
import { FieldText, OwnersCell, FieldChanges } from './FieldChanges'

/** The changes in the selected version, and ownership over time. */
export function HistoryPanel({ lab, versions, at, onStep }: TimelineProps) {
  const version = versions[at]
  const changes = useMemo(
    () => (version && at > 0 ? changesBetween(versions[at - 1], version, lab.structure) : []),
    [versions, at, version, lab.structure],
  )
  const from = Math.max(0, Math.min(at - SPAN + 3, versions.length - SPAN))
  const rows = useMemo(() => ownershipOver(versions), [versions])
  if (!version) return null
  const span = versions.slice(from, from + SPAN)
  return (
    <section className="o-panel" aria-label="History">
      <header>
        <h2>Version {version.resourceVersion}</h2>
        <span className="o-dim o-small" aria-live="polite">
          {storyOf(lab, versions, at)}
        </span>
      </header>
      <div className="o-panel-body o-stack">
        <FieldChanges
          lab={lab}
          changes={changes}
          none={
            at === 0
              ? 'The oldest version in the stored history. Later versions show their changes.'
              : 'No change to owned fields or owners.'
          }
        />
        {rows.length > 0 && (
          <div className="o-scroll-x" tabIndex={0} role="group" aria-label="Ownership history">
            <table className="o-table o-lab-over">
              <caption className="o-small o-dim">Ownership history: fields whose owner changed</caption>
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  {span.map((each, i) => (
                    <th key={each.resourceVersion + String(each.gone)} scope="col">
                      <button
                        type="button"
                        className="o-link o-num"
                        aria-current={from + i === at ? 'step' : undefined}
                        onClick={() => onStep(from + i)}
                      >
                        {each.resourceVersion}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, 24).map((row) => (
                  <tr key={row.field}>
                    <th scope="row" className="o-mono">
                      <FieldText field={row.field} />
                    </th>
                    {row.owners.slice(from, from + SPAN).map((names, i) => (
                      <OwnersCell
                        key={i}
                        lab={lab}
                        names={names}
                        same={i > 0 && names.join() === row.owners[from + i - 1]?.join()}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {rows.length > 24 && <p className="o-dim o-small">and {rows.length - 24} more fields</p>}
          </div>
        )}
      </div>
    </section>
  )
}
