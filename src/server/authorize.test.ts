import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authority } from '../testing/authentication-world'
import { startCluster, type TestCluster } from '../testing/cluster'

/** Refusals as a user with few rights sees them at release 1.20. */
let cluster: TestCluster
const RBAC = '/apis/rbac.authorization.orch.io/v1/namespaces/default'
const GROUP = 'rbac.authorization.orch.io'
const role = (metadata: object, verbs: string[]) => ({
  metadata,
  rules: [{ verbs, apiGroups: [''], resources: ['secrets'] }],
})

beforeAll(async () => {
  cluster = await startCluster(['--token-auth-file=people', '--authorization-mode=RBAC', '--release=1.20'], {
    files: { people: 'root,root,1,system:masters\nalice,alice,2\n' },
  })
  const asRoot = async (path: string, body: object) =>
    expect((await cluster.send('POST', path, body, { authorization: 'Bearer root' })).status).toBe(201)
  await asRoot(`${RBAC}/roles`, {
    metadata: { name: 'author' },
    rules: [
      { verbs: ['create'], apiGroups: [GROUP], resources: ['roles', 'rolebindings'] },
      { verbs: ['impersonate'], apiGroups: [''], resources: ['serviceaccounts'] },
    ],
  })
  await asRoot(`${RBAC}/rolebindings`, {
    metadata: { name: 'author' },
    roleRef: { apiGroup: GROUP, kind: 'Role', name: 'author' },
    subjects: [{ apiGroup: GROUP, kind: 'User', name: 'alice' }],
  })
})
afterAll(() => cluster.stop())

const as = (user: string) => ({ 'impersonate-user': user })

describe('a refusal names', () => {
  it.each<[string, string, string, object | undefined, Record<string, string>, object]>([
    [
      'the role that would hold more than its author',
      'POST',
      `${RBAC}/roles`,
      role({ name: 'more' }, ['get']),
      {},
      { name: 'more', group: GROUP, kind: 'roles' },
    ],
    [
      'no role before it has a name',
      'POST',
      `${RBAC}/roles`,
      role({ generateName: 'more-' }, ['get']),
      {},
      { group: GROUP, kind: 'roles' },
    ],
    [
      'no binding before it has a name',
      'POST',
      `${RBAC}/rolebindings`,
      { metadata: { generateName: 'b-' }, roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: 'view' } },
      {},
      { group: GROUP, kind: 'rolebindings' },
    ],
    [
      'an account of another namespace',
      'GET',
      '/version',
      undefined,
      as('system:serviceaccount:other:robot'),
      { name: 'robot', kind: 'serviceaccounts' },
    ],
    [
      'a user whose name is no account’s',
      'GET',
      '/version',
      undefined,
      as('system:serviceaccount:default:Robot'),
      { name: 'system:serviceaccount:default:Robot', kind: 'users' },
    ],
  ])('%s', async (_what, method, path, body, headers, details) => {
    const response = await cluster.send(method, path, body, { authorization: 'Bearer alice', ...headers })
    expect(await response.json()).toMatchObject({ code: 403, reason: 'Forbidden' })
    const again = await cluster.send(method, path, body, { authorization: 'Bearer alice', ...headers })
    expect(((await again.json()) as { details: object }).details).toEqual(details)
  })
})

describe('a role that holds more than its author', () => {
  const path = `${RBAC}/roles/strong`
  const strong = role({ name: 'strong' }, ['get'])
  const asRoot = (method: string, body?: object, at = path) =>
    cluster.send(method, at, body, { authorization: 'Bearer root' })
  beforeAll(async () => {
    await asRoot('POST', strong, `${RBAC}/roles`)
    await asRoot('POST', { metadata: { name: 'writer' }, rules: WRITER }, `${RBAC}/roles`)
    await asRoot('POST', bindingOf('writer', 'alice'), `${RBAC}/rolebindings`)
  })

  const WRITER = [
    { verbs: ['update', 'create'], apiGroups: [GROUP], resources: ['roles'] },
    { verbs: ['escalate'], apiGroups: [GROUP], resources: ['roles'], resourceNames: ['named'] },
  ]
  const bindingOf = (name: string, user: string) => ({
    metadata: { name },
    roleRef: { apiGroup: GROUP, kind: 'Role', name },
    subjects: [{ apiGroup: GROUP, kind: 'User', name: user }],
  })
  const whole = async () => (await (await asRoot('GET')).json()) as { metadata: object }

  it.each<[string, () => Promise<object> | object, string, number]>([
    ['as it was read', whole, path, 200],
    [
      'with an empty list of finalizers',
      async () => ({ ...strong, metadata: { ...(await whole()).metadata, finalizers: [] } }),
      path,
      200,
    ],
    [
      'with finalizers of one’s own',
      async () => ({ ...strong, metadata: { ...(await whole()).metadata, finalizers: ['example.com/f'] } }),
      path,
      403,
    ],
    ['again, without what the server knows of it', () => strong, path, 403],
    ['too late', () => ({ ...strong, metadata: { ...strong.metadata, resourceVersion: '1' } }), path, 403],
    ['by a replace that creates', () => role({ name: 'other' }, ['get']), `${RBAC}/roles/other`, 403],
    [
      'by a replace that creates what may be escalated',
      () => role({ name: 'named' }, ['get']),
      `${RBAC}/roles/named`,
      201,
    ],
  ])('is written %s', async (_how, body, at, code) => {
    const response = await cluster.send('PUT', at, await body(), { authorization: 'Bearer alice' })
    expect(response.status).toBe(code)
  })
})

