// What simulated nodes say of themselves.
import { expect, test } from 'vitest'
import { core, startLivingCluster, template } from '../testing/living'

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

test('a node that a client adds gets what it lacks, becomes ready, and runs pods', async () => {
  const cluster = await startLivingCluster(1)
  const { admin } = cluster
  await admin.create(NODES, {
    metadata: { name: 'large', labels: { size: 'xl' }, annotations: { 'life.orch.io/simulated': '' } },
    status: { capacity: { cpu: '16' }, allocatable: { cpu: '16', memory: '8Gi', pods: '10' } },
  })
  await admin.create(NODES, { metadata: { name: 'plain', annotations: { 'life.orch.io/simulated': '' } } })
  const node = async (name: string) => (await admin.get(NODES, name)) as { spec?: object; status?: NodeStatus }
  const isReady = ({ status }: { status?: NodeStatus }) =>
    (status?.conditions ?? []).some(({ type, status: value }) => type === 'Ready' && value === 'True')
  const large = await cluster.passing(() => node('large'), isReady)
  const plain = await cluster.passing(() => node('plain'), isReady)
  expect(large).toMatchObject({
    metadata: { labels: { size: 'xl', 'orch.io/hostname': 'large' } },
    spec: { podCIDR: '10.244.2.0/24' },
    status: { capacity: { cpu: '16' } },
  })
  expect(plain).toMatchObject({
    spec: { podCIDR: '10.244.3.0/24' },
    status: { capacity: { cpu: '4', memory: '16Gi' } },
  })
  const { spec, metadata } = template('a')
  await admin.create(core('pods'), {
    metadata: { ...metadata, name: 'a' },
    spec: { ...spec, nodeSelector: { 'orch.io/hostname': 'plain' } },
  })
  const pod = await cluster.passing(
    () => admin.get(core('pods'), 'a'),
    ({ status }) => (status as { phase?: string }).phase === 'Running',
  )
  expect(pod.status).toMatchObject({ podIP: '10.244.3.2' })
  await cluster.stop()
})

test('a node offers the extended resources that clients add to its capacity, until they are removed', async () => {
  const cluster = await startLivingCluster(1)
  const { admin } = cluster
  const set = (amount: string | null) =>
    admin.patch(
      NODES,
      'node-1',
      'merge',
      { status: { capacity: { 'example.com/foo': amount } } },
      { subresource: 'status' },
    )
  const offered = async () =>
    ((await admin.get(NODES, 'node-1')).status as { allocatable: Record<string, string> }).allocatable
  for (const amount of ['3', '5']) {
    await set(amount)
    await cluster.passing(offered, (resources) => resources['example.com/foo'] === amount)
  }
  await set(null)
  const left = await cluster.passing(offered, (resources) => !('example.com/foo' in resources))
  expect(left).toMatchObject({ cpu: '3900m', pods: '110' })
  await cluster.stop()
})
