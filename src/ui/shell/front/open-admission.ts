import { isObject, type JsonObject } from '../../../machinery/json'
import { checkWebhooks } from '../../../outside/admission-webhook-settings'
import { registrationOf } from '../../features/admission/webhook-registration'
import { REQUEST_DRAFT } from '../../features/admission/request-draft'
import { applyDocuments } from '../../features/admission/registration'
import { sampleReview } from '../../features/admission/workbench/sample'
import { warmUp } from '../../features/admission/workbench/warm-up'
import { backendOfPolicy } from '../../features/admission/use-webhooks'
import { webhookPolicy } from '../../features/admission/webhook-policies/catalogue'
import { promise } from '../../state/arrival'
import { useDrafts } from '../../state/drafts'
import type { Place } from '../../state/place'
import type { EntryPointContext } from './entry-points'

const SERVICE = 'admission-callbacks'

/** Publishes and registers the webhook that rejects floating image tags, and schedules a pod that it will reject. */
export async function openAdmission({ session, client, discovery }: EntryPointContext): Promise<Place> {
  const policy = webhookPolicy('latest')
  if (!policy) throw new Error('The policy is missing.')
  const { settings } = await session.control('outside', { service: SERVICE })
  const { backends } = checkWebhooks(isObject(settings) ? settings : {})
  if (!backends.some(({ id }) => id === policy.id))
    await session.control('outside', {
      service: SERVICE,
      settings: { backends: [...backends, backendOfPolicy(policy)] } as unknown as JsonObject,
    })
  await warmUp(session.control, backendOfPolicy(policy), sampleReview(policy.request, 'create', discovery))
  await applyDocuments(client, discovery, registrationOf(policy))
  useDrafts.getState().keep(REQUEST_DRAFT, policy.request)
  promise('chain')
  return { to: '/admission' }
}
