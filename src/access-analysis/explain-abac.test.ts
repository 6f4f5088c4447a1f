import { describe, expect, it } from 'vitest'
import { request } from '../testing/rbac'
import { parseAbacPolicies } from '../authorization/abac'
import { explainAbac } from './explain-abac'

const policies = parseAbacPolicies(
  [
    { user: 'alice', namespace: 'a', resource: 'pods', readonly: true },
    { group: 'devs', namespace: '*', resource: '*', apiGroup: '*' },
    { user: 'alice', nonResourcePath: '/version' },
    { namespace: 'a', resource: 'secrets' },
  ]
    .map((spec) => JSON.stringify({ apiVersion: 'abac.authorization.orch.io/v1beta1', kind: 'Policy', spec }))
    .join('\n'),
)

describe('a policy file explains itself', () => {
  it('by the lines that allow', () => {
    expect(explainAbac(policies, request('alice', 'get pods in a', ['devs']))).toMatchObject({
      allowed: true,
      matches: [{ policy: { line: 1 }, what: 'Line 1 allows it' }, { policy: { line: 2 } }],
      nearMisses: [],
    })
  })

  it.each<[string, string, string, string, string, string[]?]>([
    ['a verb', 'alice', 'delete pods in a', 'allows only reading, not "delete"', 'Take readonly away.'],
    ['a namespace', 'alice', 'get pods in b', 'holds in the namespace "a", not in "b"', 'Set namespace to "b".'],
    ['the cluster', 'alice', 'get pods', 'not in the whole cluster', 'Set namespace to "*".'],
    ['a resource', 'alice', 'get jobs in a', 'is about "pods", not "jobs"', 'Set resource to "jobs".'],
    ['a group', 'alice', 'get pods in a of x', 'API group "", not "x"', 'Set apiGroup to "x".'],
    ['a user', 'bob', 'get pods in a', 'is for the user "alice", not "bob"', 'Set user to "bob".'],
    [
      'a group spelled otherwise',
      'bob',
      'get x in b',
      'is for the group "devs"',
      'Write the group as "Devs".',
      ['Devs'],
    ],
    ['nobody named', 'bob', 'get secrets in a', 'names neither a user nor a group', 'Set user to "bob".'],
    [
      'a path',
      'alice',
      'get /healthz',
      'is about the path "/version", not "/healthz"',
      'Set nonResourcePath to "/healthz".',
    ],
  ])('%s', (_what, user, text, what, fix, groups = []) => {
    const { allowed, nearMisses } = explainAbac(policies, request(user, text, groups))
    expect(allowed).toBe(false)
    const miss = nearMisses.find((one) => one.what.includes(what))
    expect(miss?.fix).toContain(fix)
  })
})
