import { describe, expect, it } from 'vitest'
import { request } from '../testing/rbac'
import { AbacAuthorizer, parseAbacPolicies } from './abac'

const line = (spec: object): string =>
  JSON.stringify({ apiVersion: 'abac.authorization.orch.io/v1beta1', kind: 'Policy', spec })
const policies = (...specs: object[]) => new AbacAuthorizer(parseAbacPolicies(specs.map(line).join('\n')))

describe('policies', () => {
  const everything = { namespace: '*', resource: '*', apiGroup: '*' }
  it.each<[string, object, string, string, boolean, string[]?]>([
    ['a user', { user: 'alice', ...everything }, 'alice', 'create pods in a', true],
    ['another user', { user: 'alice', ...everything }, 'bob', 'create pods in a', false],
    ['a group', { group: 'devs', ...everything }, 'bob', 'get pods in a', true, ['devs']],
    ['both, and only one is there', { user: 'bob', group: 'devs', ...everything }, 'bob', 'get pods in a', false],
    ['nobody', everything, 'bob', 'get pods in a', false],
    ['everybody who is known', { user: '*', ...everything }, 'bob', 'get pods in a', true, ['system:authenticated']],
    [
      'not the anonymous',
      { group: '*', ...everything },
      'system:anonymous',
      'get pods in a',
      false,
      ['system:unauthenticated'],
    ],
    ['reading', { user: 'bob', readonly: true, ...everything }, 'bob', 'watch pods in a', true],
    ['no writing', { user: 'bob', readonly: true, ...everything }, 'bob', 'delete pods in a named p', false],
    ['one namespace', { user: 'bob', namespace: 'a', resource: 'pods' }, 'bob', 'get pods in a', true],
    ['another namespace', { user: 'bob', namespace: 'a', resource: 'pods' }, 'bob', 'get pods in b', false],
    ['another resource', { user: 'bob', namespace: 'a', resource: 'pods' }, 'bob', 'get secrets in a', false],
    ['another group', { user: 'bob', namespace: 'a', resource: 'jobs' }, 'bob', 'get jobs in a of batch', false],
    ['a path', { user: 'bob', nonResourcePath: '/version' }, 'bob', 'get /version', true],
    ['paths below', { user: 'bob', nonResourcePath: '/api*' }, 'bob', 'get /apis/apps', true],
    ['every path', { user: 'bob', nonResourcePath: '*' }, 'bob', 'get /x', true],
    ['resources are no paths', { user: 'bob', ...everything }, 'bob', 'get /version', false],
  ])('%s', (_what, spec, user, text, allowed, groups = []) => {
    expect(policies(spec).authorize(request(user, text, groups))).toEqual(
      allowed ? { verdict: 'allow', reason: '' } : { verdict: 'no-opinion', reason: 'No policy matched.' },
    )
  })

  it('skips empty lines and comments', () => {
    expect(parseAbacPolicies(`# who\n\n  ${line({ user: 'a' })}\r\n`)).toMatchObject([{ line: 3, user: 'a' }])
  })

  it.each([
    ['no JSON', '{', /line 2: /],
    ['a list', '[]', /line 2: a policy is a JSON object/],
    ['another version', '{"apiVersion":"v0","kind":"Policy"}', /line 2: apiVersion must be/],
    [
      'another kind',
      '{"apiVersion":"abac.authorization.orch.io/v1beta1","kind":"Role"}',
      /line 2: kind must be "Policy", not "Role"/,
    ],
    ['an unknown field', line({ usr: 'a' }), /line 2: spec has no field "usr"/],
    ['a wrong type', line({ user: 1 }), /line 2: spec.user must be a string/],
    ['a wrong switch', line({ readonly: 'yes' }), /line 2: spec.readonly must be true or false/],
  ])('refuses %s with its line', (_what, text, message) => {
    expect(() => parseAbacPolicies(`${line({ user: 'a' })}\n${text}`, 'policy.jsonl')).toThrow(message)
  })

  it('lists what a user may do in a namespace', () => {
    const authorizer = policies(
      { user: 'bob', namespace: 'a', resource: 'pods', readonly: true },
      { user: 'bob', namespace: 'b', resource: 'secrets' },
      { user: 'eve', ...everything },
    )
    expect(authorizer.rulesFor({ name: 'bob', groups: [] }, 'a')).toEqual({
      resourceRules: [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'] }],
      nonResourceRules: [],
      incomplete: false,
    })
  })
})
