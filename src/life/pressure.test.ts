// Nodes that are short of a resource: their conditions, taints and events, and which pods they evict.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CORE_EVENTS, NODES } from '../client/core-targets'
import type { ApiObject } from '../machinery/object'
import { core, type LivingCluster, startLivingCluster } from '../testing/living'
import { evicts, leavesNext } from './pressure'

const node = (type?: string): ApiObject => ({
  metadata: { name: 'n' },
  status: { conditions: type ? [{ type, status: 'True' }] : [] },
})
const pod = (name: string, memory?: string, priority?: number, more: object = {}): ApiObject => ({
  metadata: { name },
  spec: {
    ...(priority && { priority }),
    containers: [{ name: 'c', image: 'shop:1', resources: { requests: { ...(memory && { memory }) } } }],
  },
  ...more,
})

it.each<[string, ApiObject, ApiObject[], string | undefined, boolean]>([
  ['no pressure', pod('a'), [], undefined, false],
  ['the only one', pod('a'), [], 'MemoryPressure', true],
  ['without a request before others', pod('b'), [pod('a', '1Gi')], 'MemoryPressure', true],
  ['with a request after others', pod('a', '1Gi'), [pod('b')], 'DiskPressure', false],
  ['low priority first', pod('b', '1Gi'), [pod('a', '1Gi', 10)], 'PIDPressure', true],
  ['critical pods never', pod('a', undefined, 2_000_000_000), [], 'MemoryPressure', false],
  [
    'not after a pod that has left',
    pod('b'),
    [pod('a', undefined, 0, { status: { phase: 'Failed' } })],
    'MemoryPressure',
    true,
  ],
  ['another condition', pod('a'), [], 'NetworkUnavailable', false],
])('who leaves: %s', (_, one, others, condition, expected) => {
  expect(leavesNext(one, { node: node(condition), others: () => others })).toBe(expected)
})

const context = (release: number, condition = 'MemoryPressure') => ({
  now: '2024-01-01T00:00:00Z',
  release,
  node: node(condition),
  address: () => '',
})
it.each([
  [
    25,
    'MemoryPressure',
    'The node was low on resource: memory. Container c was using 32Mi, which exceeds its request of 0. ',
  ],
  [
    26,
    'MemoryPressure',
    'The node was low on resource: memory. Threshold quantity: 100Mi, available: 61Mi. Container c was using 32Mi, request is 0, has larger consumption of memory. ',
  ],
  [26, 'DiskPressure', 'The node was low on resource: ephemeral-storage. Threshold quantity: 10Gi, available: 8Gi. '],
  [26, 'PIDPressure', 'The node was low on resource: pids. '],
])('1.%i, %s', (release, condition, message) => {
  expect(evicts(pod('a'), context(release, condition))[0]?.message).toBe(message)
})

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(1, ['--release=1.36'])
})
afterAll(() => cluster.stop())

it('a node under pressure is tainted, and evicts one pod after another until it has room again', async () => {
  const { admin, clock } = cluster
  for (const [name, memory] of [
    ['greedy', undefined],
    ['modest', '64Mi'],
    ['asking', '128Mi'],
  ])
    await admin.create(core('pods'), pod(name ?? '', memory))
  const phases = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await admin.list(core('pods'))).items.map(({ metadata, status }) => [
        metadata.name ?? '',
        (status as { phase: string }).phase,
      ]),
    )
  const short = (value: string | null) =>
    admin.patch(NODES, 'node-1', 'merge', { metadata: { annotations: { 'life.orch.io/pressure': value } } })
  await cluster.passing(phases, (all) => Object.values(all).every((phase) => phase === 'Running'))
  await short('memory')
  await clock.step(5000)
  const { spec } = await admin.get(NODES, 'node-1')
  expect(spec).toMatchObject({ taints: [{ key: 'node.orch.io/memory-pressure', effect: 'NoSchedule' }] })
  await cluster.passing(phases, ({ modest }) => modest === 'Failed')
  expect(await phases()).toEqual({ greedy: 'Failed', modest: 'Failed', asking: 'Running' })
  await short(null)
  await clock.step(60_000)
  expect((await phases())['asking']).toBe('Running')
  expect((await admin.get(NODES, 'node-1')).spec).not.toHaveProperty('taints')
  const { reason, conditions } = (await admin.get(core('pods'), 'greedy')).status as {
    reason: string
    conditions: { type: string; status: string; reason?: string }[]
  }
  expect(reason).toBe('Evicted')
  expect(conditions.find(({ type }) => type === 'DisruptionTarget')).toMatchObject({
    status: 'True',
    reason: 'TerminationByKubelet',
  })
  const { items } = await admin.list({ ...CORE_EVENTS, namespace: 'default' })
  const reasons = items.map((event) => (event as unknown as { reason: string }).reason)
  expect(reasons).toEqual(expect.arrayContaining(['NodeHasInsufficientMemory', 'NodeHasSufficientMemory', 'Evicted']))
})
