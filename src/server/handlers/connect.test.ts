import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '../../machinery/json'
import { CLUSTER_ADMIN } from '../../machinery/user'
import { startCluster, type TestCluster } from '../../testing/cluster'

const NS = '/api/v1/namespaces/default'
let cluster: TestCluster
let asked: string[] = []

async function send(line: string, body?: object, headers: Record<string, string> = {}): Promise<[number, JsonObject]> {
  const [method = '', path = ''] = line.split(' ')
  const request = new Request(`https://orchard.invalid${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const response = await cluster.controlPlane.fetch(request, { remote: 'test', secure: true, user: CLUSTER_ADMIN })
  const text = await response.text()
  return [response.status, text.startsWith('{') ? (JSON.parse(text) as JsonObject) : { text }]
}

const outside = {
  async fetch(request: Request): Promise<Response> {
    asked.push(request.url)
    return new Response('hello')
  },
}

async function pod(name: string, nodeName: string | undefined, podIP: string | undefined): Promise<void> {
  const spec = {
    ...(nodeName && { nodeName }),
    containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 81 }] }],
  }
  await send(`POST ${NS}/pods`, { metadata: { name }, spec })
  if (podIP) await send(`PUT ${NS}/pods/${name}/status`, { metadata: { name }, spec, status: { podIP } })
}

beforeAll(async () => {
  cluster = await startCluster(
    ['--release=1.20', '--disable-admission-plugins=ServiceAccount', '--controllers=namespace'],
    { outside },
  )
  await send('POST /api/v1/nodes', { metadata: { name: 'mute' } })
  await send('POST /api/v1/nodes', {
    metadata: { name: 'named' },
    status: { addresses: [{ type: 'Hostname', address: 'host' }] },
  })
  await pod('free', undefined, undefined)
  await pod('lost', 'gone', '10.1.0.1')
  await pod('silent', 'mute', '127.0.0.1')
  await pod('there', 'named', 'fd00::1')
  for (const name of ['empty', 'full', 'bare'])
    await send(`POST ${NS}/services`, { metadata: { name }, spec: { ports: [{ name: 'web', port: 80 }] } })
  await send(`POST ${NS}/endpoints`, { metadata: { name: 'empty' } })
  await send(`POST ${NS}/endpoints`, {
    metadata: { name: 'full' },
    subsets: [{ addresses: [{ ip: '10.1.0.2' }], ports: [{ name: 'web', port: 8080 }] }],
  })
})
afterAll(() => cluster.stop())

test.each<[string, number, string, string?]>([
  ['pods/none/exec', 404, 'NotFound', 'pods'],
  ['pods/free/exec', 400, 'BadRequest'],
  ['pods/free/attach', 400, 'BadRequest'],
  ['pods/free/portforward', 400, 'BadRequest'],
  ['pods/lost/exec', 404, 'NotFound', 'pods'],
  ['pods/silent/exec', 500, ''],
  ['pods/there/exec', 400, 'BadRequest'],
  ['pods/there/exec?container=x', 400, 'BadRequest'],
  ['pods/free/proxy', 400, 'BadRequest'],
  ['pods/silent/proxy', 400, 'BadRequest'],
  ['pods/ftp:there:80/proxy', 400, 'BadRequest'],
  ['services/none/proxy', 404, 'NotFound', 'services'],
  ['services/none:80/proxy', 404, 'NotFound', 'services'],
  ['services/full:81/proxy', 503, 'ServiceUnavailable'],
  ['services/full/proxy', 503, 'ServiceUnavailable'],
  ['services/bare:80/proxy', 404, 'NotFound', 'services'],
  ['services/empty:80/proxy', 503, 'ServiceUnavailable'],
  ['pods/none/log?tailLines=-1', 422, 'Invalid', 'PodLogOptions'],
  ['pods/lost/log', 404, 'NotFound', 'pods'],
  ['pods/there/log', 500, ''],
])('%s', async (path, status, reason, kind) => {
  const [code, body] = await send(`GET ${NS}/${path}`)
  expect([code, body.reason ?? '']).toEqual([status, reason])
  if (kind) expect(body.details).toMatchObject({ kind })
})

test.each([
  [`${NS}/pods/there/proxy/a`, 'http://[fd00::1]:81/a'],
  [`${NS}/pods/https:lost:8443/proxy/a`, 'http://10.1.0.1:8443/a'],
  [`${NS}/services/full:80/proxy/a`, 'http://10.1.0.2:8080/a'],
  [`${NS}/services/full:web/proxy/a`, 'http://10.1.0.2:8080/a'],
  ['/api/v1/nodes/named/proxy/a', 'http://host:10250/a'],
])('%s is handed to %s', async (path, target) => {
  asked = []
  expect(await send(`GET ${path}`)).toEqual([200, { text: 'hello' }])
  expect(asked).toEqual([target])
})

test('a request to upgrade to another protocol is refused', async () => {
  const [code, body] = await send(`POST ${NS}/pods/there/exec`, undefined, { upgrade: 'spdy' })
  expect([code, body.message]).toEqual([500, expect.stringContaining('error dialing backend')])
})

test.each([
  [{ kind: 'Pod', name: 'a' }, 500],
  [{}, 500],
  [{ name: 'named' }, 201],
])('a binding to %j', async (target, status) => {
  const [code, body] = await send(`POST ${NS}/pods/free/binding`, { metadata: { name: 'free' }, target })
  expect(code).toBe(status)
  expect(body.reason ?? '').toBe('')
})

test('a size that is meant for another object', async () => {
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const rc = '/replicationcontrollers'
  await send(`POST ${NS}${rc}`, { metadata: { name: 'r' }, spec: { template } })
  const scale = { metadata: { name: 'r', uid: 'other' }, spec: { replicas: 2 } }
  const [code, body] = await send(`PUT ${NS}${rc}/r/scale`, scale)
  expect([code, body.reason, body.details]).toEqual([409, 'Conflict', { name: 'r', kind: 'replicationcontrollers' }])
  const headers = { 'content-type': 'application/merge-patch+json' }
  const [again, refused] = await send(`PATCH ${NS}${rc}/r/scale`, { metadata: { uid: 'other' } }, headers)
  expect([again, refused.details]).toEqual([409, { name: 'r', kind: 'replicationcontrollers/scale' }])
})

test.each([
  ['1.34', 'get', 400],
  ['1.35', 'get', 403],
  ['1.35', 'get,create', 400],
])('at %s somebody who may %s pods/exec gets %i', async (release, verbs, code) => {
  const own = await startCluster([`--release=${release}`, '--authorization-mode=RBAC', '--token-auth-file=people'], {
    files: { people: 'root,root,1,system:masters\nbob,bob,2\n' },
  })
  const ask = (method: string, path: string, body?: object, token = 'root') =>
    own.send(method, path, body, { authorization: `Bearer ${token}` })
  const rbac = '/apis/rbac.authorization.orch.io/v1/namespaces/default'
  const rules = [{ apiGroups: [''], resources: ['pods/exec'], verbs: verbs.split(',') }]
  await ask('POST', `${rbac}/roles`, { metadata: { name: 'r' }, rules })
  await ask('POST', `${rbac}/rolebindings`, {
    metadata: { name: 'r' },
    roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'Role', name: 'r' },
    subjects: [{ apiGroup: 'rbac.authorization.orch.io', kind: 'User', name: 'bob' }],
  })
  await ask('POST', `${NS}/pods`, { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } })
  const answer = await ask('GET', `${NS}/pods/p/exec?command=ls`, undefined, 'bob')
  expect(answer.status).toBe(code)
  if (code === 403)
    expect(((await answer.json()) as { message: string }).message).toContain(
      'User "bob" cannot create resource "pods/exec"',
    )
  await own.stop()
})
