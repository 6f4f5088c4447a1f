import { afterAll, beforeAll, expect, it } from 'vitest'
import { NODES } from '../../client/core-targets'
import { core, type LivingCluster, startLivingCluster } from '../../testing/living'

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(4, ['--release=1.30'])
})
afterAll(() => cluster.stop())

const PODS = core('pods')
interface Status {
  phase?: string
  conditions?: { type: string; status: string; reason?: string; message?: string }[]
}
const statusOf = async (name: string) => (await cluster.admin.get(PODS, name)).status as Status
/** A pod that fills a node, and stays to be looked at once it is deleted. */
const runs = async (name: string, node: string) => {
  const resources = { requests: { cpu: '3' } }
  await cluster.admin.create(PODS, {
    metadata: { name, finalizers: ['example.com/hold'] },
    spec: { nodeSelector: { 'orch.io/hostname': node }, containers: [{ name: 'c', image: 'shop:1', resources }] },
  })
  await cluster.passing(
    () => statusOf(name),
    ({ phase }) => phase === 'Running',
  )
}

it.each<[by: string, node: string, end: (name: string) => Promise<unknown>, reason: string, message: string]>([
  [
    'evicts',
    'node-1',
    (name) =>
      cluster.admin.create(
        PODS,
        { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } },
        { name, subresource: 'eviction' },
      ),
    'EvictionByEvictionAPI',
    'Eviction API: evicting',
  ],
  [
    'taints its node',
    'node-2',
    () => cluster.admin.patch(NODES, 'node-2', 'merge', { spec: { taints: [{ key: 'k', effect: 'NoExecute' }] } }),
    'DeletionByTaintManager',
    'Taint manager: deleting due to NoExecute taint',
  ],
  [
    'needs its room',
    'node-3',
    async () => {
      const { group, version, resource } = { group: 'scheduling.orch.io', version: 'v1', resource: 'priorityclasses' }
      await cluster.admin.create({ group, version, resource }, { metadata: { name: 'urgent' }, value: 1000 })
      const resources = { requests: { cpu: '3' } }
      const spec = {
        priorityClassName: 'urgent',
        nodeSelector: { 'orch.io/hostname': 'node-3' },
        containers: [{ name: 'c', image: 'shop:1', resources }],
      }
      await cluster.admin.create(PODS, { metadata: { name: 'urgent' }, spec })
    },
    'PreemptionByScheduler',
    'default-scheduler: preempting to accommodate a higher priority pod',
  ],
  [
    'takes its node away',
    'node-4',
    () => cluster.admin.delete(NODES, 'node-4'),
    'DeletionByPodGC',
    'PodGC: node no longer exists',
  ],
])('a pod says so when somebody %s', async (_, node, end, reason, message) => {
  await runs(`on-${node}`, node)
  await end(`on-${node}`)
  const { phase, conditions } = await cluster.passing(
    () => statusOf(`on-${node}`),
    (status) => status.conditions?.some(({ type }) => type === 'DisruptionTarget') === true,
  )
  expect(conditions?.find(({ type }) => type === 'DisruptionTarget')).toMatchObject({ status: 'True', reason, message })
  expect(phase).toBe(reason === 'DeletionByPodGC' ? 'Failed' : 'Running')
  await cluster.passing(
    () => cluster.admin.get(PODS, `on-${node}`),
    ({ metadata }) => metadata.deletionTimestamp !== undefined,
  )
  expect(cluster.messages.filter((text) => /forbidden|cannot/i.test(text))).toEqual([])
})
