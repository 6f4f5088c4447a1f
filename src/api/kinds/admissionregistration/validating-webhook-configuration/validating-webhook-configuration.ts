import { webhookConfiguration } from '../webhook-configuration'

/** Webhooks that may deny requests. */
export const validatingWebhookConfiguration = webhookConfiguration('ValidatingWebhookConfiguration', false)
