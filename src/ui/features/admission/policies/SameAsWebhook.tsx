import { Button } from '@mantine/core'
import { notifyError } from '../../../state/notify'
import { useGo } from '../../../state/place'
import { viewRoute } from '../../../state/routes'
import { PAIRS } from '../pairs'
import { backendOfPolicy, useWebhooks } from '../use-webhooks'
import { webhookPolicy } from '../webhook-policies/catalogue'

/** The webhook equivalent to a policy: adds it to this page's webhooks and opens it. Renders nothing if there is none. */
export function SameAsWebhook({ policy }: { readonly policy: string }) {
  const go = useGo()
  const { backends, loading, save } = useWebhooks()
  const pair = PAIRS.find((one) => one.policy === policy)
  const webhook = pair && webhookPolicy(pair.webhook)
  if (!webhook) return null
  const open = async (): Promise<void> => {
    if (!backends.some(({ id }) => id === webhook.id)) await save([...backends, backendOfPolicy(webhook)])
    go({ to: viewRoute('/admission', 'webhooks'), search: { webhook: webhook.id } })
  }
  return (
    <span className="o-row wrap">
      <Button
        size="compact-sm"
        variant="default"
        disabled={loading}
        onClick={() => void open().catch((failure: unknown) => notifyError('Could not add the webhook', failure))}
      >
        As a webhook: {webhook.title}
      </Button>
      {pair.note !== undefined && <span className="o-small o-dim">{pair.note}</span>}
    </span>
  )
}
