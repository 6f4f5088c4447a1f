import { describe, expect, test } from 'vitest'
import { parseFeatureGates } from '../api/releases/feature-gates'
import { type GivenHeaders, headersFrom } from '../machinery/header-lines'
import type { UserInfo } from '../machinery/user'
import { binding, clusterRole, podRequest, policy, role, rule } from '../testing/rbac'
import type { Attributes } from './authorizer'
import type { RememberedModes } from './constrained-impersonation'
import { impersonationOf } from './impersonation.testing'
import { PolicyIndex } from './policy-index'
import { RbacAuthorizer } from './rbac'

const AUTH = 'authentication.orch.io'
const bindings = (who: string, cluster: string): ReturnType<typeof binding>[] => [
  binding('', `${who}-${cluster}`, `C:${cluster}`, who),
  binding('a', `${who}-reads`, 'R:reads', who),
]
const authorizer = new RbacAuthorizer(
  PolicyIndex.of(
    policy(
      clusterRole('users', rule(`impersonate:user-info users ${AUTH} bob`)),
      clusterRole(
        'much',
        rule(`impersonate:user-info users,uids ${AUTH}`),
        rule(`impersonate:user-info groups ${AUTH} first,second`),
        rule(`impersonate:user-info userextras/acme.io/scope ${AUTH} view`),
      ),
      clusterRole('groups', rule(`impersonate:user-info users,groups ${AUTH}`)),
      clusterRole('accounts', rule(`impersonate:serviceaccount serviceaccounts ${AUTH} robot`)),
      clusterRole('nodes', rule(`impersonate:arbitrary-node nodes ${AUTH} n1`)),
      clusterRole('own', rule(`impersonate:associated-node nodes ${AUTH}`)),
      clusterRole('all', rule('impersonate users core')),
      role(
        'a',
        'reads',
        ...['user-info', 'serviceaccount', 'arbitrary-node', 'associated-node'].map((mode) =>
          rule(`impersonate-on:${mode}:get pods`),
        ),
      ),
      ...['users', 'much', 'groups', 'accounts', 'nodes'].flatMap((name) => bindings(name, name)),
      ...bindings('system:serviceaccount:a:agent', 'own'),
      binding('', 'unlimited', 'C:all', 'unlimited'),
    ),
  ),
)

const served = { release: 36, feature: parseFeatureGates([], 36).enabled }
const agent = (node: string): UserInfo => ({
  name: 'system:serviceaccount:a:agent',
  groups: [],
  extra: { 'authentication.orch.io/node-name': [node] },
})
const plain = (name: string): UserInfo => ({ name, groups: [] })
const everybody = 'system:authenticated'

describe('at 1.36 a request acts for', () => {
  test.each<[string, UserInfo, GivenHeaders, UserInfo, string?]>([
    ['a user', plain('users'), { 'Impersonate-User': 'bob' }, { name: 'bob', groups: [everybody] }, 'user-info'],
    [
      'a user with all parts',
      plain('much'),
      [
        ['Impersonate-User', 'bob'],
        ['Impersonate-Uid', 'u'],
        ['Impersonate-Group', 'first'],
        ['Impersonate-Extra-acme.io%2Fscope', 'view'],
      ],
      { name: 'bob', uid: 'u', groups: ['first', everybody], extra: { 'acme.io/scope': ['view'] } },
      'user-info',
    ],
    [
      'a service account',
      plain('accounts'),
      { 'Impersonate-User': 'system:serviceaccount:x:robot' },
      {
        name: 'system:serviceaccount:x:robot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:x', everybody],
      },
      'serviceaccount',
    ],
    [
      'a node',
      plain('nodes'),
      { 'Impersonate-User': 'system:node:n1' },
      { name: 'system:node:n1', groups: ['system:nodes', everybody] },
      'arbitrary-node',
    ],
    [
      'the node of its own pod',
      agent('n7'),
      { 'Impersonate-User': 'system:node:n7' },
      { name: 'system:node:n7', groups: ['system:nodes', everybody] },
      'associated-node',
    ],
    ['a user without limits', plain('unlimited'), { 'Impersonate-User': 'bob' }, { name: 'bob', groups: [everybody] }],
  ])('%s', async (_what, user, headers, expected, mode) => {
    const found = await impersonationOf(headersFrom(headers), () => podRequest(user), authorizer, served)
    expect(found).toEqual({ user: expected, ...(mode && { constraint: `impersonate:${mode}` }) })
  })
})

