import { isObject, type JsonObject } from '../../machinery/json'
import { checkWebhooks } from '../../outside/admission-webhook-settings'
import type { WebhookCode } from '../../scenarios/scenario'
import { WEBHOOK_SERVICE, webhookSettings } from '../../scenarios/webhook-settings'
import type { Session } from '../state/connection'

/**
 * The enabled webhooks that this plane simulates, in the form that a scenario carries. Their certificate authorities belong to this plane
 * and are left out.
 */
export async function carriedWebhooks({ control }: Pick<Session, 'control'>): Promise<WebhookCode[]> {
  const { settings } = await control('outside', { service: WEBHOOK_SERVICE })
  const { backends } = checkWebhooks(isObject(settings) ? settings : { backends: [] })
  return backends.flatMap(({ id, title, url, source, on, latencyMs, failurePercent }) =>
    on
      ? [
          {
            id,
            url,
            code: source,
            ...(title && { title }),
            ...(latencyMs > 0 && { latencyMs }),
            ...(failurePercent > 0 && { failurePercent }),
          },
        ]
      : [],
  )
}

/**
 * Starts a scenario's webhooks in this plane. Only for code that the user has seen and agreed to. Rejects with what is wrong with a
 * webhook.
 */
export async function playWebhooks(
  { control }: Pick<Session, 'control'>,
  webhooks: readonly WebhookCode[],
): Promise<void> {
  const { backends } = checkWebhooks(webhookSettings(webhooks))
  await control('outside', { service: WEBHOOK_SERVICE, settings: { backends } as unknown as JsonObject })
}
