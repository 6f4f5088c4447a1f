import { behaves } from '../../api/releases/ledger'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { ask, type Parts } from './ask'
import { readCredentials } from './credentials'
import { meetsConditions } from './conditions'
import { invocationOf, isExempt } from './matching'
import { type Webhook, webhooksOf, VALIDATING } from './registration'

/** Calls all matching webhooks concurrently and waits for all; a single denial refuses the request. */
export async function validatingWebhooks(
  environment: AdmissionEnvironment,
  configuration?: PluginConfiguration,
): Promise<AdmissionPlugin> {
  const parts: Parts = { ...environment, credentials: await readCredentials(configuration) }
  const { reader, release } = environment
  return {
    name: 'ValidatingAdmissionWebhook',
    operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'],
    validate(request) {
      const webhooks = webhooksOf(reader, VALIDATING)
      return webhooks.length === 0 || isExempt(request) ? undefined : callAll(webhooks, request)
    },
  }

  async function callAll(webhooks: readonly Webhook[], request: AdmissionRequest): Promise<void> {
    const relevant = webhooks.flatMap((webhook) => {
      const invocation = invocationOf(webhook, request, reader)
      return invocation ? [{ webhook, invocation }] : []
    })
    // The client gets the denial that arrived first.
    const errors: unknown[] = []
    await Promise.all(
      relevant.map(async ({ webhook, invocation }, order) => {
        try {
          if (!(await meetsConditions(environment, webhook, request, invocation))) return
          const outcome = await ask(parts, webhook, request, invocation, 'validating', () => undefined)
          if (outcome.failedOpen && behaves('fail-open-annotations', release))
            request.annotate(`failed-open.validating.webhook.admission.orch.io/round_0_index_${order}`, webhook.name)
        } catch (error) {
          errors.push(error)
        }
      }),
    )
    if (errors.length > 0) throw errors[0]
  }
}
