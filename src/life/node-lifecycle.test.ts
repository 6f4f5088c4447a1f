import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CORE_EVENTS, NODES } from '../client/core-targets'
import { core, type LivingCluster, startLivingCluster, template } from '../testing/living'

let cluster: LivingCluster
beforeEach(async () => {
  cluster = await startLivingCluster(2)
})
afterEach(() => cluster.stop())

interface PodStatus {
  phase?: string
  conditions?: { type: string; status: string; message?: string }[]
}
const PODS = core('pods')
const pod = (name: string, spec: object = {}, annotations: object = {}) => {
  const made = template(name, 'shop:1', spec, annotations)
  return cluster.admin.create(PODS, { ...made, metadata: { ...made.metadata, name } })
}
const reaches = (name: string, phase: string) =>
  cluster.passing(
    () => cluster.admin.get(PODS, name),
    ({ status }) => (status as PodStatus).phase === phase,
  )

it('taints a silent node, evicts what no longer tolerates it, and welcomes it back', async () => {
  await pod('impatient', {
    nodeSelector: { 'orch.io/hostname': 'node-1' },
    tolerations: [
      { key: 'node.orch.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 20 },
      { key: 'node.orch.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 20 },
    ],
  })
  await reaches('impatient', 'Running')
  const unplug = (value: string | null) =>
    cluster.admin.patch(NODES, 'node-1', 'merge', {
      metadata: { annotations: { 'life.orch.io/unplugged': value } },
    })
  const taints = async () =>
    ((await cluster.admin.get(NODES, 'node-1')).spec as { taints?: { key: string; effect: string }[] }).taints ?? []
  await unplug('')
  await cluster.passing(taints, (found) => found.some(({ effect }) => effect === 'NoExecute'))
  expect((await taints()).map(({ key }) => key)).toEqual(['node.orch.io/unreachable', 'node.orch.io/unreachable'])
  await cluster.passing(
    () => cluster.admin.get(PODS, 'impatient'),
    ({ metadata }) => metadata.deletionTimestamp !== undefined,
  )
  await unplug(null)
  await cluster.passing(taints, (found) => found.length === 0)
  await cluster.passing(
    () => cluster.admin.list(PODS),
    ({ items }) => items.length === 0,
  )
  const { items } = await cluster.admin.list(core('events'))
  const told = items as unknown as { reason: string; message: string; source: { component: string } }[]
  expect(told.find(({ reason }) => reason === 'TaintManagerEviction')).toMatchObject({
    message: 'Marking for deletion Pod default/impatient',
    source: { component: 'taint-controller' },
  })
})

it('places no pod on a cordoned node', async () => {
  for (const name of ['node-1', 'node-2'])
    await cluster.admin.patch(NODES, name, 'merge', { spec: { unschedulable: true } })
  await pod('waits')
  const why = await cluster.passing(
    async () => ((await cluster.admin.get(PODS, 'waits')).status as PodStatus).conditions?.[0]?.message ?? '',
    (message) => message !== '',
  )
  expect(why).toMatch(/^0\/2 nodes are available: 2 node\(s\) were unschedulable\./)
  await cluster.admin.patch(NODES, 'node-2', 'merge', { spec: { unschedulable: null } })
  await reaches('waits', 'Running')
})

it('explains what a pod lacks, and places it when there is room', async () => {
  const resources = { requests: { cpu: '3' } }
  const big = { containers: [{ name: 'c', image: 'shop:1', resources }] }
  for (const name of ['a', 'b']) await pod(name, big)
  await reaches('a', 'Running')
  await reaches('b', 'Running')
  await pod('c', big)
  await cluster.passing(
    async () => ((await cluster.admin.get(PODS, 'c')).status as PodStatus).conditions?.[0]?.message,
    (message) => message?.startsWith('0/2 nodes are available: 2 Insufficient cpu.') === true,
  )
  await cluster.admin.delete(PODS, 'a')
  await reaches('c', 'Running')
})

it('ends and crashes pods, and reports missing images, as their annotations ask', async () => {
  await pod('ends', { restartPolicy: 'Never' }, { 'life.orch.io/duration': '3s' })
  await pod('breaks', { restartPolicy: 'Never' }, { 'life.orch.io/fail': 'crash' })
  await pod('loops', {}, { 'life.orch.io/fail': 'crash' })
  await pod('lacks', {}, { 'life.orch.io/fail': 'image' })
  await reaches('ends', 'Succeeded')
  await reaches('breaks', 'Failed')
  const first = async (name: string) =>
    (
      (await cluster.admin.get(PODS, name)).status as {
        containerStatuses?: { restartCount: number; state: { waiting?: { reason: string } } }[]
      }
    ).containerStatuses?.[0]
  await cluster.passing(
    () => first('loops'),
    (status) => (status?.restartCount ?? 0) >= 2 && status?.state.waiting?.reason === 'CrashLoopBackOff',
  )
  await cluster.passing(
    () => first('lacks'),
    (status) => status?.state.waiting?.reason === 'ImagePullBackOff',
  )
  await cluster.admin.patch(PODS, 'lacks', 'merge', { metadata: { annotations: { 'life.orch.io/fail': null } } })
  await reaches('lacks', 'Running')
})

describe('nodes that clients create', () => {
  type Conditions = Readonly<Record<string, string>>
  const statusOf = (conditions: Conditions) => ({
    conditions: Object.entries(conditions).map(([type, status]) => ({ type, status })),
  })
  const taintsOf = async (name: string) =>
    ((await cluster.admin.get(NODES, name)).spec as { taints?: { key: string; effect: string }[] }).taints?.map(
      ({ key, effect }) => `${key.replace('node.orch.io/', '')}:${effect}`,
    ) ?? []
  const report = (name: string, conditions: Conditions) =>
    cluster.admin.patch(NODES, name, 'strategic', { status: statusOf(conditions) }, { subresource: 'status' })

  it.each<[string, Conditions, object, string[]]>([
    ['no condition', {}, {}, []],
    ['ready', { Ready: 'True' }, {}, []],
    ['not ready', { Ready: 'False' }, {}, ['not-ready:NoSchedule', 'not-ready:NoExecute']],
    ['unknown', { Ready: 'Unknown' }, {}, ['unreachable:NoSchedule', 'unreachable:NoExecute']],
    ['little memory', { Ready: 'True', MemoryPressure: 'True' }, {}, ['memory-pressure:NoSchedule']],
    ['an unknown pressure', { Ready: 'True', DiskPressure: 'Unknown' }, {}, []],
    ['cordoned', { Ready: 'True' }, { unschedulable: true }, ['unschedulable:NoSchedule']],
  ])('%s', async (_, conditions, spec, expected) => {
    await cluster.admin.create(NODES, { metadata: { name: 'mine' }, spec, status: statusOf(conditions) })
    await cluster.clock.step(5_000)
    expect(await taintsOf('mine')).toEqual(expected)
  })

  it('get the older labels and the annotation of their cluster size, and are announced at the next look', async () => {
    await cluster.admin.create(NODES, { metadata: { name: 'mine', labels: { 'orch.io/os': 'linux' } } })
    const told = async () =>
      (await cluster.admin.list({ ...CORE_EVENTS, namespace: 'default' })).items
        .filter(({ involvedObject }) => (involvedObject as { name?: string }).name === 'mine')
        .map(({ reason, message, involvedObject }) => [reason, message, Object.keys(involvedObject as object)])
    await cluster.clock.step(5_000)
    const { labels, annotations } = (await cluster.admin.get(NODES, 'mine')).metadata
    expect(labels).toEqual({ 'orch.io/os': 'linux', 'beta.orch.io/os': 'linux' })
    expect(annotations).toEqual({ 'node.alpha.orch.io/ttl': '0' })
    const about = ['apiVersion', 'kind', 'name', 'uid']
    const first = ['RegisteredNode', 'Node mine event: Registered Node mine in Controller', about]
    expect(await told()).toEqual([first])
    await cluster.admin.delete(NODES, 'mine')
    await cluster.clock.step(5_000)
    // Events are listed by name, and their names have no order.
    expect(new Set(await told())).toEqual(
      new Set([first, ['RemovingNode', 'Node mine event: Removing Node mine from Controller', about]]),
    )
  })

  it('lose no pods while no node is ready', async () => {
    for (const name of ['node-1', 'node-2']) await cluster.admin.delete(NODES, name)
    await cluster.admin.create(NODES, { metadata: { name: 'mine' }, status: statusOf({ Ready: 'False' }) })
    await cluster.clock.step(6_000)
    expect(await taintsOf('mine')).toEqual(['not-ready:NoSchedule'])
    await cluster.admin.create(NODES, { metadata: { name: 'other' }, status: statusOf({ Ready: 'True' }) })
    await cluster.clock.step(6_000)
    expect(await taintsOf('mine')).toEqual(['not-ready:NoSchedule', 'not-ready:NoExecute'])
    await report('other', { Ready: 'False' })
    await cluster.clock.step(6_000)
    expect(await taintsOf('mine')).toEqual(['not-ready:NoSchedule'])
  })

  it('are unknown after a minute without any report', async () => {
    await cluster.admin.create(NODES, { metadata: { name: 'mine' } })
    await cluster.clock.step(59_000)
    expect((await cluster.admin.get(NODES, 'mine')).status).not.toHaveProperty('conditions')
    await cluster.clock.step(2_000)
    const { conditions } = (await cluster.admin.get(NODES, 'mine')).status as {
      conditions: { type: string; reason: string }[]
    }
    expect(conditions.map(({ type, reason }) => `${type}: ${reason}`)).toEqual(
      ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].map((type) => `${type}: NodeStatusNeverUpdated`),
    )
  })
})
