// What a write says about uid and version, where it names the wrong ones.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../testing/cluster'

const MAPS = '/api/v1/namespaces/default/configmaps'
const APPLY = { 'content-type': 'application/apply-patch+yaml' }
let cluster: TestCluster
const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, uid: 'other' } })
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
  await cluster.send('POST', MAPS, map('a'))
})
afterAll(() => cluster.stop())

test.each<[method: string, path: string, object: object | null, code: number, message: string]>([
  ['PUT', '/a', map('a'), 409, 'Key: /registry/configmaps/default/a, ResourceVersion: 0'],
  ['PUT', '/a?dryRun=All', map('a'), 409, 'Key: /configmaps/default/a, ResourceVersion: 0'],
  ['PUT', '/a', null, 400, 'the name of the object (a based on URL) was undeterminable: name must be provided'],
  [
    'PATCH',
    '/b?fieldManager=m',
    map('b'),
    409,
    'uid mismatch: the provided object specified uid other, and no existing object was found',
  ],
])('%s %s of %j', async (method, path, object, code, message) => {
  const answer = await cluster.send(method, MAPS + path, object ?? 'null', method === 'PATCH' ? APPLY : undefined)
  const status = (await answer.json()) as { message: string }
  expect([answer.status, status.message]).toEqual([code, expect.stringContaining(message)])
})
