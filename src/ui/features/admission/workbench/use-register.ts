import type { WebhookBackend } from '../../../../outside/admission-webhook-settings'
import { useDiscovery } from '../../../queries/use-discovery'
import { useClient, useSession } from '../../../state/connection'
import { applyDocuments } from '../registration'
import type { Operation } from '../send-through'
import { type Webhooks, useRegistration, useSource } from '../use-webhooks'
import { prepareSample } from './prepare-sample'
import { sampleReview } from './sample'
import { warmUp } from './warm-up'

/**
 * Returns a function that publishes a webhook's code and registers it, so that the cluster calls it for the sample request. What the
 * request needs exists afterwards too.
 */
export function useRegister(
  backend: WebhookBackend,
  webhooks: Webhooks,
  { text, operation }: { readonly text: string; readonly operation: Operation },
): () => Promise<void> {
  const client = useClient()
  const session = useSession()
  const discovery = useDiscovery().data
  const source = useSource(backend)
  const registration = useRegistration(backend)
  return async () => {
    if (source.changed || !backend.on) {
      await webhooks.save(
        webhooks.backends.map((one) => (one.id === backend.id ? { ...one, source: source.text, on: true } : one)),
      )
      source.settle(source.text)
    }
    await warmUp(session.control, backend, sampleReview(text, operation, discovery))
    await prepareSample(client, discovery, text, operation)
    await applyDocuments(client, discovery, registration.text)
  }
}
