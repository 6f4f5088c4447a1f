import { describe, expect, it } from 'vitest'
import { binding, clusterRole, policy, request, role, rule } from '../testing/rbac'
import { compare, matrix, userOf, whatCan, whoCan, whoCanWhere } from './queries'
import { PolicyIndex } from '../authorization/policy-index'

const objects = [
  role('a', 'reader', rule('get,list configmaps'), rule('get secrets core mine')),
  clusterRole('pods', rule('get,list,watch pods')),
  binding('a', 'reader', 'R:reader', 'alice', '/robot'),
  binding('', 'pods', 'C:pods', '@devs'),
  binding('a', 'pods', 'C:pods', 'alice'),
]
const index = PolicyIndex.of(policy(...objects))
const alice = { name: 'alice', groups: [] }
const dev = { name: 'dev', groups: ['devs'] }

describe('who can, what can', () => {
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

  it('over all namespaces, also in single ones', () => {
    const places = whoCanWhere(index, request('', 'get pods named p'), true)
    expect(places.map(({ namespace, able }) => [namespace, able.map(({ subject: { name } }) => name)])).toEqual([
      ['', ['devs']],
      ['a', ['alice']],
    ])
    expect(whoCanWhere(index, request('', 'get pods named p'), false)).toHaveLength(1)
    expect(whoCanWhere(index, request('', 'get pods in b named p'), true)).toHaveLength(1)
  })

  it('what can a user do', () => {
    expect(whatCan(index, alice, 'a').map(({ role: { name }, ruleIndex }) => `${name} ${ruleIndex}`)).toEqual([
      'reader 0',
      'reader 1',
      'pods 0',
    ])
    expect(whatCan(index, alice, 'b')).toEqual([])
  })

  it('in a matrix, as single decisions say', () => {
    const question = {
      subjects: [alice, dev],
      resources: [
        { group: '', resource: 'configmaps' },
        { group: '', resource: 'secrets' },
        { group: '', resource: 'pods', subresource: 'log' },
        { group: '', resource: 'pods' },
      ],
      verbs: ['get', 'list', 'delete'],
      namespace: 'a',
    }
    expect(matrix(index, question)).toEqual([
      [
        ['yes', 'yes', 'no'],
        ['some', 'no', 'no'],
        ['no', 'no', 'no'],
        ['yes', 'yes', 'no'],
      ],
      [
        ['no', 'no', 'no'],
        ['no', 'no', 'no'],
        ['no', 'no', 'no'],
        ['yes', 'yes', 'no'],
      ],
    ])
  })

  it('two users side by side', () => {
    expect(compare(index, alice, dev, 'a')).toEqual({
      onlyFirst: [rule('get,list configmaps'), rule('get secrets core mine')],
      onlySecond: [],
      both: [rule('get,list,watch pods')],
    })
  })
})
