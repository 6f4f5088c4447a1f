import type * as core from 'kt126/core/v1'
import type * as authentication from 'kt126/authentication/v1'
import { podOf } from '../../api/kinds/shared/pod-types'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { namedByPod } from '../../authorization/node-references'
import { notFoundError } from '../../machinery/api-error'
import { at, clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { UserInfo } from '../../machinery/user'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { isMirror, MIRROR_ANNOTATION } from '../shared/pods'
import { usesAudience } from '../shared/pod-audiences'
import { NODES, PODS, refused } from '../shared/request'
import { isReserved, changedLabels } from '../shared/node-labels'

const NODES_GROUP = 'system:nodes'
const USER_PREFIX = 'system:node:'
const LEASE_NAMESPACE = 'orch-node-lease'

/** The node name of a kubelet user; undefined for everyone else. */
const nodeOfUser = ({ name, groups }: UserInfo): string | undefined =>
  name.startsWith(USER_PREFIX) && groups.includes(NODES_GROUP) ? name.slice(USER_PREFIX.length) : undefined

type Rule = (request: AdmissionRequest, node: string, environment: AdmissionEnvironment) => void | Promise<void>

/** The pod named by a request. Throws NotFound, which names a cached pod, not the resource. */
function livePod({ reader }: AdmissionEnvironment, namespace: string, name: string) {
  const found = reader.get(PODS, namespace, name)
  if (!found) throw notFoundError({ group: '', resource: 'pod' }, name)
  return podOf(found)
}

const unexpected = (request: AdmissionRequest, what: string) =>
  refused(request, `unexpected operation "${request.operation}": ${what}`)

const pods: Rule = (request, node, environment) => {
  if (request.operation === 'CREATE') return createdPod(request, node, environment)
  if (request.operation !== 'DELETE') throw unexpected(request, `node "${node}" can only create and delete mirror pods`)
  if (livePod(environment, request.namespace, request.name).spec?.nodeName !== node)
    throw refused(request, `node "${node}" can only delete pods with spec.nodeName set to itself`)
}

const MIRROR_FORBIDDEN = [
  ['serviceaccount', 'a service account'],
  ['secret', 'secrets'],
  ['configmap', 'config maps'],
  ['claim', 'persistent volume claims'],
  ['resourceclaim', 'resource claims'],
] as const

function createdPod(request: AdmissionRequest, node: string, { reader }: AdmissionEnvironment): void {
  const object = request.object as ApiObject
  const only = (what: string) => refused(request, `node "${node}" can only create ${what}`)
  if (!isMirror(object))
    throw refused(
      request,
      `pod does not have "${MIRROR_ANNOTATION}" annotation, node "${node}" can only create mirror pods`,
    )
  if (podOf(object).spec?.nodeName !== node) throw only('pods with spec.nodeName set to itself')
  const [owner, ...more] = object.metadata.ownerReferences ?? []
  if (more.length > 0) throw only('pods with a single owner reference set to itself')
  if (owner?.apiVersion !== 'v1' || owner.kind !== 'Node' || owner.name !== node)
    throw only('pods with an owner reference set to itself')
  if (owner.controller !== true) throw only('pods with a controller owner reference set to itself')
  if (owner.blockOwnerDeletion === true)
    throw refused(request, `node "${node}" must not set blockOwnerDeletion on an owner reference`)
  const live = reader.get(NODES, undefined, node)
  if (!live) throw notFoundError(NODES, node)
  if (owner.uid !== live.metadata.uid)
    throw refused(request, `node ${node} UID mismatch: expected ${owner.uid} got ${live.metadata.uid ?? ''}`)
  const named = new Map(namedByPod(object))
  for (const [kind, what] of MIRROR_FORBIDDEN)
    if ((named.get(kind) ?? []).length > 0)
      throw refused(request, `node "${node}" can not create pods that reference ${what}`)
}

const podStatus: Rule = (request, node) => {
  const { operation, object, oldObject } = request
  if (operation !== 'UPDATE' || !object || !oldObject) throw unexpected(request, 'a status can only be updated')
  if (podOf(oldObject).spec?.nodeName !== node)
    throw refused(request, `node "${node}" can only update pod status for pods with spec.nodeName set to itself`)
  if (!equal(object.metadata.labels ?? {}, oldObject.metadata.labels ?? {}))
    throw refused(request, `node "${node}" cannot update labels through pod status`)
}

const eviction: Rule = (request, node, environment) => {
  if (request.operation !== 'CREATE') throw unexpected(request, 'an eviction can only be created')
  const name = request.name || (request.object?.metadata.name ?? '')
  if (livePod(environment, request.namespace, name).spec?.nodeName !== node)
    throw refused(request, `node ${node} can only evict pods with spec.nodeName set to itself`)
}

const nodes: Rule = (request, node) => {
  const { operation, object, oldObject } = request
  const name = request.name || (object?.metadata.name ?? '')
  if (name !== node) throw refused(request, `node "${node}" is not allowed to modify node "${name}"`)
  if (operation === 'DELETE') throw refused(request, `node "${node}" is not allowed to delete its own object`)
  if (!object) return
  const { spec = {} } = asDraft<core.Node>(object)
  const { spec: old = {} } = asDraft<core.Node>(oldObject)
  if (spec.configSource !== undefined && !equal(spec.configSource, old.configSource))
    throw refused(request, `node "${node}" is not allowed to create pods with a non-nil configSource`)
  if (operation === 'UPDATE' && !equal(spec.taints ?? [], old.taints ?? []))
    throw refused(request, `node "${node}" is not allowed to modify taints`)
  const reserved = changedLabels(object, oldObject).filter(isReserved).sort()
  if (reserved.length > 0)
    throw refused(
      request,
      operation === 'CREATE'
        ? `node "${node}" is not allowed to set the following labels: ${reserved.join(', ')}`
        : `node "${node}" is not allowed to modify labels: ${reserved.join(', ')}`,
    )
}

/** Status fields that a kubelet may set when it resizes a claim. */
const CLAIM_STATUS = ['capacity', 'conditions', 'resizeStatus', 'allocatedResources']

const claimStatus: Rule = (request, node) => {
  const { operation, object, oldObject } = request
  if (operation !== 'UPDATE' || !object || !oldObject) throw unexpected(request, 'a status can only be updated')
  const rest = (of: ApiObject): unknown => {
    const copy = clone(of)
    delete copy.metadata.resourceVersion
    delete copy.metadata.managedFields
    const status = (copy.status ??= {}) as Record<string, unknown>
    for (const field of CLAIM_STATUS) delete status[field]
    return copy
  }
  if (!equal(rest(object), rest(oldObject)))
    throw refused(
      request,
      `node "${node}" is not allowed to update fields other than status.capacity and status.conditions`,
    )
}

const accountToken: Rule = async (request, node, environment) => {
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

const lease: Rule = (request, node) => {
  if (request.namespace !== LEASE_NAMESPACE)
    throw refused(request, `can only access leases in the "${LEASE_NAMESPACE}" system namespace`)
  if ((request.name || request.object?.metadata.name) !== node)
    throw refused(request, 'can only access node lease with the same name as the requesting node')
}

const csiNode: Rule = (request, node) => {
  if ((request.name || request.object?.metadata.name) !== node)
    throw refused(request, 'can only access CSINode with the same name as the requesting node')
}

// The Node authorizer restricts names and selectors, but sees neither created objects nor the items of a collection.
const slice: Rule = (request, node) => {
  const { operation, object, oldObject } = request
  if (operation === 'UPDATE') return
  const verb = operation === 'CREATE' ? 'create' : 'delete'
  if (at(operation === 'CREATE' ? object : oldObject, 'spec', 'nodeName') !== node)
    throw refused(request, `can only ${verb} ResourceSlice with the same NodeName as the requesting node`)
}

/** By group and resource, then by subresource; `*` matches all others. */
const RULES: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  '/pods': {
    '': pods,
    status: podStatus,
    eviction,
    '*': (request) => {
      throw refused(
        request,
        `unexpected pod subresource "${request.subresource}", only 'status' and 'eviction' are allowed`,
      )
    },
  },
  '/nodes': { '*': nodes },
  '/persistentvolumeclaims': {
    status: claimStatus,
    '*': (request) => {
      throw refused(request, 'may only update the status of claims')
    },
  },
  '/serviceaccounts': { token: accountToken },
  'coordination.orch.io/leases': { '*': lease },
  'resource.orch.io/resourceslices': { '*': slice },
  'storage.orch.io/csinodes': { '*': csiNode },
}

/** Restricts kubelets to objects of their own node (admission document, NodeRestriction). */
export const nodeRestriction = (environment: AdmissionEnvironment): AdmissionPlugin => ({
  name: 'NodeRestriction',
  operations: ['CREATE', 'UPDATE', 'DELETE'],
  async admit(request) {
    const node = nodeOfUser(request.user)
    if (node === undefined) return
    if (node === '') throw refused(request, `could not determine node from user "${request.user.name}"`)
    const rules = RULES[`${request.resource.group}/${request.resource.resource}`]
    const rule = rules?.[request.subresource] ?? rules?.['*']
    await rule?.(request, node, environment)
  },
})
