import { isObject, type JsonObject } from '../../../machinery/json'
import { checkWebhooks } from '../../../outside/admission-webhooks'
import { registrationOf } from '../../features/admission/webhook-examples'
import { REQUEST_DRAFT } from '../../features/admission/request-draft'
import { applyDocuments } from '../../features/admission/registration'
import { sampleReview } from '../../features/admission/workbench/sample'
import { warmUp } from '../../features/admission/workbench/warm-up'
import { backendOfExample, exampleOf } from '../../features/admission/use-webhooks'
import { promise } from '../../state/arrival'
import { useDrafts } from '../../state/drafts'
import type { Place } from '../../state/place'
import type { DoorWorld } from './doors'

const SERVICE = 'admission-callbacks'

/** Publishes and registers the webhook that refuses floating image tags, and promises to send a pod that it refuses. */
export async function openAdmission({ session, client, discovery }: DoorWorld): Promise<Place> {
  const example = exampleOf('latest')
  if (!example) throw new Error('The example is missing.')
  const { settings } = await session.control('outside', { service: SERVICE })
  const { backends } = checkWebhooks(isObject(settings) ? settings : {})
  if (!backends.some(({ id }) => id === example.id))
    await session.control('outside', {
      service: SERVICE,
      settings: { backends: [...backends, backendOfExample(example)] } as unknown as JsonObject,
    })
  await warmUp(session.control, backendOfExample(example), sampleReview(example.request, 'create', discovery))
  await applyDocuments(client, discovery, registrationOf(example))
  useDrafts.getState().keep(REQUEST_DRAFT, example.request)
  promise('chain')
  return { to: '/admission' }
}
