import type * as core from 'kt126/core/v1'
import type * as authentication from 'kt126/authentication/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import type { AdmissionEnvironment, AdmissionRequest } from '../plugin'
import { usesAudience } from '../shared/pod-audiences'
import { refused } from '../shared/request'
import { livePod, type NodeRule } from './node-rule'

/** Nodes request tokens that are bound to their own pods. */
export const accountToken: NodeRule = async (request, node, environment) => {
  if (request.operation !== 'CREATE') return
  const { boundObjectRef: ref, audiences = [] } = asDraft<authentication.TokenRequest>(request.object).spec ?? {}
  if (ref?.apiVersion !== 'v1' || ref.kind !== 'Pod' || !ref.name)
    throw refused(request, 'node requested token not bound to a pod')
  if (!ref.uid) throw refused(request, 'node requested token with a pod binding without a uid')
  const pod = livePod(environment, request.namespace, ref.name)
  if (ref.uid !== pod.metadata?.uid)
    throw refused(request, `the uid of the bound pod is ${pod.metadata?.uid ?? ''}, not ${ref.uid}`)
  if (pod.spec?.nodeName !== node)
    throw refused(request, 'node requested token bound to a pod scheduled on a different node')
  if (environment.feature('ServiceAccountNodeAudienceRestriction'))
    await checkAudience(request, audiences, pod, environment)
}

/** Allows an audience that the pod uses, or that a role grants: its resource is the audience, its name the service account. */
async function checkAudience(
  request: AdmissionRequest,
  [audience = '', ...more]: readonly string[],
  pod: Draft<core.Pod>,
  { reader, authorizer }: AdmissionEnvironment,
): Promise<void> {
  if (more.length > 0) throw refused(request, 'node may only request 0 or 1 audiences')
  if (usesAudience(reader, pod, audience)) return
  const { verdict } = await authorizer.authorize({
    user: request.user,
    verb: 'request-serviceaccounts-token-audience',
    isResourceRequest: true,
    apiGroup: '',
    apiVersion: 'v1',
    resource: audience,
    subresource: '',
    namespace: request.namespace,
    name: request.name,
    path: '',
  })
  if (verdict !== 'allow')
    throw refused(
      request,
      `audience "${audience}" not found in pod spec volume, ${request.user.name} is not authorized to request tokens for this audience`,
    )
}
