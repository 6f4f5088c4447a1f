import type * as core from 'kt126/core/v1'
import { asDraft } from '../../api/kinds/meta/draft'
import { nodeNameOf } from '../../authorization/node'
import { type NodeRule, unexpected } from '../node-restriction/node-rule'
import { eviction, podStatus, pods } from '../node-restriction/pod-rules'
import { accountToken } from '../node-restriction/token-rule'
import { at, clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { refused } from '../shared/request'
import { isReserved, changedLabels } from '../shared/node-labels'

const LEASE_NAMESPACE = 'orch-node-lease'

const nodes: NodeRule = (request, node) => {
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
        : `is not allowed to modify labels: ${reserved.join(', ')}`,
    )
}

/** Status fields that a kubelet may set when it resizes a claim. */
const CLAIM_STATUS = ['capacity', 'conditions', 'resizeStatus', 'allocatedResources']

const claimStatus: NodeRule = (request, node) => {
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

const lease: NodeRule = (request, node) => {
  if (request.namespace !== LEASE_NAMESPACE)
    throw refused(request, `can only access leases in the "${LEASE_NAMESPACE}" system namespace`)
  if ((request.name || request.object?.metadata.name) !== node)
    throw refused(request, 'can only access node lease with the same name as the requesting node')
}

const csiNode: NodeRule = (request, node) => {
  if ((request.name || request.object?.metadata.name) !== node)
    throw refused(request, 'can only access CSINode with the same name as the requesting node')
}

// The Node authorizer restricts names and selectors, but sees neither created objects nor the items of a collection.
const slice: NodeRule = (request, node) => {
  const { operation, object, oldObject } = request
  if (operation === 'UPDATE') return
  const verb = operation === 'CREATE' ? 'create' : 'delete'
  if (at(operation === 'CREATE' ? object : oldObject, 'spec', 'nodeName') !== node)
    throw refused(request, `can only ${verb} ResourceSlice with the same NodeName as the requesting node`)
}

/** By group and resource, then by subresource; `*` matches all others. */
const RULES: Readonly<Record<string, Readonly<Record<string, NodeRule>>>> = {
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
    const node = nodeNameOf(request.user)
    if (node === undefined) return
    if (node === '') throw refused(request, `could not determine node from user "${request.user.name}"`)
    const rules = RULES[`${request.resource.group}/${request.resource.resource}`]
    const rule = rules?.[request.subresource] ?? rules?.['*']
    await rule?.(request, node, environment)
  },
})
