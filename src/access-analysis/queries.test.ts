import { describe, expect, it } from 'vitest'
import { binding, clusterRole, policy, request, role, rule } from '../testing/rbac'
import { compare, matrix, userOf, whatCan, whatIf, whoCan, whoCanWhere } from './queries'
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

describe('what would change', () => {
  const changes = (...after: typeof objects) =>
    whatIf(policy(...objects), policy(...after)).map(
      ({ subject: who, namespace, change, rule: { verbs, resources } }) =>
        `${who.name} ${change} ${verbs[0] ?? ''} ${resources?.[0] ?? ''} ${namespace || 'everywhere'}`,
    )

  it.each<[string, () => typeof objects, string[]]>([
    ['nothing', () => objects, []],
    [
      'a verb more',
      () => [
        role('a', 'reader', rule('get,list,delete configmaps'), rule('get secrets core mine')),
        ...objects.slice(1),
      ],
      ['alice gained delete configmaps a', 'robot gained delete configmaps a'],
    ],
    [
      'a rule less',
      () => [role('a', 'reader', rule('get secrets core mine')), ...objects.slice(1)],
      [
        'alice lost get configmaps a',
        'alice lost list configmaps a',
        'robot lost get configmaps a',
        'robot lost list configmaps a',
      ],
    ],
    [
      'a rule written otherwise',
      () => [
        role('a', 'reader', rule('get secrets core mine'), rule('list configmaps'), rule('get configmaps')),
        ...objects.slice(1),
      ],
      [],
    ],
    [
      'a subject more',
      () => [...objects.slice(0, 3), binding('', 'pods', 'C:pods', '@devs', 'bob'), ...objects.slice(4)],
      ['bob gained get pods everywhere', 'bob gained list pods everywhere', 'bob gained watch pods everywhere'],
    ],
    [
      'a binding less, though the right stays by another',
      () => [...objects.slice(0, 4), binding('', 'too', 'C:pods', 'alice')],
      ['alice gained get pods everywhere', 'alice gained list pods everywhere', 'alice gained watch pods everywhere'],
    ],
    [
      'a role gone',
      () => [objects[0], ...objects.slice(2)] as typeof objects,
      [
        'devs lost get pods everywhere',
        'devs lost list pods everywhere',
        'devs lost watch pods everywhere',
        'alice lost get pods a',
        'alice lost list pods a',
        'alice lost watch pods a',
      ],
    ],
  ])('%s', (_what, after, expected) => {
    expect(changes(...after()).sort()).toEqual(expected.sort())
  })

  it('does not take strangers for people who are known', () => {
    const known = binding('', 'all', 'C:pods', '@system:authenticated')
    const before = [clusterRole('pods', rule('get pods')), known]
    expect(
      whatIf(policy(...before), policy(...before, binding('', 'anybody', 'C:pods', 'system:anonymous'))),
    ).toMatchObject([{ subject: { name: 'system:anonymous' }, change: 'gained' }])
  })

  it('follows aggregation', () => {
    const gather = {
      ...clusterRole('gather'),
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { to: 'gather' } }] },
    }
    const part = (labels: Record<string, string>) => ({
      ...clusterRole('part', rule('get things')),
      metadata: { name: 'part', labels },
    })
    const bound = binding('a', 'g', 'C:gather', 'eve')
    expect(whatIf(policy(gather, part({}), bound), policy(gather, part({ to: 'gather' }), bound))).toMatchObject([
      { subject: { name: 'eve' }, namespace: 'a', change: 'gained', rule: rule('get things') },
    ])
  })
})
