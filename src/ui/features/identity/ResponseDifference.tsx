import { Diff } from '../../components/Diff'
import { Panel } from '../../components/Panel'
import { Verdict } from '../../components/Verdict'
import type { Answer } from '../../queries/send'
import { comparableText } from './comparable'

/** Two answers side by side, with the lines in which they differ. */
export function Difference({
  left,
  right,
  names,
}: {
  readonly left: Answer
  readonly right: Answer
  readonly names: readonly [string, string]
}) {
  const before = comparableText(left.text)
  const after = comparableText(right.text)
  return (
    <Panel
      title="Responses"
      actions={
        <Verdict tone={before === after && left.status === right.status ? 'none' : 'changed'}>
          {before === after && left.status === right.status ? 'identical' : 'different'}
        </Verdict>
      }
    >
      <div className="o-panel-body o-stack">
        <p className="o-dim o-small o-flush">
          Removed lines are in {names[0]}’s response only, added lines in {names[1]}’s only.
        </p>
        <Diff before={before} after={after} label={`Difference between the responses to ${names[0]} and ${names[1]}`} />
      </div>
    </Panel>
  )
}
