import { BreakablePath } from '../../components/BreakablePath'
import { BreakableValue } from '../../components/BreakableValue'
import { openConflicts, shownValue } from './conflicts'
import type { Lab } from './lab'

/** Number of fields shown side by side; more are only counted. */
const SHOWN = 2

/** Both disputed values, always visible; links to the ways to resolve the conflict. */
export function DisputeBar({
  lab,
  advice,
  onOpen,
}: {
  readonly lab: Lab
  /** Advice of the loaded situation. */
  readonly advice: string | undefined
  readonly onOpen: (manager: string) => void
}) {
  const disputes = lab.managers.flatMap(({ name, outcome, text }) => {
    const open = outcome?.type === 'conflict' ? openConflicts(outcome.conflicts, text, lab.structure) : []
    return open.length > 0 ? [{ name, open }] : []
  })
  if (disputes.length === 0) return null
  return (
    <section className="o-lab-dispute" aria-label="Disputed values">
      {disputes.map(({ name, open }) => (
        <div key={name}>
          {open.slice(0, SHOWN).map(({ field, mine, live, owners }) => (
            <p key={field}>
              <code className="o-break">
                <BreakablePath path={field} />
              </code>{' '}
              <span>
                {name}: <BreakableValue text={shownValue(mine)} />
              </span>{' '}
              <span aria-hidden="true">↔</span>{' '}
              <span>
                {owners.join(', ')}: <BreakableValue text={shownValue(live)} />
              </span>
            </p>
          ))}
          {open.length > SHOWN && <p className="o-dim">and {open.length - SHOWN} more fields</p>}
          <button type="button" className="o-link o-small" onClick={() => onOpen(name)}>
            Resolve the conflict of {name}
          </button>
        </div>
      ))}
      {advice && (
        <details>
          <summary>Which resolution fits?</summary>
          <p>{advice}</p>
        </details>
      )}
    </section>
  )
}
