import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isStatus } from '../../../client/status-error'
import { startCluster, type TestCluster } from '../../../testing/cluster'
import type { RefusedRequest } from './asked'
import { bundlesFor, suggested } from './bundles'
import { grant, revokeGrant } from './grant'

const BOB = { name: 'bob', groups: ['system:authenticated'] }
const LIST: RefusedRequest = {
  user: 'bob',
  verb: 'list',
  isResourceRequest: true,
  apiGroup: '',
  resource: 'configmaps',
  namespace: 'default',
  path: '',
  name: '',
}
const ids = (asked: RefusedRequest) => bundlesFor(asked).map(({ id }) => id)

describe('bundles', () => {
  it.each<[string, Partial<RefusedRequest>, string[], string]>([
    ['a list', {}, ['request', 'read', 'edit'], 'read'],
    ['a creation', { verb: 'create' }, ['request', 'edit'], 'request'],
    ['an impersonation', { verb: 'impersonate', resource: 'users', namespace: '' }, ['request'], 'request'],
    ['a path', { isResourceRequest: false, resource: '', path: '/metrics', verb: 'get' }, ['request'], 'request'],
  ])('for %s', (_what, change, expected, first) => {
    const asked = { ...LIST, ...change }
    expect([ids(asked), suggested(bundlesFor(asked))]).toEqual([expected, first])
  })
})

describe('a grant', () => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(['--authorization-mode=Node,RBAC'])
  })
  afterAll(() => cluster.stop())

  const may = async (method: string, path: string): Promise<boolean> => {
    const response = await cluster.as(BOB).raw(method, path, undefined, { query: { timeoutSeconds: 1 } })
    await response.body?.cancel()
    return response.status !== 403
  }
  const MAPS = '/api/v1/namespaces/default/configmaps'

  it.each<[string, RefusedRequest, [method: string, path: string, allowed: boolean][]]>([
    [
      'read',
      LIST,
      [
        ['GET', MAPS, true],
        ['GET', `${MAPS}?watch=true`, true],
        ['DELETE', `${MAPS}/x`, false],
        ['GET', '/api/v1/namespaces/orch-system/configmaps', false],
      ],
    ],
    ['edit', LIST, [['DELETE', `${MAPS}/x`, true]]],
    [
      'request',
      { ...LIST, verb: 'get', name: 'only' },
      [
        ['GET', `${MAPS}/only`, true],
        ['GET', `${MAPS}/other`, false],
      ],
    ],
    [
      'request',
      { ...LIST, verb: 'get', isResourceRequest: false, resource: '', namespace: '', path: '/metrics' },
      [['GET', '/metrics', true]],
    ],
  ])('of %s allows that and no more, and is undone', async (id, asked, expected) => {
    const bundle = bundlesFor(asked).find((one) => one.id === id)
    if (!bundle) throw new Error(`no bundle ${id}`)
    const created = await grant(cluster.admin, asked, bundle)
    for (const [method, path, allowed] of expected) expect([path, await may(method, path)]).toEqual([path, allowed])
    await revokeGrant(cluster.admin, created)
    for (const [method, path] of expected) expect([path, await may(method, path)]).toEqual([path, false])
  })

  it('uses a free name if the first one exists', async () => {
    const [bundle] = bundlesFor(LIST)
    if (!bundle) throw new Error('no bundle')
    const first = await grant(cluster.admin, LIST, bundle)
    const second = await grant(cluster.admin, LIST, bundle)
    expect(second.map(({ metadata }) => metadata.name)).toEqual(first.map(({ metadata }) => `${metadata.name}-2`))
    await revokeGrant(cluster.admin, [...first, ...second])
  })

  it('creates nothing if it is refused', async () => {
    const [bundle] = bundlesFor(LIST)
    if (!bundle) throw new Error('no bundle')
    await expect(grant(cluster.as(BOB), LIST, bundle)).rejects.toSatisfy((error) => isStatus(error, 'Forbidden'))
  })
})
