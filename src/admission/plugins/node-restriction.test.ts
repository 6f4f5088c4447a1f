import { expect, test } from 'vitest'
import { AdmissionStage, type AskedOfStage, podWith } from '../../testing/admission-stage'
import { nodeRestriction } from './node-restriction'

const NODE = { name: 'system:node:n', groups: ['system:nodes', 'system:authenticated'] }
const owner = { apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'u', controller: true }
const mirror = (spec: object = {}, metadata: object = {}) =>
  podWith(
    { nodeName: 'n', ...spec },
    { annotations: { 'orch.io/config.mirror': 'x' }, ownerReferences: [owner], ...metadata },
  )
const own = podWith({ nodeName: 'n' })
const foreign = podWith({ nodeName: 'other' }, { name: 'q' })
const node = (more: object = {}) => ({
  metadata: { name: 'n', ...(more as { metadata?: object }).metadata },
  spec: {},
  ...without(more),
})
const without = ({ metadata: _, ...rest }: { metadata?: object } & object) => rest
const labelled = (labels: object) => ({ metadata: { name: 'n', labels }, spec: {} })
const of = (name: string) => ({ metadata: { name } })
const token = (ref?: object) => ({ metadata: {}, spec: { ...(ref && { boundObjectRef: ref }) } })
const SLICES = 'resource.orch.io/resourceslices'
const slice = (nodeName?: string) => ({ metadata: { name: 's' }, spec: { ...(nodeName && { nodeName }) } })
const claim = (status: object, more: object = {}) => ({ metadata: { name: 'c' }, spec: { ...more }, status })

