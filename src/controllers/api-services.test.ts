import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { createMemoryStore } from '../store/memory'
import type { Store } from '../store/store'
import { startCluster, type TestCluster } from '../testing/cluster'
import { eventually } from '../testing/eventually'
import { API_SERVICES, AUTOMANAGED } from './api-services'

interface ApiService extends ApiObject {
  spec: { group?: string; version?: string; groupPriorityMinimum?: number; versionPriority?: number }
  status?: { conditions?: { type: string; status: string; reason: string; message: string }[] }
}

const CRDS = { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' }
let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster(['--controllers='])
})
afterAll(() => cluster.stop())

const all = async (from = cluster) => (await from.admin.list(API_SERVICES)).items as ApiService[]
const get = (name: string) => cluster.admin.get<ApiService>(API_SERVICES, name)
const available = ({ status }: ApiService) => {
  const condition = status?.conditions?.find(({ type }) => type === 'Available')
  return condition && [condition.status, condition.reason]
}
const soon = (check: () => Promise<void>) => eventually(check)
const definition = (group: string) => ({
  metadata: { name: `things.${group}` },
  spec: {
    group,
    scope: 'Cluster',
    names: { plural: 'things', kind: 'Thing' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
})

describe('at the start', () => {
  test.each(['1.20', '1.25', '1.29', '1.33', '1.36'])(
    'every version that %s serves has one, but their own',
    async (release) => {
      const started = await startCluster(['--controllers=', `--release=${release}`])
      const { groups } = await started.admin.json<{ groups: { versions: { groupVersion: string }[] }[] }>(
        'GET',
        '/apis',
      )
      const served = groups.flatMap(({ versions }) => versions.map(({ groupVersion }) => groupVersion))
      const names = served.map((text) => text.split('/').reverse().join('.')).concat('v1.')
      const own = names.filter((name) => name.endsWith('.apiregistration.orch.io'))
      expect(own).not.toEqual([])
      expect((await all(started)).map(({ metadata }) => metadata.name).sort()).toEqual(
        names.filter((name) => !own.includes(name)).sort(),
      )
      await started.stop()
    },
  )
  test('each is local, available and made by the server', async () => {
    for (const service of await all()) {
      expect(available(service), service.metadata.name).toEqual(['True', 'Local'])
      expect(service.metadata.labels).toEqual({ [AUTOMANAGED]: 'onstart' })
      expect(service.metadata.managedFields?.[0]?.manager).toBe('orch-apiserver')
    }
  })
  test.each([
    ['v1.', 18_000, 1],
    ['v1.apps', 17_800, 15],
    ['v2.autoscaling', 17_500, 30],
    ['v1.rbac.authorization.orch.io', 17_000, 15],
  ])('%s has the priorities %i and %i', async (name, groupPriorityMinimum, versionPriority) => {
    expect((await get(name)).spec).toMatchObject({ groupPriorityMinimum, versionPriority })
  })
  test('one that was deleted stays deleted until the next start', async () => {
    await cluster.admin.delete(API_SERVICES, 'v1.batch')
    await cluster.admin.create(CRDS, definition('later.example.com'))
    await soon(async () => void (await get('v1.later.example.com')))
    await expect(get('v1.batch')).rejects.toThrow('not found')
  })
})

describe('custom types', () => {
  test('have one as long as they are served', async () => {
    await cluster.admin.create(CRDS, definition('one.example.com'))
    await soon(async () => {
      const { metadata, spec } = await get('v1.one.example.com')
      expect(metadata.labels).toEqual({ [AUTOMANAGED]: 'true' })
      expect(spec).toMatchObject({ groupPriorityMinimum: 1000, versionPriority: 100 })
    })
    await cluster.admin.delete(API_SERVICES, 'v1.one.example.com')
    await soon(async () => expect(available(await get('v1.one.example.com'))).toEqual(['True', 'Local']))
    await cluster.admin.delete(CRDS, 'things.one.example.com')
    await soon(() => expect(get('v1.one.example.com')).rejects.toThrow('not found'))
  })
  test('one that somebody changed is corrected; without the label it is theirs', async () => {
    await cluster.admin.create(CRDS, definition('two.example.com'))
    await soon(async () => void (await get('v1.two.example.com')))
    const patch = (body: unknown) => cluster.admin.patch(API_SERVICES, 'v1.two.example.com', 'merge', body)
    await patch({ spec: { versionPriority: 7 } })
    await soon(async () => expect((await get('v1.two.example.com')).spec.versionPriority).toBe(100))
    await patch({ metadata: { labels: null }, spec: { versionPriority: 7 } })
    await cluster.admin.delete(CRDS, 'things.two.example.com')
    await soon(() => expect(cluster.admin.get(CRDS, 'things.two.example.com')).rejects.toThrow('not found'))
    expect((await get('v1.two.example.com')).spec.versionPriority).toBe(7)
  })
})

test('one that points to a service says why it is not available', async () => {
  const name = 'v1.far.example.com'
  const reason = (expected: string) => soon(async () => expect(available(await get(name))).toEqual(['False', expected]))
  await cluster.admin.create(API_SERVICES, {
    metadata: { name },
    spec: {
      group: 'far.example.com',
      version: 'v1',
      groupPriorityMinimum: 100,
      versionPriority: 10,
      service: { namespace: 'default', name: 'far', port: 443 },
    },
  })
  await reason('ServiceNotFound')
  const services = { group: '', version: 'v1', resource: 'services', namespace: 'default' }
  const service = (port: number) => ({ metadata: { name: 'far' }, spec: { ports: [{ name: 'web', port }] } })
  await cluster.admin.create(services, service(80))
  await reason('ServicePortError')
  await cluster.admin.patch(services, 'far', 'merge', service(443))
  await reason('EndpointsNotFound')
  const subsets = (addresses: string) => [{ [addresses]: [{ ip: '10.1.1.1' }], ports: [{ name: 'web', port: 443 }] }]
  const endpoints = { ...services, resource: 'endpoints' }
  await cluster.admin.create(endpoints, { metadata: { name: 'far' }, subsets: subsets('notReadyAddresses') })
  await reason('MissingEndpoints')
  await cluster.admin.patch(endpoints, 'far', 'merge', { subsets: subsets('addresses') })
  await reason('FailedDiscoveryCheck')
})

test('the next start restores the server’s own objects, and removes those that its release does not serve', async () => {
  let store: Store | undefined
  const openStore = (clock: Parameters<typeof createMemoryStore>[0]['clock']) =>
    Promise.resolve((store ??= createMemoryStore({ clock })))
  const before = await startCluster(['--controllers=', '--release=1.24'], { openStore })
  await before.admin.delete(API_SERVICES, 'v1.apps')
  await before.admin.patch(API_SERVICES, 'v1.batch', 'merge', { spec: { versionPriority: 3 } })
  expect((await all(before)).map(({ metadata }) => metadata.name)).toContain('v1beta1.batch')
  await before.controlPlane.stop()
  const after = await startCluster(['--controllers=', '--release=1.25'], { openStore })
  const found = new Map((await all(after)).map((service) => [service.metadata.name, service]))
  expect(found.get('v1.batch')?.spec.versionPriority).toBe(15)
  expect(found.has('v1.apps')).toBe(true)
  await soon(async () => expect((await all(after)).map(({ metadata }) => metadata.name)).not.toContain('v1beta1.batch'))
  await after.stop()
})

test('without their own kind there are none, and the server starts', async () => {
  const other = await startCluster(['--controllers=', '--runtime-config=apiregistration.orch.io/v1=false'])
  await expect(all(other)).rejects.toThrow()
  await other.stop()
})
