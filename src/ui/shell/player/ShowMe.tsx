import { Button } from '@mantine/core'
import { useState } from 'react'
import { lineText } from '../../../scenarios/check-text'
import type { Scenario, ScriptLine, Step } from '../../../scenarios/scenario'
import { ErrorMessage } from '../../components/States'
import { useShowSolution } from '../../queries/lesson-player'
import { useAction } from '../../state/use-action'

// What a step keeps of its answers, later steps use.
const KEPT = new Map<string, string>()

/** Does the step for the person: each request is listed as it is sent, and shows in the request log like any other. */
export function ShowMe({
  scenario,
  step,
  openedAt,
}: {
  readonly scenario: Scenario
  readonly step: Step
  readonly openedAt: number
}) {
  const show = useShowSolution(scenario, openedAt)
  const [sent, setSent] = useState<readonly ScriptLine[]>([])
  const { act, busy, error } = useAction()
  const run = (): void => {
    setSent([])
    void act(() => show(step.solution, (line) => setSent((lines) => [...lines, line]), KEPT))
  }
  return (
    <div className="o-player-show">
      <Button size="compact-sm" variant="subtle" loading={busy} onClick={run}>
        Show me
      </Button>
      {sent.length > 0 && (
        <ol className="o-small">
          {sent.map((line, i) => (
            <li key={i}>
              <code>{lineText(line)}</code>
            </li>
          ))}
        </ol>
      )}
      {error !== undefined && <ErrorMessage error={error} />}
    </div>
  )
}
