// Paths of a version for which another server is named: nothing reaches it, so they answer that it is away.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'

let cluster: TestCluster
const ask = (method: string, path: string, body?: object) => cluster.send(method, path, body)
beforeAll(async () => {
  cluster = await startAdminsCluster('1.20')
  const apiVersion = 'apiregistration.orch.io/v1'
  for (const [group, service] of [
    ['away.example.com', { namespace: 'default', name: 's' }],
    ['here.example.com', undefined],
  ] as const) {
    const spec = { group, version: 'v1', groupPriorityMinimum: 10, versionPriority: 10, ...(service && { service }) }
    const object = { apiVersion, kind: 'APIService', metadata: { name: `v1.${group}` }, spec }
    expect((await ask('POST', `/apis/${apiVersion}/apiservices`, object)).status).toBe(201)
  }
})
afterAll(() => cluster.stop())

test.each([
  ['GET', '/apis/away.example.com/v1', 503],
  ['GET', '/apis/away.example.com/v1/namespaces/default/things', 503],
  ['POST', '/apis/away.example.com/v1/things', 503],
  ['GET', '/apis/away.example.com/v2/things', 404],
  ['GET', '/apis/here.example.com/v1/things', 404],
])('%s %s', async (method, path, status) => {
  expect((await ask(method, path, method === 'POST' ? {} : undefined)).status).toBe(status)
})

test.each(['/nope', '/healthz/nope', '/metrics/', '/openapi/v3'])(
  '%s is answered with the paths that there are',
  async (path) => {
    const response = await ask('GET', path)
    expect(response.status).toBe(404)
    const { paths } = (await response.json()) as { paths: string[] }
    // Those of the part that serves custom types, which is asked last.
    expect(paths.filter((path) => !/^\/(healthz|livez|readyz)/.test(path))).toEqual([
      '/apis',
      '/apis/',
      '/apis/apiextensions.orch.io',
      '/apis/apiextensions.orch.io/v1',
      '/apis/apiextensions.orch.io/v1beta1',
      '/metrics',
      '/openapi/v2',
      '/version',
    ])
    expect(paths).toContain('/readyz/poststarthook/crd-informer-synced')
    expect(paths).not.toContain('/readyz/poststarthook/rbac/bootstrap-roles')
  },
)
test('a group that there is not is answered in plain text', async () => {
  const response = await ask('GET', '/apis/none.example.com')
  expect([response.status, await response.text()]).toEqual([404, '404 page not found\n'])
})
