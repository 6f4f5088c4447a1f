import { afterAll, beforeAll, expect, it } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'
import { until } from '../../testing/until'

const definitions = { group: 'apiextensions.orch.io', version: 'v1', resource: 'customresourcedefinitions' }
const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', namespace: 'default' }

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

it('notify watches of every object deleted with its definition before they end', async () => {
  const { admin } = cluster
  await admin.create(definitions, {
    apiVersion: 'apiextensions.orch.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-orch-preserve-unknown-fields': true } },
        },
      ],
    },
  })
  const served = async () => (await admin.raw('GET', '/apis/example.com/v1/widgets')).ok
  await until(served, Boolean)
  const widget = { apiVersion: 'example.com/v1', kind: 'Widget' }
  await admin.create(widgets, { ...widget, metadata: { name: 'free' } })
  await admin.create(widgets, { ...widget, metadata: { name: 'held', finalizers: ['example.com/hold'] } })

  const seen: string[] = []
  const ended = (async () => {
    for await (const { type, object } of admin.watch(widgets))
      seen.push(`${type} ${object.metadata.name}${object.metadata.deletionTimestamp ? ' going' : ''}`)
  })()
  await until(
    () => seen.length,
    (count) => count === 2,
  )
  await admin.delete(definitions, 'widgets.example.com')
  await until(() => seen.includes('MODIFIED held going'), Boolean)
  expect(
    (
      await admin.raw('POST', '/apis/example.com/v1/namespaces/default/widgets', {
        ...widget,
        metadata: { name: 'new' },
      })
    ).status,
  ).toBe(405)
  await admin.patch(widgets, 'held', 'merge', { metadata: { finalizers: null } })
  await ended
  expect(seen.sort()).toEqual(['ADDED free', 'ADDED held', 'DELETED free', 'DELETED held going', 'MODIFIED held going'])
})
