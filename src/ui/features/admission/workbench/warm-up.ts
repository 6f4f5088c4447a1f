import type { Json } from '../../../../machinery/json'
import { writeJson } from '../../../../machinery/json-text'
import type { WebhookBackend } from '../../../../outside/admission-webhook-settings'
import type { Control } from '../../../../server/control'

const TRIES = 3

/**
 * Calls a published webhook once beside the cluster, so that its code is compiled and its sandbox runs before a request waits for
 * it: the cluster's own call has only the webhook's timeout. What the webhook answers does not matter here.
 */
export async function warmUp(
  control: Control,
  { url, ownCa }: Pick<WebhookBackend, 'url' | 'ownCa'>,
  review: Json,
): Promise<void> {
  if (ownCa) return
  for (let i = 0; i < TRIES; i++) {
    const headers = { 'content-type': 'application/json' }
    const { status } = await control('reach', { method: 'POST', url, headers, body: writeJson(review) })
    if (status === 200) return
  }
}
