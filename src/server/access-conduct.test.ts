import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster, type TestCluster } from '../testing/cluster'

/** What somebody with few rights is told, as clients of release 1.20 see it. */
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
