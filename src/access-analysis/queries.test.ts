import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { binding, clusterRole, policy, request, role, rule, subject } from '../testing/rbac'
import { compare, matrix, userOf, whatCan, whatIf, whoCan, whoCanWhere } from './queries'
import { leastPrivilege, proposedRole } from './least-privilege'
import { lint } from './lint'
import { PolicyIndex } from '../authorization/policy-index'
import { ruleAllows } from '../authorization/rules'

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

describe('least privilege', () => {
  const recorded = [
    'get pods in a named p',
    'list pods in a',
    'get pods/log in a named p',
    'create deployments in a of apps',
    'get configmaps in b named c',
    'list nodes',
    'get /version',
    'get /healthz',
  ].map((text) => request('u', text))

  it('proposes a role for every namespace and one for the cluster', () => {
    expect(leastPrivilege(recorded)).toEqual([
      { namespace: '', rules: [rule('list nodes'), rule('get /healthz,/version')] },
      { namespace: 'a', rules: [rule('get,list pods'), rule('get pods/log'), rule('create deployments apps')] },
      { namespace: 'b', rules: [rule('get configmaps')] },
    ])
    expect(proposedRole({ namespace: 'b', rules: [] }, 'x')).toMatchObject({
      kind: 'Role',
      metadata: { name: 'x', namespace: 'b' },
    })
    expect(proposedRole({ namespace: '', rules: [] }, 'x')).toMatchObject({ kind: 'ClusterRole' })
  })

  it('restricts to names where that is wanted and possible', () => {
    const texts = [
      'get secrets in a named s',
      'get secrets in a named t',
      'create secrets in a',
      'delete configmaps in a named c',
      'list configmaps in a',
    ]
    expect(
      leastPrivilege(
        texts.map((text) => request('u', text)),
        { names: true },
      ),
    ).toEqual([
      {
        namespace: 'a',
        rules: [
          rule('delete configmaps core c'),
          rule('list configmaps'),
          rule('get secrets core s,t'),
          rule('create secrets'),
        ],
      },
    ])
  })

  const requests = fc.array(
    fc
      .tuple(
        fc.constantFrom('get', 'list', 'create', 'update', 'delete'),
        fc.constantFrom('pods', 'pods/log', 'secrets'),
        fc.constantFrom('', 'in a', 'in b'),
        fc.constantFrom('', 'named x', 'named y'),
        fc.constantFrom('', 'of apps'),
      )
      .map((parts) => request('u', parts.filter(Boolean).join(' '))),
    { minLength: 1, maxLength: 12 },
  )

  it('allows what was recorded, and of what was not only what a rule cannot tell apart', () => {
    fc.assert(
      fc.property(requests, requests, fc.boolean(), (used, others, names) => {
        // A creation carries no name.
        const wanted = used.map((one) => (one.verb === 'create' ? { ...one, name: '' } : one))
        const proposals = leastPrivilege(wanted, { names })
        const allows = (one: (typeof used)[number]) =>
          proposals.some(
            ({ namespace, rules }) => namespace === one.namespace && rules.some((each) => ruleAllows(each, one)),
          )
        for (const one of wanted) expect(allows(one)).toBe(true)
        for (const other of others) {
          const related = wanted.some((one) =>
            (['verb', 'resource', 'subresource', 'namespace', 'apiGroup'] as const).every(
              (key) => one[key] === other[key],
            ),
          )
          if (!related) expect(allows(other)).toBe(false)
        }
      }),
    )
  })
})

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
