import { describe, expect, it } from 'vitest'
import { PolicyIndex } from '../authorization/policy-index'
import { binding, clusterRole, policy, request, role, rule } from '../testing/rbac'
import { readers as objects } from './readers.testing'
import { userOf } from './queries'
import { whoCan, whoCanWhere } from './who-can'

const index = PolicyIndex.of(policy(...objects))

describe('who can', () => {
  it.each<[string, string[]]>([
    ['list configmaps in a', ['User alice', 'ServiceAccount robot a']],
    ['list configmaps in b', []],
    ['get pods in a named p', ['Group devs', 'User alice']],
    ['get pods in b named p', ['Group devs']],
    ['get secrets in a', []],
    ['get secrets in a named mine', ['User alice', 'ServiceAccount robot a']],
  ])('who can %s', (text, expected) => {
    const able = whoCan(index, request('', text))
    expect(
      able.map(({ subject: { kind, name, namespace } }) => [kind, name, namespace].filter(Boolean).join(' ')),
    ).toEqual(expected)
    for (const { subject: who } of able)
      expect(index.allows({ ...request('', text), user: userOf(who, 'a') })).toBe(true)
  })

  it('asked about all namespaces, also lists grants in single ones', () => {
    const places = whoCanWhere(index, request('', 'get pods named p'), true)
    expect(places.map(({ namespace, able }) => [namespace, able.map(({ subject: { name } }) => name)])).toEqual([
      ['', ['devs']],
      ['a', ['alice']],
    ])
    expect(whoCanWhere(index, request('', 'get pods named p'), false)).toHaveLength(1)
    expect(whoCanWhere(index, request('', 'get pods in b named p'), true)).toHaveLength(1)
  })

  it.each<[string, boolean, string[]]>([
    ['get secrets', true, [': carol (ours)', 'a: alice (mine)', 'a: robot (mine)', 'b: devs', 'b: carol (yours)']],
    ['get secrets in b', true, [': devs', ': carol (ours, yours)']],
    ['get secrets in a named mine', true, [': alice', ': robot']],
    ['create secrets', true, ['b: carol']],
    ['deletecollection secrets', true, []],
    ['get namespaces', false, ['a: robot (a)']],
    ['get namespaces in a named a', false, [': robot']],
    ['list namespaces', false, []],
  ])('%s, where and for which names', (text, namespaced, expected) => {
    const named = PolicyIndex.of(
      policy(
        ...objects,
        clusterRole('ours', rule('get secrets core ours')),
        role('b', 'yours', rule('get,create,deletecollection secrets core yours'), rule('create secrets')),
        role('b', 'all', rule('get secrets')),
        role('a', 'self', rule('get,list namespaces')),
        binding('', 'ours', 'C:ours', 'carol'),
        binding('b', 'yours', 'R:yours', 'carol'),
        binding('b', 'all', 'R:all', '@devs'),
        binding('a', 'self', 'R:self', '/robot'),
      ),
    )
    const found = whoCanWhere(named, request('', text), namespaced).flatMap(({ namespace, able }) =>
      able.map(
        ({ subject, names }) => `${namespace}: ${subject.name}${names ? ` (${[...names].sort().join(', ')})` : ''}`,
      ),
    )
    expect(found).toEqual(expected)
  })
})
