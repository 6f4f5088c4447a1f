import { expect, it } from 'vitest'
import { Client } from '../client/client'
import type { ApiObject } from '../machinery/object'
import { DelayedVolumes } from './delayed-volumes'
import { view } from './plugin.testing'
import type { NodeInfo } from './snapshot'

const NODE: ApiObject = { metadata: { name: 'a' }, status: { allocatable: { pods: '9' } } }
const POD: ApiObject = {
  metadata: { name: 'p', namespace: 'n', uid: 'p' },
  spec: { containers: [], volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
}
const CLASS: ApiObject = {
  metadata: { name: 'late' },
  ...{ provisioner: 'orch.io/no-provisioner', volumeBindingMode: 'WaitForFirstConsumer' },
}
const claim = (metadata: object = {}, spec: object = {}): ApiObject => ({
  metadata: { name: 'c', namespace: 'n', uid: 'c', resourceVersion: '7', ...metadata },
  spec: {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
    storageClassName: 'late',
    ...spec,
  },
})
const volume = (spec: object = {}): ApiObject => ({
  metadata: { name: 'v', resourceVersion: '3' },
  spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, storageClassName: 'late', ...spec },
  status: { phase: 'Available' },
})

/** The writes when a pod with the claim is placed on node `a`, and whether its volumes are still pending. */
async function chosen(its: ApiObject, volumes: readonly ApiObject[] = []) {
  const writes: [path: string, body: unknown][] = []
  const late = new DelayedVolumes(
    new Client(async (request) => {
      writes.push([new URL(request.url).pathname, await request.json()])
      return Response.json({})
    }),
  )
  const world = view(POD, [NODE], [], { claims: () => its, classes: () => CLASS, allVolumes: () => volumes })
  const nodes = world.nodes
  const provided = late.provide('n/p', world, nodes[0] as NodeInfo)
  await provided
  return { late, nodes, awaited: provided !== undefined, writes }
}

const CLAIM_PATH = '/api/v1/namespaces/n/persistentvolumeclaims/c'
const NAMES_NODE = { metadata: { annotations: { 'volume.orch.io/selected-node': 'a' } } }
const RESERVED = {
  metadata: { resourceVersion: '3', annotations: { 'pv.orch.io/bound-by-controller': 'yes' } },
  spec: {
    claimRef: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      name: 'c',
      namespace: 'n',
      uid: 'c',
      resourceVersion: '7',
    },
  },
}

it.each<[string, ApiObject, ApiObject[], boolean, [string, unknown][]]>([
  ['asks for nothing where the claim has its volume', claim({}, { volumeName: 'v' }), [], false, []],
  ['names the node to a claim that needs a new volume', claim(), [], true, [[CLAIM_PATH, NAMES_NODE]]],
  ['does so once', claim(NAMES_NODE.metadata), [], true, []],
  ['keeps a volume that fits for the claim', claim(), [volume()], true, [['/api/v1/persistentvolumes/v', RESERVED]]],
  [
    'keeps no volume that the binder has not seen yet',
    claim(),
    [{ ...volume(), status: { phase: 'Pending' } }],
    true,
    [[CLAIM_PATH, NAMES_NODE]],
  ],
  ['does so once as well', claim(), [volume({ claimRef: { name: 'c', namespace: 'n', uid: 'c' } })], true, []],
])('%s', async (_what, its, volumes, stillToCome, expected) => {
  const { awaited, writes } = await chosen(its, volumes)
  expect([awaited, writes]).toEqual([stillToCome, expected])
})

it('keeps the chosen node while it fits, until the pod is forgotten', async () => {
  const { late, nodes } = await chosen(claim())
  expect(late.promised('n/p', nodes)?.name).toBe('a')
  expect(late.promised('n/p', [])).toBeUndefined()
  expect(late.promised('n/other', nodes)).toBeUndefined()
  late.forget('n/p')
  expect(late.promised('n/p', nodes)).toBeUndefined()
})
