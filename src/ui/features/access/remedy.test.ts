import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explain } from '../../../access-analysis/explain'
import { PolicyIndex } from '../../../authorization/policy-index'
import type { ApiObject } from '../../../machinery/object'
import { binding, clusterRole, policy, request, role, rule, subject } from '../../../testing/rbac'
import { type FindObject, freeName, remedyFor, ruleFor } from './remedy'

const finder =
  (objects: readonly ApiObject[]): FindObject =>
  (kind, namespace, name) =>
    objects.find(
      ({ kind: sort, metadata }) => sort === kind && metadata.name === name && (metadata.namespace ?? '') === namespace,
    )
const put = (objects: readonly ApiObject[], changes: readonly ApiObject[]): ApiObject[] => [
  ...objects.filter(
    ({ kind, metadata }) =>
      !changes.some(
        (change) =>
          change.kind === kind &&
          change.metadata.name === metadata.name &&
          change.metadata.namespace === metadata.namespace,
      ),
  ),
  ...changes,
]

/** The remedies of a refused request, nearest first, each applied and tried. */
function tried(objects: readonly ApiObject[], asked: ReturnType<typeof request>, who = subject(asked.user.name)) {
  const { nearMisses } = explain(PolicyIndex.of(policy(...objects)), asked)
  return nearMisses.map((miss) => {
    const remedy = remedyFor(miss, asked, who, finder(objects))
    const after = PolicyIndex.of(policy(...put(objects, remedy.objects)))
    return { miss, remedy, passes: explain(after, asked).allowed }
  })
}

