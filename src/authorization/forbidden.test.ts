import { describe, expect, it } from 'vitest'
import type { Attributes } from './authorizer'
import { forbidden, forbiddenMessage, readForbidden } from './forbidden'

const ASKED: Attributes = {
  user: { name: 'bob', groups: [] },
  verb: 'list',
  isResourceRequest: true,
  apiGroup: '',
  apiVersion: 'v1',
  resource: 'pods',
  subresource: '',
  namespace: '',
  name: '',
  path: '',
}

describe('readForbidden', () => {
  it.each<[string, Partial<Attributes>]>([
    ['the cluster scope', {}],
    ['a namespace and a group', { namespace: 'shop', apiGroup: 'apps', resource: 'deployments' }],
    ['a subresource', { subresource: 'log', verb: 'get', namespace: 'shop' }],
    ['names with marks of their own', { user: { name: 'a "b" <c> & \\', groups: [] } }],
    ['a path', { isResourceRequest: false, resource: '', path: '/metrics', verb: 'get' }],
  ])('reads %s out of the message of a refusal', (_what, change) => {
    const asked = { ...ASKED, ...change }
    const { verb, isResourceRequest, apiGroup, namespace, path } = asked
    const resource = asked.subresource ? `${asked.resource}/${asked.subresource}` : asked.resource
    const expected = { user: asked.user.name, verb, isResourceRequest, apiGroup, resource, namespace, path }
    expect(readForbidden(forbiddenMessage(asked))).toEqual(expected)
    expect(readForbidden(forbidden(asked, 'RBAC: a role is missing').message)).toEqual(expected)
  })

  it('ignores refusals of admission', () =>
    expect(readForbidden('pods "a" is forbidden: violates PodSecurity "restricted:latest"')).toBeUndefined())
})
