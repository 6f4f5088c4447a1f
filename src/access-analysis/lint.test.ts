import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { binding, clusterRole, policy, role, rule, subject } from '../testing/rbac'
import { lint } from './lint'

describe('common mistakes', () => {
  it.each<[string, ApiObject[], string[]]>([
    [
      'everything',
      [clusterRole('r', rule('* * *')), binding('', 'b', 'C:r', 'a')],
      [
        'everything',
        'escalate',
        'bind',
        'impersonate',
        'secrets',
        'tokens',
        'node-proxy',
        'webhooks',
        'approve',
        'pods-create',
        'exec',
      ],
    ],
    ['every verb', [role('a', 'r', rule('* widgets example.com')), binding('a', 'b', 'R:r', 'a')], ['wildcard-verbs']],
    [
      'every resource',
      [role('a', 'r', rule('get * example.com')), binding('a', 'b', 'R:r', 'a')],
      ['wildcard-resources'],
    ],
    ['every group', [role('a', 'r', rule('get widgets *')), binding('a', 'b', 'R:r', 'a')], ['wildcard-groups']],
    ['secrets by list', [role('a', 'r', rule('list secrets')), binding('a', 'b', 'R:r', 'a')], ['secrets']],
    ['secrets by name', [role('a', 'r', rule('get secrets core s')), binding('a', 'b', 'R:r', 'a')], []],
    [
      'escalate',
      [role('a', 'r', rule('escalate roles rbac.authorization.orch.io')), binding('a', 'b', 'R:r', 'a')],
      ['escalate'],
    ],
    [
      'bind by name',
      [role('a', 'r', rule('bind clusterroles rbac.authorization.orch.io view')), binding('a', 'b', 'R:r', 'a')],
      [],
    ],
    ['impersonate', [clusterRole('r', rule('impersonate users')), binding('', 'b', 'C:r', 'a')], ['impersonate']],
    ['pods', [role('a', 'r', rule('create deployments apps')), binding('a', 'b', 'R:r', 'a')], ['pods-create']],
    [
      'creation by name',
      [role('a', 'r', rule('create widgets example.com x')), binding('a', 'b', 'R:r', 'a')],
      ['names-without-effect'],
    ],
    [
      'a list by name',
      [role('a', 'r', rule('list widgets example.com x')), binding('a', 'b', 'R:r', 'a')],
      ['names-in-lists'],
    ],
    [
      'a version in the group',
      [role('a', 'r', rule('get widgets example.com/v1')), binding('a', 'b', 'R:r', 'a')],
      ['group-version'],
    ],
    ['a kind', [role('a', 'r', rule('get Pod')), binding('a', 'b', 'R:r', 'a')], ['kind-as-resource']],
    [
      'a rule too many',
      [
        role(
          'a',
          'r',
          rule('get,list widgets example.com'),
          rule('get widgets example.com'),
          rule('get,list widgets example.com'),
        ),
        binding('a', 'b', 'R:r', 'a'),
      ],
      ['superfluous', 'superfluous'],
    ],
    ['a role nobody has', [role('a', 'r', rule('get widgets example.com'))], ['unused']],
    ['a binding to nothing', [binding('a', 'b', 'R:r', 'a')], ['missing-role']],
    [
      'a binding to nobody',
      [role('a', 'r', rule('get widgets example.com')), binding('a', 'b', 'R:r')],
      ['no-subjects'],
    ],
    [
      'anybody',
      [role('a', 'r', rule('get widgets example.com')), binding('a', 'b', 'R:r', '@system:unauthenticated')],
      ['anonymous'],
    ],
    [
      'everybody',
      [role('a', 'r', rule('delete widgets example.com')), binding('a', 'b', 'R:r', '@system:authenticated')],
      ['everybody'],
    ],
    [
      'the default account',
      [role('a', 'r', rule('get widgets example.com')), binding('a', 'b', 'R:r', 'a/default')],
      ['default-account'],
    ],
    [
      'an account as a user',
      [role('a', 'r', rule('get widgets example.com')), binding('a', 'b', 'R:r', 'system:serviceaccount:a:x')],
      ['account-as-user'],
    ],
  ])('%s', (_what, given, codes) => {
    expect(lint(policy(...given)).map(({ code }) => code)).toEqual(codes)
  })

  it('the administrator role for somebody else', () => {
    expect(lint(policy(binding('', 'mine', 'C:cluster-admin', 'bob'))).map(({ code }) => code)).toEqual([
      'cluster-admin',
      'missing-role',
    ])
    expect(subject('@g').kind).toBe('Group')
  })
})
