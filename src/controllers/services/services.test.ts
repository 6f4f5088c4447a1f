import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiObject } from '../../machinery/object'
import { apps, core, type LivingCluster, startLivingCluster, template } from '../../testing/living'

let cluster: LivingCluster
beforeAll(async () => {
  cluster = await startLivingCluster(2)
})
afterAll(() => cluster.stop())

const SLICES = { group: 'discovery.orch.io', version: 'v1', resource: 'endpointslices', namespace: 'default' }
const INGRESSES = { group: 'networking.orch.io', version: 'v1', resource: 'ingresses', namespace: 'default' }
const DEPLOYMENTS = apps('deployments')

const container = { name: 'c', image: 'shop:1', ports: [{ name: 'web', containerPort: 8080 }] }
const deploy = (name: string, replicas: number) =>
  cluster.admin.create(DEPLOYMENTS, {
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      template: template(name, '', { containers: [container] }),
    },
  })
const expose = (name: string, more: object = {}) =>
  cluster.admin.create(core('services'), {
    metadata: { name, labels: { team: 'shop' } },
    spec: { selector: { app: name }, ports: [{ name: 'http', port: 80, targetPort: 'web' }], ...more },
  })

interface Subset {
  addresses?: { ip: string; nodeName: string; targetRef: { name: string } }[]
  notReadyAddresses?: object[]
  ports?: object[]
}
const subsetsOf = (object: ApiObject) => (object['subsets'] ?? []) as Subset[]
const endpointsOf = (name: string) => cluster.admin.get(core('endpoints'), name).catch(() => undefined)
const slicesOf = async (name: string) =>
  (await cluster.admin.list(SLICES, { query: { labelSelector: `orch.io/service-name=${name}` } })).items
const ready = async (name: string, count: number) =>
  cluster.passing(
    () => endpointsOf(name),
    (found) => found !== undefined && subsetsOf(found).flatMap(({ addresses = [] }) => addresses).length === count,
  )

it('follows the pods behind a service, in endpoints and in slices', async () => {
  await expose('web')
  await deploy('web', 3)
  const found = await ready('web', 3)
  expect(found?.metadata.labels).toEqual({ team: 'shop' })
  expect(subsetsOf(found as ApiObject)).toHaveLength(1)
  expect(subsetsOf(found as ApiObject)[0]?.ports).toEqual([{ name: 'http', port: 8080, protocol: 'TCP' }])
  const [slice, ...more] = await slicesOf('web')
  expect(more).toEqual([])
  expect(slice?.metadata.labels).toEqual({
    team: 'shop',
    'orch.io/service-name': 'web',
    'endpointslice.orch.io/managed-by': 'endpointslice-controller.orch.io',
  })
  expect(slice).toMatchObject({ addressType: 'IPv4', ports: [{ name: 'http', port: 8080, protocol: 'TCP' }] })
  expect(slice?.['endpoints']).toHaveLength(3)
  await cluster.admin.patch(DEPLOYMENTS, 'web', 'merge', { spec: { replicas: 1 } })
  await ready('web', 1)
  await cluster.passing(
    () => slicesOf('web'),
    ([one]) => (one?.['endpoints'] as object[]).length === 1,
  )
})

it('keeps pods that are not ready apart', async () => {
  await expose('slow')
  await cluster.admin.create(DEPLOYMENTS, {
    metadata: { name: 'slow' },
    spec: {
      replicas: 1,
      selector: { matchLabels: { app: 'slow' } },
      template: template('slow', '', { containers: [container] }, { 'life.orch.io/fail': 'probe' }),
    },
  })
  const found = await cluster.passing(
    () => endpointsOf('slow'),
    (object) => object !== undefined && subsetsOf(object).some(({ notReadyAddresses }) => notReadyAddresses),
  )
  expect(subsetsOf(found as ApiObject)[0]?.addresses).toBeUndefined()
})

it('creates empty endpoints and one empty slice for a service without pods, and deletes them with it', async () => {
  await expose('nobody', { clusterIP: 'None' })
  const found = await cluster.passing(
    () => endpointsOf('nobody'),
    (object) => object !== undefined,
  )
  expect(subsetsOf(found as ApiObject)).toEqual([])
  expect(found?.metadata.labels?.['service.orch.io/headless']).toBe('')
  await cluster.passing(
    () => slicesOf('nobody'),
    (slices) => slices.length === 1 && (slices[0]?.['endpoints'] as unknown[] | undefined)?.length !== 1,
  )
  await cluster.admin.delete(core('services'), 'nobody')
  await cluster.passing(
    async () => [await endpointsOf('nobody'), (await slicesOf('nobody')).length] as const,
    ([endpoints, slices]) => endpoints === undefined && slices === 0,
  )
})

it('does not change endpoints managed by others', async () => {
  const subsets = [{ addresses: [{ ip: '192.0.2.7' }], ports: [{ port: 1, protocol: 'TCP' }] }]
  await cluster.admin.create(core('endpoints'), { metadata: { name: 'outside' }, subsets })
  await cluster.admin.create(core('services'), { metadata: { name: 'outside' }, spec: { ports: [{ port: 1 }] } })
  await cluster.passing(
    () => cluster.admin.get(core('services'), 'outside'),
    () => true,
  )
  expect((await endpointsOf('outside'))?.['subsets']).toEqual(subsets)
})

it('gives load balancers and ingresses unroutable addresses, each load balancer its own', async () => {
  const addressOf = ({ status }: ApiObject) =>
    (status as { loadBalancer?: { ingress?: { ip: string }[] } } | undefined)?.loadBalancer?.ingress?.[0]?.ip
  const address = (target: typeof INGRESSES, name: string) =>
    cluster.passing(
      async () => addressOf(await cluster.admin.get(target, name)),
      (ip) => ip !== undefined,
    )
  await expose('a', { type: 'LoadBalancer' })
  await expose('b', { type: 'LoadBalancer' })
  const given = [
    await address(core('services') as typeof INGRESSES, 'a'),
    await address(core('services') as typeof INGRESSES, 'b'),
  ]
  expect(given.sort()).toEqual(['203.0.113.1', '203.0.113.2'])
  await cluster.admin.patch(core('services'), 'a', 'merge', { spec: { type: 'ClusterIP' } })
  await cluster.passing(
    async () => addressOf(await cluster.admin.get(core('services'), 'a')),
    (ip) => ip === undefined,
  )
  await cluster.admin.create(INGRESSES, {
    metadata: { name: 'front' },
    spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
  })
  expect(await address(INGRESSES, 'front')).toBe('198.51.100.1')
  expect(cluster.messages.filter((message) => /forbidden|cannot/i.test(message))).toEqual([])
})
