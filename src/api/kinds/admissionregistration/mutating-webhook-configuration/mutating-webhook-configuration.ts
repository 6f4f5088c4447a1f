import { webhookConfiguration } from '../webhook-configuration'

/** Webhooks that may change requests. */
export const mutatingWebhookConfiguration = webhookConfiguration('MutatingWebhookConfiguration', true)
