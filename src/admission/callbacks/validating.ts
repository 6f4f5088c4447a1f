import { behaves } from '../../api/releases/ledger'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { ask, type Parts } from './ask'
import { readCredentials } from './credentials'
import { invocationOf, isExempt } from './matching'
import { callbacksOf, VALIDATING } from './registration'

/** Asks matching callbacks all at once; one that refuses is enough, but each of them is heard. */
export async function validatingCallbacks(
  environment: AdmissionEnvironment,
  configuration?: PluginConfiguration,
): Promise<AdmissionPlugin> {
  const parts: Parts = { ...environment, credentials: await readCredentials(configuration) }
  const { reader, release } = environment
  return {
    name: 'ValidatingAdmissionWebhook',
    operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'],
    async validate(request) {
      const callbacks = callbacksOf(reader, VALIDATING)
      if (callbacks.length === 0 || isExempt(request)) return
      const relevant = callbacks.flatMap((callback) => {
        const invocation = invocationOf(callback, request, reader)
        return invocation ? [{ callback, invocation }] : []
      })
      // The first one that finishes with a refusal is what the client hears of.
      const errors: unknown[] = []
      await Promise.all(
        relevant.map(async ({ callback, invocation }, order) => {
          try {
            const outcome = await ask(parts, callback, request, invocation, 'validating', () => undefined)
            if (outcome.failedOpen && behaves('fail-open-annotations', release))
              request.annotate(`failed-open.validating.webhook.admission.orch.io/round_0_index_${order}`, callback.name)
          } catch (error) {
            errors.push(error)
          }
        }),
      )
      if (errors.length > 0) throw errors[0]
    },
  }
}
