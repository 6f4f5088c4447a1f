import { describe, expect, it } from 'vitest'
import { PolicyIndex } from '../authorization/policy-index'
import { binding, clusterRole, policy, request, role, rule } from '../testing/rbac'
import { explain } from './explain'
import type { Lack } from './lacks'

const index = PolicyIndex.of(
  policy(
    role('a', 'reader', rule('get,list configmaps'), rule('get secrets core mine')),
    role('a', 'deployer', rule('create deployments extensions')),
    role('a', 'versioned', rule('get jobs batch/v1')),
    role('a', 'logs', rule('get pods/log')),
    role('a', 'pods', rule('get pods')),
    clusterRole('singular', rule('list node')),
    clusterRole('metrics', rule('get /metrics')),
    clusterRole('watcher', rule('watch leases coordination.orch.io')),
    clusterRole('everything', rule('* * *')),
    binding('a', 'reader', 'R:reader', 'alice'),
    binding('a', 'reader-too', 'C:view', 'gina'),
    binding('a', 'deployer', 'R:deployer', 'alice'),
    binding('a', 'versioned', 'R:versioned', 'alice'),
    binding('a', 'logs', 'R:logs', 'bob'),
    binding('a', 'pods', 'R:pods', 'carol'),
    binding('', 'singular', 'C:singular', 'alice'),
    binding('', 'metrics', 'C:metrics', 'alice'),
    binding('', 'watcher', 'C:watcher', 'alicia', '@developers', 'a/robot', 'robot2'),
    binding('a', 'broken', 'R:gone', 'frank'),
  ),
)
const robot = (namespace: string, name = 'robot') => `system:serviceaccount:${namespace}:${name}`

describe('an allowed request', () => {
  it('shows every rule that allows it', () => {
    const { allowed, grants, nearMisses } = explain(index, request('alice', 'get configmaps in a named x'))
    expect(allowed).toBe(true)
    expect(grants).toMatchObject([
      { binding: { name: 'reader' }, role: { name: 'reader' }, ruleIndex: 0, subject: { name: 'alice' } },
    ])
    expect(nearMisses).toEqual([])
  })
})

describe('near misses', () => {
  it.each<[string, string, string, Lack[], string, string, string[]?]>([
    [
      'the right role in another namespace',
      'alice',
      'list configmaps in b',
      ['namespace'],
      'holds only in the namespace "a", and the request is in the namespace "b"',
      'Bind a role with this rule in the namespace "b".',
    ],
    [
      'a namespace for the whole cluster',
      'alice',
      'list configmaps',
      ['namespace'],
      'the request is at the cluster scope',
      'ClusterRoleBinding',
    ],
    [
      'a verb',
      'alice',
      'delete configmaps in a named x',
      ['verb'],
      'allows the verbs "get", "list", not "delete"',
      'Add the verb "delete"',
    ],
    [
      'a resource but not its subresource',
      'carol',
      'get pods/log in a named p',
      ['subresource'],
      'but not the subresource "pods/log"',
      'Add the resource "pods/log"',
    ],
    [
      'a subresource but not the resource',
      'bob',
      'get pods in a named p',
      ['subresource'],
      'covers only subresources ("pods/log")',
      'Add the resource "pods"',
    ],
    ['a name', 'alice', 'get secrets in a named other', ['name'], 'names only "mine", not "other"', 'resourceNames'],
    [
      'a name for a list',
      'alice',
      'list secrets in a',
      ['verb', 'name'],
      'the request is about all',
      'metadata.name=mine',
    ],
    [
      'an older group',
      'alice',
      'create deployments in a of apps',
      ['group'],
      'is about the API groups "extensions", not "apps"',
      'Add the API group "apps"',
    ],
    [
      'a group with its version',
      'alice',
      'get jobs in a of batch',
      ['group'],
      'not "batch"',
      'Write the group as "batch", without a version.',
    ],
    [
      'a resource in the singular',
      'alice',
      'list nodes',
      ['resource'],
      'is about "node", not "nodes"',
      'Write "nodes" instead of "node".',
    ],
    ['a path', 'alice', 'get /healthz', ['path'], 'is about the paths "/metrics", not "/healthz"', 'nonResourceURLs'],
    [
      'a role that is missing',
      'frank',
      'get pods in a',
      ['role'],
      'points to a role that does not exist',
      'Create the Role "gone" in the namespace "a".',
    ],
    [
      'a cluster role that is missing',
      'gina',
      'get pods in a',
      ['role'],
      'points to a role',
      'Create the ClusterRole "view".',
    ],
    [
      'a name spelled otherwise',
      'alicea',
      'watch leases in a of coordination.orch.io',
      ['subject'],
      'the request comes from "alicea"',
      'User "alicea"',
    ],
    [
      'a group spelled otherwise',
      'hank',
      'watch leases in a of coordination.orch.io',
      ['subject'],
      'the user\'s group is "Developers"',
      'User "hank"',
      ['Developers'],
    ],
    [
      'a group that is a user',
      'developers',
      'watch leases in a of coordination.orch.io',
      ['subject'],
      'is a group, and the request comes from a user of that name',
      'User "developers"',
    ],
    [
      'a user that is a group',
      'hank',
      'watch leases in a of coordination.orch.io',
      ['subject'],
      "is a user, and the request's user has a group of that name",
      'User "hank"',
      ['alicia'],
    ],
    [
      'an account of another namespace',
      robot('b'),
      'watch leases in a of coordination.orch.io',
      ['subject'],
      'the account of the namespace "b"',
      'ServiceAccount "robot/b"',
    ],
    [
      'an account written as a user',
      robot('a', 'robot2'),
      'watch leases in a of coordination.orch.io',
      ['subject'],
      'is not the service account',
      'ServiceAccount "robot2/a"',
    ],
    [
      'a role that nobody bound',
      'nobody-like-that',
      'watch leases in a of coordination.orch.io',
      ['binding'],
      'ClusterRole "watcher" allows it, but no binding',
      'Bind it by a RoleBinding in the namespace "a" to User "nobody-like-that".',
    ],
  ])('%s', (_what, user, text, lacks, what, fix, groups = []) => {
    const { allowed, nearMisses } = explain(index, request(user, text, groups))
    expect(allowed).toBe(false)
    const miss = nearMisses.find((one) => one.what.includes(what))
    expect(miss, nearMisses.map((one) => one.what).join('\n')).toBeDefined()
    expect(miss?.lacks).toEqual(lacks)
    expect(miss?.fix).toContain(fix)
  })

  it('come nearest first, and few', () => {
    const { nearMisses } = explain(index, request('alice', 'delete configmaps in a named x'))
    expect(nearMisses[0]?.lacks).toEqual(['verb'])
    expect(nearMisses.length).toBeLessThanOrEqual(8)
    expect(nearMisses.at(-1)?.lacks).toEqual(['binding'])
  })

  it('prefer the role that gives away the least', () => {
    const unbound = explain(index, request('nobody-like-that', 'get pods in a named p')).nearMisses.filter(
      ({ lacks }) => lacks[0] === 'binding',
    )
    expect(unbound.map((miss) => miss.role?.name)).toEqual(['pods', 'everything'])
  })
})