describe('remedies', () => {
  it.each<[string, ApiObject[], string, string[]]>([
    [
      'a verb',
      [role('a', 'r', rule('get pods')), binding('a', 'b', 'R:r', 'alice')],
      'list pods in a',
      ['Draft a change to Role "r"'],
    ],
    [
      'a namespace, of a role',
      [role('a', 'r', rule('get pods')), binding('a', 'b', 'R:r', 'alice')],
      'get pods in c',
      ['Draft the same role and binding in c'],
    ],
    [
      'a namespace, of a cluster role',
      [clusterRole('r', rule('get pods')), binding('a', 'b', 'C:r', 'alice')],
      'get pods in c',
      ['Bind ClusterRole "r" to User "alice" in c', 'Bind ClusterRole "r" to User "alice" in c'],
    ],
    [
      'a namespace and a verb',
      [clusterRole('r', rule('get pods')), binding('a', 'b', 'C:r', 'alice')],
      'list pods in c',
      ['Draft a change to ClusterRole "r" and a binding'],
    ],
    [
      'the cluster',
      [role('a', 'r', rule('get pods')), binding('a', 'b', 'R:r', 'alice')],
      'get pods',
      ['Draft the same role and binding for the cluster'],
    ],
    ['a role', [binding('a', 'b', 'R:r', 'alice')], 'get pods in a', ['Draft the Role "r"']],
    [
      'a subject',
      [role('a', 'r', rule('get pods')), binding('a', 'b', 'R:r', '@alice')],
      'get pods in a',
      ['Add User "alice" to RoleBinding "b"', 'Bind Role "r" to User "alice" in a'],
    ],
    [
      'a name that a list has not',
      [role('a', 'r', rule('list pods core p')), binding('a', 'b', 'R:r', 'alice')],
      'list pods in a',
      ['Draft a change to Role "r"'],
    ],
    [
      'a path',
      [clusterRole('r', rule('get /healthz')), binding('', 'b', 'C:r', 'alice')],
      'get /version',
      ['Draft a change to ClusterRole "r"'],
    ],
    [
      'a rule of a role that the system keeps',
      [
        { ...clusterRole('view', rule('get pods')), aggregationRule: { clusterRoleSelectors: [] } },
        binding('', 'b', 'C:view', 'alice'),
      ],
      'list pods in a',
      ['Draft a new Role and binding'],
    ],
  ])('for %s', (_what, objects, asked, titles) => {
    const outcome = tried(objects, request('alice', asked))
    expect(outcome.map(({ remedy }) => remedy.title)).toEqual(titles)
    expect(outcome.map(({ passes }) => passes)).toEqual(titles.map(() => true))
  })

  const some = (...items: string[]) => fc.subarray(items, { minLength: 1 }).map((list) => list.join(','))
  const anyRule = fc
    .tuple(
      some('get', 'list', 'create'),
      some('pods', 'pod', 'pods/log', 'secrets'),
      fc.constantFrom('core', 'apps', 'core,app', 'apps/v1'),
      fc.option(some('x', 'y'), { nil: undefined }),
    )
    .map((parts) => rule(parts.filter((part) => part !== undefined).join(' ')))
  const anyPathRule = some('/version', '/healthz', '/logs/*').map((paths) => rule(`get ${paths}`))
  const place = fc.constantFrom('a', 'b')
  const anyObject = fc.oneof(
    fc
      .tuple(place, fc.constantFrom('r', 's'), fc.array(anyRule, { minLength: 1, maxLength: 3 }))
      .map(([ns, name, rules]) => role(ns, name, ...rules)),
    fc
      .tuple(fc.constantFrom('r', 's'), fc.array(fc.oneof(anyRule, anyPathRule), { minLength: 1, maxLength: 3 }))
      .map(([name, rules]) => clusterRole(name, ...rules)),
    fc
      .tuple(
        place,
        fc.constantFrom('1', '2', '3'),
        fc.constantFrom('R:r', 'C:r', 'R:s', 'C:s'),
        some('alice', 'alise', '@dev'),
      )
      .map(([ns, name, ref, who]) => binding(ns, name, ref, ...who.split(','))),
    fc
      .tuple(fc.constantFrom('1', '2'), fc.constantFrom('C:r', 'C:s'), some('alice', 'Alice', '@devs'))
      .map(([name, ref, who]) => binding('', name, ref, ...who.split(','))),
  )
  const anyRequest = fc
    .tuple(
      fc.constantFrom('get', 'list', 'create'),
      fc.constantFrom('pods', 'pods/log', 'secrets', '/version', '/logs/x'),
      fc.constantFrom('', 'in a', 'in b'),
      fc.constantFrom('', 'named x', 'named z'),
      fc.constantFrom('', 'of apps'),
    )
    .map(([verb, what, ...rest]) =>
      request('alice', [verb, what, ...(what.startsWith('/') ? [] : rest)].filter(Boolean).join(' '), ['dev']),
    )

  it('always make the request pass', () => {
    fc.assert(
      fc.property(fc.array(anyObject, { maxLength: 8 }), anyRequest, (made, asked) => {
        const objects = put([], made).filter(
          (one, i, all) =>
            all.findIndex(
              (other) =>
                other.kind === one.kind &&
                other.metadata.name === one.metadata.name &&
                other.metadata.namespace === one.metadata.namespace,
            ) === i,
        )
        for (const { miss, remedy, passes } of tried(objects, asked))
          expect({ what: miss.what, remedy, passes }).toMatchObject({ passes: true })
      }),
      { numRuns: 500 },
    )
  })

  it('give the smallest rule of a request', () => {
    expect(ruleFor(request('u', 'get pods/log in a named p'))).toEqual(rule('get pods/log core p'))
    expect(ruleFor(request('u', 'create pods in a named p'))).toEqual(rule('create pods'))
    expect(ruleFor(request('u', 'get /version'))).toEqual(rule('get /version'))
  })

  it('chooses new names so that nothing is overwritten', () => {
    const find = finder([role('a', 'alice-get'), role('a', 'alice-get-2')])
    expect(freeName(find, 'Role', 'a', 'Alice', 'get')).toBe('alice-get-3')
    expect(freeName(find, 'Role', 'b', 'system:x', '/healthz')).toBe('system-x-healthz')
    expect(freeName(find, 'Role', 'b', ':')).toBe('new')
  })
})
