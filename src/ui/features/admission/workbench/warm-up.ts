import type { Json } from '../../../../machinery/json'
import { writeJson } from '../../../../machinery/json-text'
import type { WebhookBackend } from '../../../../outside/admission-webhook-settings'
import type { Control } from '../../../../server/control'

const TRIES = 3

/**
 * Calls a published webhook once directly, so that its code is compiled and its sandbox running before a request depends on it:
 * calls by the API server are limited by the webhook's timeout. Ignores the answer.
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
