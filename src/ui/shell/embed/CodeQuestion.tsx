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
        &quot;{title}&quot; brings code
      </h2>
      <p className="o-flush">
        It plays webhooks, in a sandbox: it sees the objects it is asked about, and nothing of this page. Without it the
        registered webhooks do not answer.
      </p>
      <WebhookTexts webhooks={webhooks} />
      <div className="o-row wrap">
        <Button size="compact-sm" onClick={() => onAnswer(true)}>
          Run it in the sandbox
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => onAnswer(false)}>
          Open without it
        </Button>
      </div>
    </section>
  )
}
