import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startAdminsCluster('1.25')
})
afterAll(() => cluster.stop())

const series = async (): Promise<string[]> => {
  const text = await (await cluster.send('GET', '/metrics')).text()
  return text.split('\n').filter((line) => line.startsWith('apiserver_request_total{'))
}

it('makes no series of the words of a client', async () => {
  await cluster.send('GET', '/api/v1/junk-0')
  const before = (await series()).length
  for (let i = 1; i < 50; i++) {
    await cluster.send('GET', `/api/v1/junk-${i}`)
    await cluster.send('GET', `/apis/group-${i}/v${i}/__proto__`)
    await cluster.send('GET', `/junk-${i}`)
  }
  // All of them share a few series; requests of controllers add series meanwhile.
  expect((await series()).length).toBeLessThan(before + 20)
  expect((await series()).join('\n')).not.toMatch(/junk|group-|__proto__/)
})

it.each([
  ['POST', '/api/v1/namespaces/default/configmaps', 'verb="POST"', 'resource="configmaps"'],
  ['PUT', '/api/v1/namespaces/default/configmaps/a', 'verb="PUT"', 'resource="configmaps"'],
  ['PATCH', '/api/v1/namespaces/default/secrets/a', 'verb="PATCH"', 'resource="secrets"'],
  ['GET', '/api/v1/configmaps', 'verb="LIST"', 'scope="cluster"'],
  ['DELETE', '/api/v1/namespaces/default/configmaps', 'verb="DELETECOLLECTION"', 'scope="namespace"'],
  ['GET', '/api/v1/namespaces/default/pods/a/junk', 'verb="GET"', 'subresource="other"'],
  ['GET', '/api/v1/namespaces/default/pods/a/exec', 'verb="CONNECT"', 'subresource="exec"'],
  ['PROPFIND', '/api/v1/namespaces/default/endpoints/a', 'verb="other"', 'resource="endpoints"'],
  ['PROPFIND', '/version', 'verb="other"', 'resource=""'],
])('%s %s is counted as %s', async (method, path, verb, other) => {
  await cluster.send(method, path, method === 'GET' || method === 'PROPFIND' ? undefined : {})
  expect((await series()).filter((line) => line.includes(verb) && line.includes(other))).not.toEqual([])
})

it('counts an apply as such', async () => {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }
  const headers = { 'content-type': 'application/apply-patch+yaml' }
  await cluster.send('PATCH', '/api/v1/namespaces/default/configmaps/a?fieldManager=m', body, headers)
  expect((await series()).some((line) => line.includes('verb="APPLY"'))).toBe(true)
})
