import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster'

let cluster: TestCluster
const OLD = '/apis/extensions/v1beta1/namespaces/default/ingresses'
const NEW = '/apis/networking.orch.io/v1/namespaces/default/ingresses'
const spec = { defaultBackend: { service: { name: 's', port: { number: 80 } } } }
const MERGE = 'application/merge-patch+json'

async function answer(method: string, path: string, body?: object): Promise<[number, string]> {
  const type = method === 'PATCH' ? MERGE : 'application/json'
  const sent = body && JSON.stringify(body)
  const response = await cluster.send(method, path, sent, { authorization: 'Bearer root', 'content-type': type })
  return [response.status, ((await response.json()) as { message: string }).message]
}

beforeAll(async () => {
  cluster = await startCluster(['--release=1.20', '--token-auth-file=people'], {
    files: { people: 'root,root,1,system:masters\n' },
  })
  expect((await answer('POST', NEW, { metadata: { name: 'there' }, spec }))[0]).toBe(201)
})
afterAll(() => cluster.stop())

describe.each([
  [OLD, 'extensions', { backend: { serviceName: 's', servicePort: 80 } }],
  [NEW, 'networking.orch.io', spec],
])('a write at %s names its own group', (path, group, own) => {
  const there = `ingresses.${group} "there"`
  const missing = [404, `ingresses.${group} "x" not found`]
  const body = (name: string) => ({ metadata: { name }, spec: own })
  test.each<[string, string, object | undefined, unknown[]]>([
    ['DELETE', '/x', undefined, missing],
    ['PUT', '/x', body('x'), missing],
    ['PATCH', '/x', {}, missing],
    ['POST', '', body('there'), [409, `${there} already exists`]],
    [
      'PATCH',
      '/there',
      { metadata: { resourceVersion: '1' } },
      [409, expect.stringContaining(`cannot be fulfilled on ${there}: `)],
    ],
  ])('%s %s', async (method, under, sent, expected) => {
    expect(await answer(method, path + under, sent)).toEqual(expected)
  })
})
