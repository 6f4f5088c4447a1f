import { Checkbox } from '@mantine/core'
import type { WebhookCode } from '../../../scenarios/scenario'

/** The code of a scenario's webhooks, for review before it runs. */
export function WebhookTexts({ webhooks }: { readonly webhooks: readonly WebhookCode[] }) {
  return webhooks.map(({ id, title, url, code }) => (
    <details key={id} open={webhooks.length === 1}>
      <summary>
        Code of the webhook {title ?? id} <span className="o-dim o-mono">{url}</span>
      </summary>
      <pre className="o-code" tabIndex={0} aria-label={`Code of the webhook ${title ?? id}`}>
        {code}
      </pre>
    </details>
  ))
}

/** Asks whether a scenario's webhook code may run; renders nothing for scenarios without code. */
export function RunsCode({
  webhooks = [],
  checked,
  onChange,
}: {
  readonly webhooks?: readonly WebhookCode[] | undefined
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  if (webhooks.length === 0) return null
  return (
    <Checkbox
      label="Run this code in a sandbox"
      description="The code sees the objects that are sent to the webhook, and nothing of this page. Without the code, the registered webhooks do not answer."
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