const BOB = { 'Impersonate-User': 'bob' }

describe('at 1.36 it is forbidden', () => {
  test.each<[string, UserInfo, GivenHeaders, Partial<Attributes>, string]>([
    [
      'for a request that the role does not name',
      plain('users'),
      BOB,
      { verb: 'create' },
      'pods "p" is forbidden: User "users" cannot impersonate-on:user-info:create resource "pods" in API group "" in the namespace "a"',
    ],
    [
      'for another user',
      plain('users'),
      { 'Impersonate-User': 'eve' },
      {},
      `users.${AUTH} "eve" is forbidden: User "users" cannot impersonate:user-info resource "users" in API group "${AUTH}" at the cluster scope`,
    ],
    [
      'for an administrator',
      plain('groups'),
      { ...BOB, 'Impersonate-Group': 'system:masters' },
      {},
      `groups.${AUTH} "system:masters" is forbidden: User "groups" cannot impersonate:user-info resource "groups" in API group "${AUTH}" at the cluster scope: impersonating the system:masters group is not allowed`,
    ],
    [
      'for an extra key without a domain',
      plain('much'),
      { ...BOB, 'Impersonate-Extra-Scopes': 'view' },
      {},
      `userextras.${AUTH} is forbidden: User "much" cannot impersonate:user-info resource "userextras" in API group "${AUTH}" at the cluster scope: impersonating an invalid key in extra is not allowed: extra.key: Invalid value: "scopes": must be a domain-prefixed path (such as "acme.io/foo")`,
    ],
    [
      'for the node of another pod',
      agent('n7'),
      { 'Impersonate-User': 'system:node:n1' },
      {},
      `nodes.${AUTH} "n1" is forbidden: User "system:serviceaccount:a:agent" cannot impersonate:arbitrary-node resource "nodes" in API group "${AUTH}" at the cluster scope`,
    ],
  ])('%s', async (_what, user, headers, more, message) => {
    const answer = impersonationOf(headersFrom(headers), () => podRequest(user, more), authorizer, served)
    await expect(answer).rejects.toMatchObject({ code: 403, message })
  })

  test('without a user', async () => {
    const headers = headersFrom({ 'Impersonate-Group': 'devs' })
    await expect(impersonationOf(headers, () => podRequest(plain('users')), authorizer, served)).rejects.toMatchObject({
      code: 400,
      message:
        'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"devs"}, Extra:map[string][]string(nil)} without impersonating a user name',
    })
  })
})

test('many groups need one permission for all, or one for each', async () => {
  const groups = ['a', 'b', 'c', 'd'].map((name) => ['Impersonate-Group', name] as const)
  const headers = headersFrom([['Impersonate-User', 'bob'], ...groups])
  const asked: string[] = []
  const counting = {
    authorize: (attributes: Attributes) => {
      asked.push(`${attributes.resource} ${attributes.name}`)
      return authorizer.authorize(attributes)
    },
  }
  await impersonationOf(headers, () => podRequest(plain('groups')), counting, served)
  expect(asked).toEqual(['pods p', 'users bob', 'groups *'])
})

test('the mode that served last is asked first', async () => {
  const remembered: RememberedModes = new Map()
  const verbs: string[] = []
  const listening = {
    authorize: (attributes: Attributes) => {
      verbs.push(attributes.verb)
      return authorizer.authorize(attributes)
    },
  }
  const bob = headersFrom({ 'Impersonate-User': 'bob' })
  for (let i = 0; i < 2; i++)
    await impersonationOf(bob, () => podRequest(plain('unlimited')), listening, served, remembered)
  expect(verbs).toEqual(['impersonate-on:user-info:get', 'impersonate', 'impersonate'])
})
