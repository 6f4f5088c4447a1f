import { Button } from '@mantine/core'
import type { Scenario } from '../../../scenarios/scenario'
import { WebhookTexts } from '../../components/scenario/WebhookCode'

/** Shows the code of the embedding page's scenario and asks whether it may run. */
export function CodeQuestion({
  scenario: { title, webhooks = [] },
  onAnswer,
}: {
  readonly scenario: Scenario
  readonly onAnswer: (runs: boolean) => void
}) {
  return (
    <section className="o-panel o-panel-body o-stack" aria-labelledby="code-question">
      <h2 id="code-question" className="o-h2" tabIndex={-1}>
        &quot;{title}&quot; contains code
      </h2>
      <p className="o-flush">
        The code simulates webhooks in a sandbox: it sees the objects that are sent to the webhooks, and nothing of this
        page. Without the code, the registered webhooks do not answer.
      </p>
      <WebhookTexts webhooks={webhooks} />
      <div className="o-row wrap">
        <Button size="compact-sm" onClick={() => onAnswer(true)}>
          Run the code in the sandbox
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onAnswer(false)}>
          Open without the code
        </Button>
      </div>
    </section>
  )
}
