// The rules of one reconciliation, with pods that only the test changes.
import { expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { world, type World } from '../../testing/controller-world'
import { daemonSet } from './daemon-set'

const template = (more: object = {}) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'c', image: 'shop:1' }], ...more },
})
const READY = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2023-06-01T11:00:00Z' }],
}

async function start(spec: object = {}, nodes = ['a'], release = 20): Promise<World> {
  const cluster = world()
  for (const name of nodes) cluster.api.put('nodes', { metadata: { name }, spec: {} })
  cluster.api.put('daemonsets', {
    metadata: { name: 'web', namespace: 'n', generation: 1 },
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: template(),
      updateStrategy: { type: 'OnDelete' },
      ...spec,
    },
  })
  await cluster.start(daemonSet, { release })
  return cluster
}
const web = ({ api }: World) => api.get('daemonsets', 'n', 'web') as ApiObject
const put = (
  cluster: World,
  name: string,
  nodeName: string | undefined,
  status: object,
  more: Partial<ApiObject['metadata']> = {},
) =>
  cluster.api.put('pods', {
    metadata: {
      name,
      namespace: 'n',
      labels: { app: 'web' },
      ownerReferences: [
        {
          apiVersion: 'apps/v1',
          kind: 'DaemonSet',
          name: 'web',
          uid: web(cluster).metadata.uid ?? '',
          controller: true,
        },
      ],
      ...more,
    },
    spec: nodeName
      ? { nodeName }
      : {
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', values: ['gone'] }] }],
              },
            },
          },
        },
    status,
  })
const deleted = ({ api }: World) => api.writes.filter((write) => write.startsWith('DELETE pods'))
const eventsOf = ({ api }: World) =>
  api.list('events').map(({ type, reason, message }) => [type, reason, message].join(' '))

it('deletes failed pods of a node less and less often', async () => {
  const cluster = await start({}, [])
  let count = 0
  cluster.api.answer = (method, { collection }) =>
    method === 'POST' && collection === 'pods'
      ? Response.json(put(cluster, `p${++count}`, 'a', { phase: 'Failed' }), { status: 201 })
      : undefined
  cluster.api.put('nodes', { metadata: { name: 'a' }, spec: {} })
  await cluster.api.settled()
  const times: number[] = []
  for (let second = 0; second < 9; second++) {
    while (deleted(cluster).length > times.length) times.push(second)
    await cluster.clock.step(1000)
    await cluster.api.settled()
  }
  expect(times).toEqual([0, 1, 3, 7])
  expect(eventsOf(cluster)).toContain(
    'Warning FailedDaemonPod Found failed daemon pod n/p1 on node a, will try to kill it',
  )
})

it.each([
  [20, []],
  [27, ['DELETE pods done']],
])('recreates pods that have ended without an error by release: 1.%i', async (release, expected) => {
  const cluster = await start({}, [], release)
  put(cluster, 'done', 'a', { phase: 'Succeeded' })
  cluster.api.put('nodes', { metadata: { name: 'a' }, spec: {} })
  await cluster.api.settled()
  expect(deleted(cluster)).toEqual(expected)
})

it('keeps the oldest of several pods that have the node, and counts only it', async () => {
  const cluster = await start({}, [])
  put(cluster, 'young', 'a', READY, { creationTimestamp: '2023-06-01T12:00:09Z' })
  put(cluster, 'old', 'a', { phase: 'Pending' }, { creationTimestamp: '2023-06-01T12:00:00Z' })
  cluster.api.put('nodes', { metadata: { name: 'a' }, spec: {} })
  await cluster.api.settled()
  expect(deleted(cluster)).toEqual(['DELETE pods young'])
  expect(web(cluster).status).toMatchObject({ currentNumberScheduled: 1, numberReady: 0 })
})

it('deletes pods of nodes that are gone only if they still wait for them', async () => {
  const cluster = await start({}, [])
  put(cluster, 'bound', 'gone', READY)
  put(cluster, 'waiting', undefined, { phase: 'Pending' })
  await cluster.api.settled()
  expect(deleted(cluster)).toEqual(['DELETE pods waiting'])
})

it('pins pods to their nodes, and replaces equal tolerations', async () => {
  const terms = [{ matchExpressions: [{ key: 'size', operator: 'DoesNotExist' }] }]
  const unreachable = { key: 'node.orch.io/unreachable', operator: 'Exists', effect: 'NoExecute' }
  const cluster = await start({
    template: template({
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
      tolerations: [{ ...unreachable, tolerationSeconds: 9 }],
    }),
  })
  const [pod] = cluster.api.list('pods')
  expect(pod?.spec).toMatchObject({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }],
        },
      },
    },
  })
  const { tolerations } = pod?.spec as { tolerations: object[] }
  expect(tolerations[0]).toEqual(unreachable)
  expect(tolerations).toHaveLength(6)
})
