import { describe, expect, it } from 'vitest'
import { parseFeatureGates } from '../api/releases/feature-gates'
import type { Served } from '../api/releases/ledger'
import { ApiError } from '../machinery/api-error'
import { type GivenHeaders, headersFrom } from '../machinery/header-lines'
import type { UserInfo } from '../machinery/user'
import { binding, clusterRole, podRequest, policy, role, rule } from '../testing/rbac'
import { impersonationOf } from './impersonation.testing'
import { PolicyIndex } from './policy-index'
import { RbacAuthorizer } from './rbac'

const authorizer = new RbacAuthorizer(
  PolicyIndex.of(
    policy(
      clusterRole('all', rule('* * *')),
      binding('', 'root', 'C:all', 'root'),
      clusterRole(
        'one',
        rule('impersonate users core bob'),
        rule('impersonate userextras/scopes authentication.orch.io view'),
      ),
      binding('', 'alice', 'C:one', 'alice'),
      role('a', 'accounts', rule('impersonate serviceaccounts')),
      binding('a', 'carol', 'R:accounts', 'carol'),
    ),
  ),
)
const servedAt = (release: number): Served => ({ release, feature: parseFeatureGates([], release).enabled })
const as = async (who: string, headers: GivenHeaders, release = 25): Promise<UserInfo | undefined> => {
  const request = () => podRequest({ name: who, groups: [] })
  return (await impersonationOf(headersFrom(headers), request, authorizer, servedAt(release)))?.user
}

describe('whom a request acts for', () => {
  it.each<[string, GivenHeaders, UserInfo | undefined, number?]>([
    ['nobody else', {}, undefined],
    ['a user', { 'Impersonate-User': 'bob' }, { name: 'bob', groups: ['system:authenticated'] }],
    [
      'a user in groups',
      [
        ['Impersonate-User', 'bob'],
        ['Impersonate-Group', 'first'],
        ['Impersonate-Group', 'second'],
      ],
      { name: 'bob', groups: ['first', 'second', 'system:authenticated'] },
    ],
    [
      'the group is not added twice',
      { 'Impersonate-User': 'bob', 'Impersonate-Group': 'system:authenticated' },
      { name: 'bob', groups: ['system:authenticated'] },
    ],
    [
      'nor beside its contrary',
      { 'Impersonate-User': 'bob', 'Impersonate-Group': 'system:unauthenticated' },
      { name: 'bob', groups: ['system:unauthenticated'] },
    ],
    [
      'the anonymous user',
      { 'Impersonate-User': 'system:anonymous' },
      { name: 'system:anonymous', groups: ['system:unauthenticated'] },
    ],
    [
      'a service account',
      { 'Impersonate-User': 'system:serviceaccount:a:robot' },
      {
        name: 'system:serviceaccount:a:robot',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:a', 'system:authenticated'],
      },
    ],
    [
      'a service account in other groups',
      { 'Impersonate-User': 'system:serviceaccount:a:robot', 'Impersonate-Group': 'g' },
      { name: 'system:serviceaccount:a:robot', groups: ['g', 'system:authenticated'] },
    ],
    [
      'extras',
      [
        ['Impersonate-User', 'bob'],
        ['Impersonate-Extra-Scopes', 'view'],
        ['Impersonate-Extra-Scopes', 'edit'],
        ['Impersonate-Extra-Acme.example%2Fproject', 'p'],
      ],
      {
        name: 'bob',
        groups: ['system:authenticated'],
        extra: { 'acme.example/project': ['p'], scopes: ['view', 'edit'] },
      },
    ],
    [
      'somebody whose name only looks like an account',
      { 'Impersonate-User': 'system:serviceaccount:Default:X' },
      { name: 'system:serviceaccount:Default:X', groups: ['system:authenticated'] },
    ],
    [
      'a uid',
      { 'Impersonate-User': 'bob', 'Impersonate-Uid': 'u' },
      { name: 'bob', uid: 'u', groups: ['system:authenticated'] },
    ],
    [
      'a uid before 1.22',
      { 'Impersonate-User': 'bob', 'Impersonate-Uid': 'u' },
      { name: 'bob', groups: ['system:authenticated'] },
      21,
    ],
    ['a uid alone before 1.22', { 'Impersonate-Uid': 'u' }, undefined, 21],
    [
      'names with commas, which stay whole',
      { 'Impersonate-User': 'Smith, John', 'Impersonate-Group': 'CN=Admins, OU=Groups', 'Impersonate-Uid': '1, 2' },
      { name: 'Smith, John', uid: '1, 2', groups: ['CN=Admins, OU=Groups', 'system:authenticated'] },
    ],
    [
      'the first of several users and uids',
      [
        ['Impersonate-User', 'one'],
        ['impersonate-user', 'two'],
        ['Impersonate-Uid', '1'],
        ['Impersonate-Uid', '2'],
      ],
      { name: 'one', uid: '1', groups: ['system:authenticated'] },
    ],
    [
      'names beyond ASCII',
      { 'Impersonate-User': 'Jörg', 'Impersonate-Group': 'Łódź', 'Impersonate-Extra-Title': '博士' },
      { name: 'Jörg', groups: ['Łódź', 'system:authenticated'], extra: { title: ['博士'] } },
    ],
    [
      'extras whose keys objects have of their own',
      [
        ['Impersonate-User', 'bob'],
        ['Impersonate-Extra-__proto__', 'p'],
        ['Impersonate-Extra-constructor', 'c'],
      ],
      {
        name: 'bob',
        groups: ['system:authenticated'],
        extra: Object.fromEntries([
          ['__proto__', ['p']],
          ['constructor', ['c']],
        ]),
      },
    ],
    [
      'a user of joined lines',
      new Headers({ 'Impersonate-User': 'bob' }),
      { name: 'bob', groups: ['system:authenticated'] },
    ],
  ])('%s', async (_what, headers, expected, release) => {
    expect(await as('root', headers, release)).toEqual(expected)
  })

  it.each([
    ['a group', { 'Impersonate-Group': 'devs' }],
    ['an extra', { 'Impersonate-Extra-Scopes': 'view' }],
    ['a uid', { 'Impersonate-Uid': 'u' }],
  ])('500 for %s without a user', async (_what, headers) => {
    await expect(as('root', headers)).rejects.toMatchObject({ code: 500, reason: 'InternalError' })
  })
})

