// What simulated nodes do with containers that stay beside others, and with new resources of running ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { core, type LivingCluster, startLivingCluster } from '../testing/living'

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(1, ['--release=1.35'])
})
afterAll(() => cluster.stop())

const PODS = core('pods')
interface Status {
  phase?: string
  observedGeneration?: number
  conditions?: { type: string; observedGeneration?: number }[]
  containerStatuses?: Container[]
  initContainerStatuses?: Container[]
}
interface Container {
  name: string
  ready: boolean
  restartCount: number
  resources?: object
  allocatedResources?: { cpu?: string }
  state: { running?: object; terminated?: object }
}
const statusOf = ({ status = {} }: ApiObject) => status as Status
const until = (name: string, holds: (status: Status) => boolean) =>
  cluster.passing(async () => statusOf(await cluster.admin.get(PODS, name)), holds)
const resources = (cpu: string) => ({ requests: { cpu }, limits: { cpu: '2' } })

test('a sidecar starts before the others, and ends after them', async () => {
  await cluster.admin.create(PODS, {
    metadata: { name: 'pair', annotations: { 'life.orch.io/duration': '20s' } },
    spec: {
      restartPolicy: 'Never',
      initContainers: [
        { name: 'log', image: 'log:1', restartPolicy: 'Always' },
        { name: 'once', image: 'once:1' },
      ],
      containers: [{ name: 'main', image: 'main:1' }],
    },
  })
  const begun = await until('pair', ({ phase }) => phase === 'Running')
  expect(begun.initContainerStatuses?.map(({ name, state }) => [name, Object.keys(state)])).toEqual([
    ['log', ['running']],
    ['once', ['terminated']],
  ])
  const over = await until('pair', ({ phase }) => phase === 'Succeeded')
  const all = [...(over.initContainerStatuses ?? []), ...(over.containerStatuses ?? [])]
  expect(all.map(({ state }) => Object.keys(state))).toEqual([['terminated'], ['terminated'], ['terminated']])
})

const resize = (name: string, cpu: string) =>
  cluster.admin.patch(
    PODS,
    name,
    'strategic',
    { spec: { containers: [{ name: 'c', resources: { requests: { cpu } } }] } },
    { subresource: 'resize' },
  )

test.each([
  ['NotRequired', 0],
  ['RestartContainer', 1],
])('a running pod gets other resources; with %s after %i restarts', async (restartPolicy, restarts) => {
  const name = restartPolicy.toLowerCase()
  const resizePolicy = [{ resourceName: 'cpu', restartPolicy }]
  await cluster.admin.create(PODS, {
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'c:1', resources: resources('100m'), resizePolicy }] },
  })
  const first = await until(name, ({ phase }) => phase === 'Running')
  expect(first.containerStatuses?.[0]).toMatchObject({
    resources: resources('100m'),
    allocatedResources: { cpu: '100m' },
  })
  await resize(name, '200m')
  const cpu = (status: Status) => status.containerStatuses?.[0]?.allocatedResources?.cpu
  const after = await until(name, (status) => cpu(status) === '200m')
  expect(after.containerStatuses?.[0]).toMatchObject({ resources: resources('200m'), restartCount: restarts })
  const { items } = await cluster.admin.list({ group: '', version: 'v1', resource: 'events', namespace: 'default' })
  const told = items.filter(
    ({ regarding, involvedObject }) => ((involvedObject ?? regarding) as { name?: string } | undefined)?.name === name,
  )
  expect(told.map((event) => event['reason'])).toEqual(expect.arrayContaining(['ResizeStarted', 'ResizeCompleted']))
})

const LITTLE = { requests: { cpu: '100m' } }
test('the status says why a node cannot resize a pod, until the pod requests less', async () => {
  await cluster.admin.create(PODS, {
    metadata: { name: 'big' },
    spec: { containers: [{ name: 'c', image: 'c:1', resources: LITTLE }] },
  })
  await until('big', ({ phase }) => phase === 'Running')
  await resize('big', '64')
  const pending = await until('big', ({ conditions = [] }) =>
    conditions.some(({ type, observedGeneration }) => type === 'PodResizePending' && observedGeneration === 2),
  )
  expect(pending.conditions).toContainEqual(
    expect.objectContaining({ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }),
  )
  expect(pending.containerStatuses?.[0]).toMatchObject({ resources: LITTLE })
  await resize('big', '100m')
  await until('big', ({ conditions = [] }) => conditions.every(({ type }) => type !== 'PodResizePending'))
})

test('the status contains the generation of the pod that it describes', async () => {
  const containers = [{ name: 'c', image: 'i:1' }]
  await cluster.admin.create(PODS, { metadata: { name: 'told' }, spec: { containers } })
  const told = (generation: number) =>
    until('told', ({ phase, observedGeneration, conditions = [] }) => {
      const own = conditions.map((condition) => condition.observedGeneration)
      return phase === 'Running' && observedGeneration === generation && own.every((one) => one === generation)
    })
  await told(1)
  await cluster.admin.patch(PODS, 'told', 'strategic', { spec: { containers: [{ name: 'c', image: 'i:2' }] } })
  await told(2)
})
