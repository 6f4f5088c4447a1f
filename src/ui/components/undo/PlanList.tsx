import { writeJson } from '../../../machinery/json-text'
import type { Planned } from '../../state/undo/plan'
import { objectText } from '../../state/undo/step'
import { Verdict } from '../Verdict'

const SHOWN = 50

/** A sentence that describes how a step is undone. */
function deedOf({ step }: Planned): string {
  switch (step.did) {
    case 'created':
      return `Delete ${objectText(step, step.after)}`
    case 'changed':
      return `Restore the former ${step.subresource === 'status' ? 'status' : 'fields'} of ${objectText(step, step.after)}`
    case 'deleted': {
      const n = step.dependents.length
      return `Create ${objectText(step, step.before)}${n ? ` and ${n} ${n === 1 ? 'dependent' : 'dependents'}` : ''} again, with a new uid`
    }
    case 'replaced':
      return `Restore everything that was stored before the ${step.how}. Later writes are lost.`
  }
}

const MARKS = {
  ready: undefined,
  clash: <Verdict tone="changed">changed since</Verdict>,
  done: <Verdict tone="none">nothing to do</Verdict>,
  blocked: <Verdict tone="refused">cannot be undone</Verdict>,
} as const

const valueText = (value: unknown): string => (value === undefined ? '(nothing)' : writeJson(value))

/** The steps of an undo in order, with what prevents each. */
export function PlanList({ plans }: { readonly plans: readonly Planned[] }) {
  return (
    <ol className="o-plan" tabIndex={0} aria-label="What undo will do">
      {plans.slice(0, SHOWN).map((plan, i) => (
        <li key={i}>
          <span className="o-break">{deedOf(plan)}</span> {MARKS[plan.is]}
          {'why' in plan && <div className="o-dim o-small">{plan.why}</div>}
          {plan.is === 'clash' && (
            <table className="o-table o-small">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  <th scope="col">This change wrote</th>
                  <th scope="col">Now</th>
                </tr>
              </thead>
              <tbody>
                {plan.clashes.slice(0, SHOWN).map(({ path, wrote, now }) => (
                  <tr key={path}>
                    <td className="o-mono o-break">{path}</td>
                    <td className="o-mono o-break">{valueText(wrote)}</td>
                    <td className="o-mono o-break">{valueText(now)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </li>
      ))}
      {plans.length > SHOWN && <li className="o-dim">and {plans.length - SHOWN} more</li>}
    </ol>
  )
}