const rows: readonly (readonly [string, AskedOfStage, string])[] = [
  ['a mirror pod', { of: 'pods', object: mirror() }, 'passed'],
  ['a pod that is none', { of: 'pods', object: podWith({ nodeName: 'n' }) }, 'can only create mirror pods'],
  [
    'a mirror pod on another node',
    { of: 'pods', object: mirror({ nodeName: 'other' }) },
    'spec.nodeName set to itself',
  ],
  [
    'a mirror pod without an owner',
    { of: 'pods', object: mirror({}, { ownerReferences: [] }) },
    'owner reference set to itself',
  ],
  [
    'a mirror pod of two owners',
    { of: 'pods', object: mirror({}, { ownerReferences: [owner, owner] }) },
    'single owner',
  ],
  [
    'a mirror pod of another owner',
    { of: 'pods', object: mirror({}, { ownerReferences: [{ ...owner, name: 'other' }] }) },
    'owner reference set to itself',
  ],
  [
    'a mirror pod of an owner that does not control',
    { of: 'pods', object: mirror({}, { ownerReferences: [{ ...owner, controller: false }] }) },
    'controller owner',
  ],
  [
    'a mirror pod that blocks',
    { of: 'pods', object: mirror({}, { ownerReferences: [{ ...owner, blockOwnerDeletion: true }] }) },
    'blockOwnerDeletion',
  ],
  [
    'a mirror pod of an earlier node',
    { of: 'pods', object: mirror({}, { ownerReferences: [{ ...owner, uid: 'old' }] }) },
    'UID mismatch',
  ],
  ['a mirror pod with an account', { of: 'pods', object: mirror({ serviceAccountName: 'a' }) }, 'service account'],
  [
    'a mirror pod with a secret',
    { of: 'pods', object: mirror({ volumes: [{ name: 'v', secret: { secretName: 's' } }] }) },
    'secrets',
  ],
  [
    'a mirror pod with a config map',
    { of: 'pods', object: mirror({ volumes: [{ name: 'v', configMap: { name: 's' } }] }) },
    'config maps',
  ],
  [
    'a mirror pod with a claim',
    { of: 'pods', object: mirror({ volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 's' } }] }) },
    'claims',
  ],
  [
    'a mirror pod with a claim of devices',
    { of: 'pods', object: mirror({ resourceClaims: [{ name: 'gpu', resourceClaimName: 'g' }] }) },
    'resource claims',
  ],
  ['deleting its pod', { of: 'pods', oldObject: own }, 'passed'],
  ['deleting the pod of another node', { of: 'pods', oldObject: foreign }, 'can only delete pods'],
  ['deleting a pod that is not there', { of: 'pods', oldObject: podWith({}, { name: 'no' }) }, '404'],
  ['updating its pod', { of: 'pods', object: own, oldObject: own }, 'unexpected operation "UPDATE"'],
  ['the status of its pod', { of: 'pods/status', object: own, oldObject: own }, 'passed'],
  [
    'the status of the pod of another node',
    { of: 'pods/status', object: foreign, oldObject: foreign },
    'can only update pod status',
  ],
  [
    'labels through a status',
    { of: 'pods/status', object: podWith({ nodeName: 'n' }, { labels: { a: 'b' } }), oldObject: own },
    'cannot update labels',
  ],
  ['evicting its pod', { of: 'pods/eviction', object: of('p') }, 'passed'],
  ['evicting the pod of another node', { of: 'pods/eviction', object: of('q') }, 'can only evict pods'],
  ['binding a pod', { of: 'pods/binding', object: of('p') }, 'unexpected pod subresource "binding"'],

  ['its node', { of: 'nodes', object: node(), namespace: '' }, 'passed'],
  ['another node', { of: 'nodes', object: of('other'), namespace: '' }, 'not allowed to modify node "other"'],
  ['deleting its node', { of: 'nodes', oldObject: node(), namespace: '' }, 'not allowed to delete'],
  ['a config source', { of: 'nodes', object: node({ spec: { configSource: {} } }), namespace: '' }, 'configSource'],
  [
    'taking its config source away',
    { of: 'nodes', object: node(), oldObject: node({ spec: { configSource: { configMap: {} } } }) },
    'passed',
  ],
  ['taints of a new node', { of: 'nodes', object: node({ spec: { taints: [{ key: 'a' }] } }) }, 'passed'],
  [
    'taints later',
    { of: 'nodes', object: node({ spec: { taints: [{ key: 'a' }] } }), oldObject: node() },
    'not allowed to modify taints',
  ],
  [
    'taints through the status',
    { of: 'nodes/status', object: node({ spec: { taints: [{ key: 'a' }] } }), oldObject: node() },
    'not allowed to modify taints',
  ],
  ['its status', { of: 'nodes/status', object: node({ status: { phase: 'x' } }), oldObject: node() }, 'passed'],
  [
    'labels of its own',
    {
      of: 'nodes',
      object: labelled({
        'example.com/a': 'b',
        'kubelet.orch.io/a': 'b',
        'x.node.orch.io/a': 'b',
        'orch.io/hostname': 'h',
        'topology.orch.io/zone': 'z',
      }),
      oldObject: node(),
    },
    'passed',
  ],
  ['taking own labels away', { of: 'nodes', object: node(), oldObject: labelled({ 'node.orch.io/a': 'b' }) }, 'passed'],
  [
    'restricted labels',
    { of: 'nodes', object: labelled({ 'node-restriction.orch.io/a': 'b' }) },
    'not allowed to set the following labels: node-restriction.orch.io/a',
  ],
  [
    'restricted labels below a name',
    { of: 'nodes', object: labelled({ 'x.node-restriction.orch.io/a': 'b' }), oldObject: node() },
    'not allowed to modify labels',
  ],
  [
    'taking restricted labels away',
    { of: 'nodes', object: node(), oldObject: labelled({ 'node-restriction.orch.io/a': 'b' }) },
    'not allowed to modify labels',
  ],
  [
    'keeping restricted labels',
    {
      of: 'nodes',
      object: labelled({ 'node-restriction.orch.io/a': 'b', c: 'd' }),
      oldObject: labelled({ 'node-restriction.orch.io/a': 'b' }),
    },
    'passed',
  ],
  [
    'reserved labels',
    { of: 'nodes', object: labelled({ 'orch.io/anything': 'b', 'app.orch.io/role': '' }), oldObject: node() },
    'app.orch.io/role, orch.io/anything',
  ],

  ['its slice', { of: SLICES, object: slice('n') }, 'passed'],
  ['the slice of another node', { of: SLICES, object: slice('other') }, 'can only create ResourceSlice with the same'],
  ['a slice of all nodes', { of: SLICES, object: slice() }, 'can only create ResourceSlice with the same NodeName'],
  ['deleting its slice', { of: SLICES, oldObject: slice('n') }, 'passed'],
  ['deleting a slice of another', { of: SLICES, oldObject: slice('other') }, 'can only delete ResourceSlice with'],

  [
    'the capacity of a claim',
    { of: 'persistentvolumeclaims/status', object: claim({ capacity: {}, conditions: [] }), oldObject: claim({}) },
    'passed',
  ],
  [
    'the phase of a claim',
    { of: 'persistentvolumeclaims/status', object: claim({ phase: 'Lost' }), oldObject: claim({}) },
    'not allowed to update fields',
  ],
  [
    'a claim',
    { of: 'persistentvolumeclaims', object: claim({}, { a: 1 }), oldObject: claim({}) },
    'only update the status',
  ],

  [
    'a token for its pod',
    {
      of: 'serviceaccounts/token',
      name: 'a',
      object: token({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'uid-p' }),
    },
    'passed',
  ],
  ['a token for nothing', { of: 'serviceaccounts/token', name: 'a', object: token() }, 'not bound to a pod'],
  [
    'a token for a secret',
    {
      of: 'serviceaccounts/token',
      name: 'a',
      object: token({ apiVersion: 'v1', kind: 'Secret', name: 'p', uid: 'u' }),
    },
    'not bound to a pod',
  ],
  [
    'a token for a pod by name',
    { of: 'serviceaccounts/token', name: 'a', object: token({ apiVersion: 'v1', kind: 'Pod', name: 'p' }) },
    'without a uid',
  ],
  [
    'a token for an earlier pod',
    { of: 'serviceaccounts/token', name: 'a', object: token({ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'old' }) },
    'the uid of the bound pod',
  ],
  [
    'a token for the pod of another node',
    {
      of: 'serviceaccounts/token',
      name: 'a',
      object: token({ apiVersion: 'v1', kind: 'Pod', name: 'q', uid: 'uid-q' }),
    },
    'different node',
  ],
  ['a service account', { of: 'serviceaccounts', object: of('a') }, 'passed'],

  ['its lease', { of: 'coordination.orch.io/leases', object: of('n'), namespace: 'orch-node-lease' }, 'passed'],
  [
    'the lease of another node',
    { of: 'coordination.orch.io/leases', object: of('other'), namespace: 'orch-node-lease' },
    'same name as the requesting node',
  ],
  ['a lease elsewhere', { of: 'coordination.orch.io/leases', object: of('n') }, 'orch-node-lease'],
  ['its CSI node', { of: 'storage.orch.io/csinodes', object: of('n'), namespace: '' }, 'passed'],
  ['another CSI node', { of: 'storage.orch.io/csinodes', object: of('other'), namespace: '' }, 'same name'],
  ['an event', { of: 'events', object: of('e') }, 'passed'],
]

