// What simulated nodes say of themselves.
import { expect, test } from 'vitest'
import { startLivingCluster } from '../testing/living'

const NODES = { group: '', version: 'v1', resource: 'nodes' }
interface NodeStatus {
  readonly declaredFeatures?: readonly string[]
  readonly conditions?: readonly { readonly type: string; readonly status: string }[]
}

test.each<[string, readonly string[] | undefined, ...string[]]>([
  ['1.35', undefined],
  ['1.35', ['GuaranteedQoSPodCPUResize'], '--feature-gates=NodeDeclaredFeatures=true'],
  [
    '1.36',
    [
      'ExtendWebSocketsToKubelet',
      'InPlacePodLevelResourcesVerticalScaling',
      'InPlacePodVerticalScalingInitContainers',
      'RestartAllContainersOnContainerExits',
    ],
  ],
  ['1.36', undefined, '--feature-gates=NodeDeclaredFeatures=false'],
])('nodes of release %s declare %j; %s', async (release, expected, ...flags) => {
  const cluster = await startLivingCluster(1, [`--release=${release}`, ...flags])
  const ready = ({ conditions = [] }: NodeStatus) =>
    conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
  const { declaredFeatures } = await cluster.passing(
    async () => ((await cluster.admin.get(NODES, 'node-1'))['status'] ?? {}) as NodeStatus,
    ready,
  )
  expect(declaredFeatures).toEqual(expected)
  await cluster.stop()
})

const LEASES = { group: 'coordination.orch.io', version: 'v1', resource: 'leases', namespace: 'orch-node-lease' }

test.each([
  { count: 2, oldestMs: 10_000, commonMs: 1 },
  { count: 101, oldestMs: 30_000, commonMs: 5_000 },
])('$count nodes have leases of at most $oldestMs ms, renewed at multiples of $commonMs ms', async (row) => {
  const cluster = await startLivingCluster(row.count)
  await cluster.clock.step(120_000)
  const { items } = await cluster.admin.list(LEASES)
  const renewed = items.map(({ spec }) => Date.parse((spec as { renewTime: string }).renewTime))
  expect(renewed).toHaveLength(row.count)
  const now = cluster.clock.now()
  expect(renewed.filter((time) => now - time > row.oldestMs || time % row.commonMs !== 0)).toEqual([])
  await cluster.stop()
})
