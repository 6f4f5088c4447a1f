import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encodeText } from '../machinery/base64'
import { startCluster, type TestCluster } from '../testing/cluster'

const WORDS = ['xyzzy', 'plugh', 'hunter2', 'sesame', 'frotz', 'shibboleth']
/** The secrets as plain text, and as they appear inside base64 at any offset. */
const TRACKS = WORDS.flatMap((word) => [
  word,
  ...[0, 1, 2].map((shift) => encodeText('.'.repeat(shift) + word + '...').slice(shift === 0 ? 0 : 4, -4)),
])
const POLICY = `{"kind":"Policy","apiVersion":"audit.orch.io/v1","rules":[{"level":"RequestResponse"}]}`
const SECRETS = '/api/v1/namespaces/default/secrets'
const LAST_APPLIED = 'orchctl.orch.io/last-applied-configuration'
const secret = (more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 's', labels: { a: 'b' }, annotations: { [LAST_APPLIED]: '{"data":{"a":"xyzzy"}}' } },
  data: { a: encodeText('hunter2') },
  stringData: { b: 'plugh' },
  ...more,
})
const account = '/api/v1/namespaces/default/serviceaccounts/default/token'
const patch = (type: string) => ({ 'content-type': `application/${type}` })
const admin = { authorization: 'Bearer sesame' }

let cluster: TestCluster
const seen: string[] = []
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  cluster.send(method, path, body, { ...admin, ...headers })

beforeAll(async () => {
  cluster = await startCluster(
    ['--audit-policy-file=policy', '--token-auth-file=people', '--authorization-mode=RBAC', '--release=1.23'],
    { files: { policy: POLICY, people: 'sesame,admin,1,system:masters\nfrotz,alice,2\n' } },
  )
  for (const name of ['trace', 'audit'] as const)
    cluster.controlPlane.onEvent(name, (payload) => seen.push(JSON.stringify(payload)))
  await cluster.controlPlane.control('observe', { traces: true, audit: true })
})
afterAll(() => cluster.stop())

describe('traces and audit events', () => {
  it.each<[string, () => Promise<Response>, number]>([
    ['a new secret', () => send('POST', SECRETS, secret()), 201],
    [
      'a secret in YAML',
      () => send('POST', SECRETS, 'metadata: {name: yy}\nstringData: {b: plugh}\n', patch('yaml')),
      201,
    ],
    [
      'a secret without a kind',
      () => send('POST', SECRETS, { metadata: { name: 't' }, stringData: { b: 'plugh' } }),
      201,
    ],
    ['a replaced secret', () => send('PUT', `${SECRETS}/s`, secret({ stringData: { b: 'frotz' } })), 200],
    [
      'a merge patch',
      () => send('PATCH', `${SECRETS}/s`, { stringData: { c: 'frotz' } }, patch('merge-patch+json')),
      200,
    ],
    [
      'a strategic patch',
      () => send('PATCH', `${SECRETS}/s`, { data: { c: encodeText('xyzzy') } }, patch('strategic-merge-patch+json')),
      200,
    ],
    [
      'a JSON patch',
      () =>
        send(
          'PATCH',
          `${SECRETS}/s`,
          [{ op: 'add', path: '/data/d', value: encodeText('xyzzy') }],
          patch('json-patch+json'),
        ),
      200,
    ],
    [
      'a JSON patch whose test fails',
      () =>
        send(
          'PATCH',
          `${SECRETS}/s`,
          [{ op: 'test', path: '/data/d', value: encodeText('plugh') }],
          patch('json-patch+json'),
        ),
      422,
    ],
    [
      'an apply',
      () =>
        send(
          'PATCH',
          `${SECRETS}/p?fieldManager=m`,
          { ...secret(), metadata: { name: 'p' } },
          patch('apply-patch+yaml'),
        ),
      201,
    ],
    [
      'an apply in conflict',
      () =>
        send(
          'PATCH',
          `${SECRETS}/p?fieldManager=n`,
          { ...secret({ data: { a: encodeText('frotz') } }), metadata: { name: 'p' } },
          patch('apply-patch+yaml'),
        ),
      409,
    ],
    ['a secret to read', () => send('GET', `${SECRETS}/s`), 200],
    ['a list of secrets', () => send('GET', SECRETS), 200],
    ['a list in YAML', () => send('GET', SECRETS, undefined, { accept: 'application/yaml' }), 200],
    [
      'a table of secrets',
      () =>
        send('GET', `${SECRETS}?includeObject=Object`, undefined, {
          accept: 'application/json;as=Table;v=v1;g=meta.orch.io',
        }),
      200,
    ],
    ['no JSON', () => send('POST', SECRETS, '{"metadata":{},"stringData":{"a": hunter2 }}'), 400],
    ['cut-off JSON', () => send('POST', SECRETS, 'hunter2'), 400],
    ['no YAML', () => send('POST', SECRETS, 'stringData: {a: "plugh}\n', patch('yaml')), 400],
    ['data that is no base64', () => send('POST', SECRETS, secret({ data: { a: 'hunter2 !' } })), 400],
    ['data of a wrong type', () => send('POST', SECRETS, secret({ data: ['hunter2'] })), 400],
    ['text of a wrong type', () => send('POST', SECRETS, secret({ stringData: 'hunter2' })), 400],
    [
      'a configuration that is no JSON',
      () =>
        send(
          'POST',
          SECRETS,
          secret({
            metadata: { name: 'j' },
            type: 'orch.io/dockerconfigjson',
            stringData: { '.dockerconfigjson': 'plugh' },
          }),
        ),
      422,
    ],
    [
      'a secret made immutable',
      () => send('PATCH', `${SECRETS}/t`, { immutable: true }, patch('merge-patch+json')),
      200,
    ],
    [
      'an immutable secret',
      () => send('PATCH', `${SECRETS}/t`, { stringData: { b: 'frotz' } }, patch('merge-patch+json')),
      422,
    ],
    ['a token', () => send('POST', account, { spec: { audiences: ['a'] } }), 201],
    [
      'a review of a token',
      () => send('POST', '/apis/authentication.orch.io/v1/tokenreviews', { spec: { token: 'frotz' } }),
      201,
    ],
    [
      'a review of an unknown token',
      () => send('POST', '/apis/authentication.orch.io/v1/tokenreviews', { spec: { token: 'shibboleth' } }),
      201,
    ],
    [
      'a review with a wrong field',
      () => send('POST', '/apis/authentication.orch.io/v1/tokenreviews', { spec: { token: ['shibboleth'] } }),
      400,
    ],
    ['an unknown token', () => send('GET', '/api', undefined, { authorization: 'Bearer shibboleth' }), 401],
    [
      'a password',
      () => send('GET', '/api', undefined, { authorization: `Basic ${encodeText('me:shibboleth')}` }),
      403,
    ],
    ['a secret that goes', () => send('DELETE', `${SECRETS}/yy`), 200],
    ['secrets that go', () => send('DELETE', SECRETS), 200],
  ])('do not contain the content of %s', async (_name, call, status) => {
    seen.length = 0
    const response = await call()
    const token = /"token":"([^"]{30,})"/.exec(await response.text())?.[1]
    expect(response.status).toBe(status)
    await expect.poll(() => seen.length).toBeGreaterThan(1)
    const text = seen.join('\n')
    for (const track of [...TRACKS, ...(token ? [token] : [])]) expect(text).not.toContain(track)
  })
})
