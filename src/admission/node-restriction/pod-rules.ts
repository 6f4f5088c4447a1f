import { podOf } from '../../api/kinds/shared/pod-types'
import { namedByPod } from '../../authorization/node-references'
import { notFoundError } from '../../machinery/api-error'
import { equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { AdmissionEnvironment, AdmissionRequest } from '../plugin'
import { isMirror, MIRROR_ANNOTATION } from '../shared/pods'
import { NODES, refused } from '../shared/request'
import { livePod, type NodeRule, unexpected } from './node-rule'

/** Nodes create and delete mirror pods only. */
export const pods: NodeRule = (request, node, environment) => {
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

/** Nodes update the status of their own pods. */
export const podStatus: NodeRule = (request, node) => {
  const { operation, object, oldObject } = request
  if (operation !== 'UPDATE' || !object || !oldObject) throw unexpected(request, 'a status can only be updated')
  if (podOf(oldObject).spec?.nodeName !== node)
    throw refused(request, `node "${node}" can only update pod status for pods with spec.nodeName set to itself`)
  if (!equal(object.metadata.labels ?? {}, oldObject.metadata.labels ?? {}))
    throw refused(request, `node "${node}" cannot update labels through pod status`)
}

/** Nodes evict their own pods. */
export const eviction: NodeRule = (request, node, environment) => {
  if (request.operation !== 'CREATE') throw unexpected(request, 'an eviction can only be created')
  const name = request.name || (request.object?.metadata.name ?? '')
  if (livePod(environment, request.namespace, name).spec?.nodeName !== node)
    throw refused(request, `node ${node} can only evict pods with spec.nodeName set to itself`)
}