describe('impersonation of nobody is refused in plain text', () => {
  it.each<[[string, string][], string]>([
    [
      [
        ['impersonate-group', 'devs'],
        ['impersonate-group', 'qa, ops'],
      ],
      '[{Group  devs    } {Group  qa, ops    }]',
    ],
    [[['impersonate-extra-scopes', 'view <b>']], '[{UserExtra  view &lt;b&gt;  authentication.orch.io/v1  scopes}]'],
  ])('%j', async (headers, wanted) => {
    const response = await cluster.send('GET', '/version?a=b&c', undefined, [
      ['authorization', 'Bearer root'],
      ...headers,
    ])
    expect(response.status).toBe(500)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toBe(
      `Internal Server Error: "/version?a=b&amp;c": requested ${wanted} without impersonating a user\n`,
    )
  })
})

describe('a review', () => {
  const review = async (kind: string, body: object, path = '') => {
    const at = `/apis/authorization.orch.io/v1${path}/${kind.toLowerCase()}s`
    return cluster.send('POST', at, body, { authorization: 'Bearer root' })
  }
  it('of rules does not contain the question', async () => {
    const response = await review('SelfSubjectRulesReview', { metadata: { name: 'x' }, spec: { namespace: 'default' } })
    const { metadata, spec } = (await response.json()) as { metadata: object; spec: object }
    expect({ metadata, spec }).toEqual({ metadata: { creationTimestamp: null }, spec: {} })
  })
  it('names who asked in which way', async () => {
    const asked = { spec: { user: 'u', resourceAttributes: { verb: 'get', resource: 'pods' } } }
    const response = await review('SubjectAccessReview', asked)
    const { metadata } = (await response.json()) as { metadata: { managedFields: object[] } }
    expect(metadata.managedFields).toMatchObject([
      {
        operation: 'Update',
        fieldsV1: {
          'f:spec': { 'f:user': {}, 'f:resourceAttributes': { '.': {}, 'f:resource': {}, 'f:verb': {} } },
        },
      },
    ])
  })
  it.each([
    ['in a namespace has no other path', 'LocalSubjectAccessReview', 404],
    ['of somebody has one', 'SubjectAccessReview', 422],
  ])('%s', async (_what, kind, code) => {
    expect((await review(kind, {})).status).toBe(code)
  })
  it.each<[string, object]>([
    ['   ', { username: 'system:anonymous', groups: ['system:unauthenticated'] }],
    [' alice', { username: 'system:anonymous', groups: ['system:unauthenticated'] }],
    ['alice and more', { username: 'alice', uid: '2', groups: ['system:authenticated'] }],
  ])('of the token %j is of a request that carries it', async (token, user) => {
    const response = await cluster.send(
      'POST',
      '/apis/authentication.orch.io/v1/tokenreviews',
      { spec: { token } },
      { authorization: 'Bearer root' },
    )
    expect(await response.json()).toMatchObject({ status: { authenticated: true, user } })
  })
})

it('publishes in a ConfigMap which authorities the server trusts', async () => {
  const argv = ['--client-ca-file=clients', '--requestheader-client-ca-file=proxy']
  const names = ['--requestheader-username-headers=X-User,X-Remote-User', '--requestheader-allowed-names=front']
  const { pem: certificate } = authority
  const believing = await startCluster([...argv, ...names], { files: { clients: certificate, proxy: certificate } })
  await believing.controlPlane.ready
  const target = { group: '', version: 'v1', resource: 'configmaps', namespace: 'orch-system' }
  const { data } = await believing.admin.get(target, 'extension-apiserver-authentication')
  expect(data).toEqual({
    'client-ca-file': certificate,
    'requestheader-client-ca-file': certificate,
    'requestheader-allowed-names': '["front"]',
    'requestheader-extra-headers-prefix': '[]',
    'requestheader-group-headers': '[]',
    'requestheader-username-headers': '["X-User","X-Remote-User"]',
  })
  await believing.stop()
})

describe('a write that would create its object', () => {
  const maps = '/api/v1/namespaces/default/configmaps'
  const alice = { authorization: 'Bearer alice' }
  beforeAll(async () => {
    const asRoot = (path: string, body: object) => cluster.send('POST', path, body, { authorization: 'Bearer root' })
    await asRoot(`${RBAC}/roles`, {
      metadata: { name: 'changer' },
      rules: [{ verbs: ['patch'], apiGroups: [''], resources: ['configmaps'] }],
    })
    await asRoot(`${RBAC}/rolebindings`, {
      metadata: { name: 'changer' },
      roleRef: { apiGroup: GROUP, kind: 'Role', name: 'changer' },
      subjects: [{ apiGroup: GROUP, kind: 'User', name: 'alice' }],
    })
  })

  it('is refused with the reason of the authorizer only', async () => {
    const intent = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'missing' } }
    const headers = { ...alice, 'content-type': 'application/apply-patch+yaml' }
    const response = await cluster.send('PATCH', `${maps}/missing?fieldManager=one`, intent, headers)
    expect(response.status).toBe(403)
    expect(response.headers.has('x-content-type-options')).toBe(false)
    expect(await response.json()).toMatchObject({ message: 'configmaps "missing" is forbidden: ' })
  })

  it('unlike a request that is refused before, whose answer no browser may guess the type of', async () => {
    const response = await cluster.send('GET', maps, undefined, alice)
    expect(response.status).toBe(403)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})
