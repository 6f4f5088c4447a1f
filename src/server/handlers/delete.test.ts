import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
})
afterAll(() => cluster.stop())

const MAPS = '/api/v1/namespaces/default/configmaps?labelSelector=of%3Dnobody'

test.each([
  [{ apiVersion: 'v1', kind: 'Pod' }, 'no kind "Pod" is registered for version "v1"'],
  [{ kind: 'Odd' }, 'no kind "Odd" is registered for version "meta.orch.io/v1"'],
  [{ apiVersion: 'v1', kind: 'Status' }, 'converting (v1.Status) to (v1.DeleteOptions): unknown conversion'],
])("options to delete one object can't be %j", async (body, message) => {
  const answer = await cluster.send('DELETE', '/api/v1/namespaces/default/configmaps/none', body)
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ message })
})

test.each<[unknown, number, string?]>([
  [{ apiVersion: 'v1', kind: 'DeleteOptions' }, 200],
  [{ apiVersion: 'apps/v1', kind: 'DeleteOptions' }, 200],
  [{ kind: 'DeleteOptions' }, 200],
  [{}, 200],
  [{ apiVersion: 'v2', kind: 'DeleteOptions' }, 500, 'no kind "DeleteOptions" is registered for version "v2"'],
  [
    { apiVersion: 'meta.orch.io/v1', kind: 'DeleteOptions' },
    500,
    'no kind "DeleteOptions" is registered for version "meta.orch.io/v1"',
  ],
  [{ apiVersion: 'v1', kind: 'Nope' }, 500, 'no kind "Nope" is registered for version "v1"'],
  [{ apiVersion: 'v1', kind: 'Pod' }, 500, 'converting (v1.Pod) to (v1.DeleteOptions): unknown conversion'],
])('options to delete a collection: %j', async (body, status, message) => {
  const answer = await cluster.send('DELETE', MAPS, body)
  expect(answer.status).toBe(status)
  if (message) expect(await answer.json()).toMatchObject({ message })
})

test('options to delete one object may name any version', async () => {
  const answer = await cluster.send('DELETE', '/api/v1/namespaces/default/configmaps/none', {
    apiVersion: 'v2',
    kind: 'DeleteOptions',
  })
  expect(answer.status).toBe(404)
})
