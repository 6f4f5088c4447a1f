import { webhookConfiguration } from '../webhook-configuration'

/** Webhooks that may refuse requests. */
export const validatingWebhookConfiguration = webhookConfiguration('ValidatingWebhookConfiguration', false)