const stage = () =>
  new AdmissionStage()
    .put('nodes', { metadata: { name: 'n', uid: 'u' } })
    .put(
      'pods',
      podWith({ nodeName: 'n' }, { uid: 'uid-p' }),
      podWith({ nodeName: 'other' }, { name: 'q', uid: 'uid-q' }),
    )

test.each(rows)('an agent writes %s', async (_, asked, expected) => {
  const verdict = await stage().verdict(nodeRestriction(stage().environment), { ...asked, user: NODE })
  if (expected === 'passed') expect(verdict).toBe('passed')
  else expect(verdict).toContain(expected)
})

test.each([
  ['without the group', { name: 'system:node:n', groups: [] }, 'passed'],
  ['without the prefix', { name: 'n', groups: ['system:nodes'] }, 'passed'],
  ['without a name', { name: 'system:node:', groups: ['system:nodes'] }, 'could not determine node'],
])('somebody %s', async (_, user, expected) => {
  const verdict = await stage().verdict(nodeRestriction(stage().environment), { of: 'nodes', object: of('x'), user })
  expect(verdict).toContain(expected)
})

const PROJECTED = { projected: { sources: [{ serviceAccountToken: { path: 't', audience: 'vault' } }] } }
const DEFAULT_AUDIENCE = { projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }
const BOUND = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'uid-p' }

test.each<[string, number, string[], object, string]>([
  ['of a projected volume', 33, ['vault'], PROJECTED, 'passed'],
  ['of the server for a projected volume', 33, [], DEFAULT_AUDIENCE, 'passed'],
  ['of an inline driver that asks for it', 33, ['bank'], { csi: { driver: 'safe' } }, 'passed'],
  ['of the driver of a claim', 33, ['bank'], { persistentVolumeClaim: { claimName: 'c' } }, 'passed'],
  ['of the driver of an ephemeral claim', 33, ['bank'], { ephemeral: { volumeClaimTemplate: {} } }, 'passed'],
  ['of an unbound claim', 33, ['bank'], { persistentVolumeClaim: { claimName: 'new' } }, 'not authorized'],
  [
    'that no volume uses',
    33,
    ['other'],
    PROJECTED,
    'system:node:n is not authorized to request tokens for this audience',
  ],
  ['that a role grants', 33, ['granted'], {}, 'passed'],
  ['beside another one', 33, ['vault', 'bank'], PROJECTED, 'node may only request 0 or 1 audiences'],
  ['that no volume uses, before the restriction', 31, ['other', 'more'], {}, 'passed'],
])('an agent asks for a token for an audience %s, at 1.%i', async (_, release, audiences, volume, expected) => {
  const restricted = new AdmissionStage(release)
    .put('pods', podWith({ nodeName: 'n', volumes: [{ name: 'v', ...volume }] }, { uid: 'uid-p' }))
    .put('storage.orch.io/csidrivers', { metadata: { name: 'safe' }, spec: { tokenRequests: [{ audience: 'bank' }] } })
    .put('persistentvolumes', { metadata: { name: 'pv' }, spec: { csi: { driver: 'safe' } } })
    .put(
      'persistentvolumeclaims',
      ...['c', 'p-v'].map((name) => ({ metadata: { name, namespace: 'ns' }, spec: { volumeName: 'pv' } })),
      { metadata: { name: 'new', namespace: 'ns' }, spec: {} },
    )
  restricted.allows = ({ verb, resource, name, namespace }) =>
    [verb, resource, namespace, name].join(' ') === 'request-serviceaccounts-token-audience granted ns a'
  const object = { metadata: {}, spec: { boundObjectRef: BOUND, audiences } }
  const asked = { of: 'serviceaccounts/token', name: 'a', object, user: NODE }
  expect(await restricted.verdict(nodeRestriction(restricted.environment), asked)).toContain(expected)
})
