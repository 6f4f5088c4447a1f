import { afterAll, beforeAll, expect, test } from 'vitest'
import { isStatus } from '../client/status-error'
import { equal } from '../machinery/json'
import { startCluster, type TestCluster } from '../testing/cluster'
import { until } from '../testing/until'

const core = (resource: string, namespace?: string) => ({ group: '', version: 'v1', resource, namespace })

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

async function namespaceWith(name: string, hard: object, spec: object = {}): Promise<() => Promise<object>> {
  const { admin } = cluster
  await admin.create(core('namespaces'), { metadata: { name } })
  await until(() => admin.get(core('serviceaccounts', name), 'default').catch(() => undefined), Boolean)
  await admin.create(core('resourcequotas', name), { metadata: { name: 'q' }, spec: { hard, ...spec } })
  const status = async () =>
    (await admin.get(core('resourcequotas', name), 'q')).status as { hard?: object; used?: object }
  await until(status, ({ hard: set }) => equal(set, hard))
  return async () => (await status()).used ?? {}
}
const pod = (name: string, more: object = {}) => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '100m' } } }], ...more },
})

test('existing objects count, deleted ones are released, and ended pods count only as objects', async () => {
  const { admin } = cluster
  const used = await namespaceWith('life', { pods: '9', 'count/pods': '9', 'requests.cpu': '1' })
  for (const name of ['a', 'b', 'c']) await admin.create(core('pods', 'life'), pod(name))
  expect(await used()).toEqual({ pods: '3', 'count/pods': '3', 'requests.cpu': '300m' })
  await admin.delete(core('pods', 'life'), 'a')
  await until(used, (now) => equal(now, { 'count/pods': '2', pods: '2', 'requests.cpu': '200m' }))
  await admin.patch(core('pods', 'life'), 'b', 'merge', { status: { phase: 'Succeeded' } }, { subresource: 'status' })
  await until(used, (now) => equal(now, { 'count/pods': '2', pods: '1', 'requests.cpu': '100m' }))
})

test('a raised limit applies as soon as the status shows it', async () => {
  const { admin } = cluster
  await namespaceWith('raise', { configmaps: '0' })
  const create = () => admin.create(core('configmaps', 'raise'), { metadata: { name: 'a' } })
  await expect(create()).rejects.toThrow('exceeded quota')
  await admin.patch(core('resourcequotas', 'raise'), 'q', 'merge', { spec: { hard: { configmaps: '9' } } })
  await until(
    () =>
      create().then(
        () => 'created',
        (error: unknown) => (isStatus(error, 'AlreadyExists') ? 'created' : 'refused'),
      ),
    (verdict) => verdict === 'created',
  )
})

test('of many writers at once only so many get through, and the controller agrees', async () => {
  const { admin } = cluster
  const used = await namespaceWith('race', { configmaps: '10', 'count/configmaps': '10' })
  // The root certificate is published there, too.
  await until(used, (now) => equal(now, { configmaps: '1', 'count/configmaps': '1' }))
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => admin.create(core('configmaps', 'race'), { metadata: { name: `m-${i}` } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  expect((await admin.list(core('configmaps', 'race'))).items).toHaveLength(10)
  await until(used, (now) => equal(now, { configmaps: '10', 'count/configmaps': '10' }))
})

test('objects of custom types are counted', async () => {
  const { admin } = cluster
  await admin.create(
    { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' },
    {
      metadata: { name: 'widgets.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    },
  )
  const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', namespace: 'custom' }
  const used = await namespaceWith('custom', { 'count/widgets.example.com': '1' })
  const create = (name: string) =>
    admin.create(widgets, { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name } })
  await until(
    () =>
      create('a').then(
        () => true,
        () => false,
      ),
    Boolean,
  )
  await until(used, (now) => equal(now, { 'count/widgets.example.com': '1' }))
  await expect(create('b')).rejects.toThrow('exceeded quota')
})
