import type { JsonObject } from '../machinery/json'
import type { WebhookCode } from './scenario'

/** Name of the service that simulates admission webhooks. */
export const WEBHOOK_SERVICE = 'admission-callbacks'

/** A scenario's webhooks as settings of that service. */
export const webhookSettings = (webhooks: readonly WebhookCode[]): JsonObject => ({
  backends: webhooks.map(({ code, ...rest }): JsonObject => ({ ...rest, title: rest.title ?? rest.id, source: code })),
})
