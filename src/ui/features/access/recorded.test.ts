import { describe, expect, it } from 'vitest'
import { leastPrivilege } from '../../../access-analysis/least-privilege'
import { rule } from '../../../testing/rbac'
import { attributesOfRequest, proposedObjects, recordedOf, unused, usersOf } from './recorded'

const trace = (user: string, method: string, path: string, status = 200) => ({
  id: `${user} ${method} ${path}`,
  at: 0,
  method,
  path,
  verb: '',
  user,
  groups: [],
  status,
  durationMs: 1,
  steps: [],
})

describe('recorded requests', () => {
  it.each([
    ['GET', '/api/v1/namespaces/a/pods?limit=5', { verb: 'list', resource: 'pods', namespace: 'a' }],
    ['GET', '/api/v1/pods?watch=1', { verb: 'watch', resource: 'pods', namespace: '' }],
    ['GET', '/api/v1/namespaces/a/pods/p/log', { verb: 'get', resource: 'pods', subresource: 'log', name: 'p' }],
    ['PATCH', '/apis/apps/v1/namespaces/a/deployments/d', { verb: 'patch', apiGroup: 'apps', name: 'd' }],
    ['GET', '/version', { isResourceRequest: false, path: '/version', verb: 'get' }],
  ])('%s %s', (method, path, expected) => {
    expect(attributesOfRequest(method, path)).toMatchObject(expected)
  })

  it('are counted by user; unauthenticated ones are omitted', () => {
    const recorded = recordedOf([
      trace('a', 'GET', '/version'),
      trace('b', 'GET', '/version'),
      trace('b', 'GET', '/api/v1/pods', 403),
      trace('', 'GET', '/version'),
      trace('c', 'GET', '/version', 401),
    ])
    expect(usersOf(recorded)).toEqual([
      { user: 'b', count: 2 },
      { user: 'a', count: 1 },
    ])
  })

  it('become roles with bindings', () => {
    const recorded = recordedOf([
      trace('u', 'GET', '/api/v1/namespaces/a/pods'),
      trace('u', 'GET', '/api/v1/nodes'),
      trace('u', 'POST', '/api/v1/namespaces/a/secrets', 403),
    ])
    const proposals = leastPrivilege(recorded.map(({ attributes }) => attributes))
    const person = { kind: 'ServiceAccount', namespace: 's', name: 'u' } as const
    const objects = proposals.flatMap((proposal) => proposedObjects(proposal, 'u', person, 'Role'))
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? '-'} ${metadata.name}`)).toEqual([
      'ClusterRole - u',
      'ClusterRoleBinding - u',
      'Role a u',
      'RoleBinding a u',
    ])
    expect(objects[2]?.['rules']).toEqual([rule('list pods'), rule('create secrets')])
    const shared = proposals.flatMap((proposal) => proposedObjects(proposal, 'u', person, 'ClusterRole'))
    expect(shared.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'ClusterRole u',
      'ClusterRoleBinding u',
      'ClusterRole u-a',
      'RoleBinding u',
    ])
    expect(shared[3]?.['roleRef']).toMatchObject({ kind: 'ClusterRole', name: 'u-a' })
  })

  it('show rights that were never used', () => {
    expect(unused([rule('get,list pods'), rule('get secrets')], [rule('list pods')])).toEqual([
      rule('get pods,secrets'),
    ])
  })
})