it.each(['Impersonate-User', 'Impersonate-Group', 'Impersonate-Uid', 'Impersonate-Extra-Scopes'])(
  'refuses a value of %s that a browser may have joined',
  async (name) => {
    const headers = new Headers({ 'Impersonate-User': 'bob' })
    headers.set(name, 'a, b')
    await expect(as('root', headers)).rejects.toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message: expect.stringContaining(`the header ${name.toLowerCase()} is ambiguous`) as string,
    })
  },
)

describe('permission', () => {
  it('is asked for a name with a comma as one name', async () => {
    const devsAndQa = clusterRole('two', rule('impersonate users core bob'), rule('impersonate groups core a,b'))
    const allowed = new RbacAuthorizer(PolicyIndex.of(policy(devsAndQa, binding('', 'dora', 'C:two', 'dora'))))
    const headers = headersFrom({ 'Impersonate-User': 'bob', 'Impersonate-Group': 'a, b' })
    await expect(
      impersonationOf(headers, () => podRequest({ name: 'dora', groups: [] }), allowed, servedAt(25)),
    ).rejects.toMatchObject({
      code: 403,
      details: { name: 'a, b', kind: 'groups' },
    })
  })

  it.each<[string, string, Record<string, string>, object | undefined]>([
    ['a user by name', 'alice', { 'Impersonate-User': 'bob' }, undefined],
    ['another name', 'alice', { 'Impersonate-User': 'eve' }, { name: 'eve', kind: 'users' }],
    ['a group', 'alice', { 'Impersonate-User': 'bob', 'Impersonate-Group': 'g' }, { name: 'g', kind: 'groups' }],
    ['an extra value', 'alice', { 'Impersonate-User': 'bob', 'Impersonate-Extra-Scopes': 'view' }, undefined],
    [
      'another extra value',
      'alice',
      { 'Impersonate-User': 'bob', 'Impersonate-Extra-Scopes': 'edit' },
      { name: 'edit', group: 'authentication.orch.io', kind: 'userextras' },
    ],
    [
      'a uid',
      'alice',
      { 'Impersonate-User': 'bob', 'Impersonate-Uid': 'u' },
      { name: 'u', group: 'authentication.orch.io', kind: 'uids' },
    ],
    ['an account of the namespace', 'carol', { 'Impersonate-User': 'system:serviceaccount:a:robot' }, undefined],
    [
      'an account of another',
      'carol',
      { 'Impersonate-User': 'system:serviceaccount:b:robot' },
      { name: 'robot', kind: 'serviceaccounts' },
    ],
    ['oneself', 'eve', { 'Impersonate-User': 'eve' }, { name: 'eve', kind: 'users' }],
  ])('%s', async (_what, who, headers, refused) => {
    const outcome = await as(who, headers).catch((error: unknown) => error)
    if (!refused) return expect(outcome).toMatchObject({ name: headers['Impersonate-User'] })
    expect(outcome).toBeInstanceOf(ApiError)
    expect(outcome).toMatchObject({ code: 403, details: refused })
  })

  it('says who may not impersonate what', async () => {
    await expect(as('carol', { 'Impersonate-User': 'system:serviceaccount:b:robot' })).rejects.toThrow(
      'serviceaccounts "robot" is forbidden: User "carol" cannot impersonate resource "serviceaccounts" in API group "" in the namespace "b"',
    )
  })
})
