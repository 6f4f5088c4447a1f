import type { Target } from '../../../client/targets'
import type { LifeTurn } from '../../../machinery/life-engines'
import { Go } from '../../components/Go'
import { objectPlace } from '../../state/place'
import { dueText } from './lives-model'

/** Maximum number shown. */
const MOST = 30

/** Objects of a kind that wait for a stage, next first. */
export function NextTurns({
  turns,
  now,
  of,
}: {
  readonly turns: readonly LifeTurn[]
  /** The cluster's time. */
  readonly now: number
  readonly of: { readonly title: string; readonly target: Target }
}) {
  return (
    <section className="o-panel" aria-label="Next stages">
      <header>
        <h2 className="o-grow">Next stages</h2>
        <span className="o-small o-dim o-num">{turns.length}</span>
      </header>
      {turns.length === 0 ? (
        <p className="o-panel-body o-dim o-flush">
          None of the {of.title.toLowerCase()} is waiting for a stage: each stays as it is until something changes it.
        </p>
      ) : (
        <ul className="o-wl-stages">
          {turns.slice(0, MOST).map((turn) => (
            <li key={`${turn.namespace ?? ''}/${turn.name}`} className="o-row">
              <Go place={objectPlace(of.target, turn.namespace, turn.name)} className="o-break o-grow">
                {turn.name}
              </Go>
              <span className="o-mono o-small">{turn.stage}</span>
              <span className="o-small o-dim o-num">{dueText(turn, now)}</span>
            </li>
          ))}
          {turns.length > MOST && <li className="o-small o-dim">and {turns.length - MOST} more</li>}
        </ul>
      )}
    </section>
  )
}
