import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../testing/cluster'
import { targetOf } from './request-target'

let cluster: TestCluster
const maps = '/api/v1/namespaces/default/configmaps'

beforeAll(async () => {
  cluster = await startAdminsCluster('1.25')
  await cluster.send('POST', maps, { metadata: { name: 'kept' } })
})
afterAll(() => cluster.stop())

const answer = async (method: string, path: string) => {
  const response = await cluster.send(method, path)
  const text = await response.text()
  const status = text.startsWith('{') ? (JSON.parse(text) as { kind: string; message?: string }) : undefined
  return { code: response.status, kind: status?.kind ?? 'text', message: status?.message ?? text }
}

describe('dot segments in a path', () => {
  it.each([
    ['DELETE', `${maps}/..`, 'Name parameter invalid: "..": may not be \'..\''],
    ['DELETE', `${maps}/%2e%2e`, 'Name parameter invalid: "..": may not be \'..\''],
    ['DELETE', `${maps}/.%2E`, 'Name parameter invalid: "..": may not be \'..\''],
    ['DELETE', `${maps}/.`, 'Name parameter invalid: ".": may not be \'.\''],
    ['GET', `${maps}/%2E`, 'Name parameter invalid: ".": may not be \'.\''],
    ['GET', '/api/v1/namespaces/..', 'Name parameter invalid: "..": may not be \'..\''],
    ['GET', '/api/v1/namespaces/../configmaps', 'Namespace parameter invalid: "..": may not be \'..\''],
    ['GET', '/api/v1/namespaces/%2e/configmaps/kept', 'Namespace parameter invalid: ".": may not be \'.\''],
    ['DELETE', `${maps}/kept/..`, 'Path segment invalid: "..": may not be \'..\''],
    ['GET', '/api/v1/../v1/namespaces', 'Path segment invalid: "..": may not be \'..\''],
    ['GET', '/apis/apps/./deployments', 'Path segment invalid: ".": may not be \'.\''],
    ['GET', `${maps}/a%25b`, 'Name parameter invalid: "a%b": may not contain \'%\''],
    ['GET', `${maps}/%zz`, 'invalid URL escape "%zz"'],
    ['GET', '/version%', 'invalid URL escape "%"'],
  ])('%s %s is refused', async (method, path, message) => {
    expect(await answer(method, path)).toEqual({ code: 400, kind: 'Status', message })
    expect((await answer('GET', `${maps}/kept`)).code).toBe(200)
  })

  it('are refused in requests of the client, too', async () => {
    const target = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }
    await expect(cluster.admin.delete(target, '..')).rejects.toMatchObject({ code: 400 })
  })

  it('do not lead to paths outside of the served ones', async () => {
    expect((await answer('GET', '/healthz/../version')).code).toBe(404)
    expect((await answer('GET', '/openapi/..')).code).toBe(404)
  })
})

describe('paths are read as they were meant', () => {
  it.each([
    ['/%76ersion', 200],
    ['/%61pi', 200],
    ['/apis/rbac%2eauthorization.orch.io/v1', 200],
    ['/%61pi/v1/namespaces/default', 200],
    [`${maps}/kep%74`, 200],
    [`${maps}%2Fkept`, 200],
    ['/api/v1/namespaces/', 200],
    ['//api/v1/namespaces', 404],
    ['/api//v1/namespaces', 404],
    ['/api/v1//namespaces', 404],
    [`${maps}/k%ffpt`, 404],
  ])('%s is %i', async (path, code) => {
    expect((await answer('GET', path)).code).toBe(code)
  })
})

describe('a query', () => {
  it.each([
    ['?a=1&b=2', 'a=1&b=2'],
    ['?a=1;b=2&c=3', 'c=3'],
    ['?a=1%3Bb', 'a=1%3Bb'],
    ['', ''],
  ])('%s', (search, query) => {
    expect(targetOf({ url: `http://orchard.invalid/api${search}` }).query.toString()).toBe(query)
  })
})
