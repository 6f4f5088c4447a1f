import type { JsonObject } from '../machinery/json'
import type { WebhookCode } from './scenario'

/** Name of the service that plays admission webhooks outside the cluster. */
export const WEBHOOK_SERVICE = 'admission-callbacks'

/** A scenario's webhooks as the settings of the service that plays them. */
export const webhookSettings = (webhooks: readonly WebhookCode[]): JsonObject => ({
  backends: webhooks.map(({ code, ...rest }): JsonObject => ({ ...rest, title: rest.title ?? rest.id, source: code })),
})
