import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import type { KindContext } from '../../kind-context'
import { clusterRoleBinding } from './cluster-role-binding/cluster-role-binding'
import { roleBinding } from './role-binding/role-binding'
import { clusterRole } from './cluster-role/cluster-role'
import { role } from './role/role'

const GROUP = 'rbac.authorization.orch.io'
const context = { release: 25 } as KindContext
const causes = (kind: KindBehaviour, object: Record<string, unknown>): string[] => {
  const draft = { metadata: { name: 'x' }, ...object } as ApiObject
  kind.defaults?.(draft, 'v1', { release: 25, feature: () => false })
  return (kind.validate?.(draft, context) ?? []).map(
    ({ reason, field }) => `${reason.replace('FieldValue', '')} ${field}`,
  )
}
const rules = (...list: object[]) => ({ rules: list })
const resource = { apiGroups: [''], resources: ['pods'] }

describe('rules', () => {
  it.each<[string, KindBehaviour, object, string[]]>([
    ['none', role, {}, []],
    ['null', role, { rules: null }, []],
    ['one', role, rules({ verbs: ['get'], ...resource }), []],
    ['no verbs', role, rules({ ...resource }), ['Required rules[0].verbs']],
    ['no groups', role, rules({ verbs: ['get'], resources: ['pods'] }), ['Required rules[0].apiGroups']],
    [
      'no resources',
      role,
      rules({ verbs: ['get'], ...resource }, { verbs: ['get'], apiGroups: [''] }),
      ['Required rules[1].resources'],
    ],
    [
      'nothing',
      role,
      rules({}),
      ['Required rules[0].verbs', 'Required rules[0].apiGroups', 'Required rules[0].resources'],
    ],
    [
      'paths in a namespace',
      role,
      rules({ verbs: ['get'], nonResourceURLs: ['/x'] }),
      ['Invalid rules[0].nonResourceURLs'],
    ],
    [
      'paths in a namespace, with resources',
      role,
      rules({ verbs: ['get'], nonResourceURLs: ['/x'], ...resource }),
      ['Invalid rules[0].nonResourceURLs', 'Invalid rules[0].nonResourceURLs'],
    ],
    ['paths', clusterRole, rules({ verbs: ['get'], nonResourceURLs: ['/x'] }), []],
    [
      'paths with resources',
      clusterRole,
      rules({ verbs: ['get'], nonResourceURLs: ['/x'], ...resource }),
      ['Invalid rules[0].nonResourceURLs'],
    ],
    ['paths without verbs', clusterRole, rules({ nonResourceURLs: ['/x'] }), ['Required rules[0].verbs']],
    [
      'no selectors',
      clusterRole,
      { aggregationRule: { clusterRoleSelectors: [] } },
      ['Required aggregationRule.clusterRoleSelectors'],
    ],
    ['a selector', clusterRole, { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] } }, []],
    [
      'a bad selector',
      clusterRole,
      {
        aggregationRule: {
          clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'Near', values: ['b'] }] }],
        },
      },
      [
        'Invalid aggregationRule.clusterRoleSelectors[0].matchExpressions[0].operator',
        'Invalid aggregationRule.clusterRoleSelectors[0]',
      ],
    ],
    [
      'a selector with a bad value',
      clusterRole,
      {
        aggregationRule: {
          clusterRoleSelectors: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b c'] }] }],
        },
      },
      ['Invalid aggregationRule.clusterRoleSelectors[0]'],
    ],
  ])('%s', (_what, kind, object, expected) => {
    expect(causes(kind, object as Record<string, unknown>)).toEqual(expected)
  })
})

describe('bindings', () => {
  const ref = { apiGroup: GROUP, kind: 'Role', name: 'r' }
  const clusterRef = { ...ref, kind: 'ClusterRole' }
  const user = { apiGroup: GROUP, kind: 'User', name: 'u' }
  it.each<[string, KindBehaviour, object, string[]]>([
    [
      'defaults',
      roleBinding,
      {
        roleRef: { kind: 'Role', name: 'r' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'Group', name: 'g' },
          { kind: 'ServiceAccount', name: 's' },
        ],
      },
      [],
    ],
    ['no reference', roleBinding, {}, ['NotSupported roleRef.kind', 'Required roleRef.name']],
    ['no name', roleBinding, { roleRef: { ...ref, name: '' } }, ['Required roleRef.name']],
    ['another kind', roleBinding, { roleRef: { ...ref, kind: 'Secret' } }, ['NotSupported roleRef.kind']],
    ['another group', roleBinding, { roleRef: { ...ref, apiGroup: 'example.com' } }, ['NotSupported roleRef.apiGroup']],
    ['a bad name', roleBinding, { roleRef: { ...ref, name: 'a/b' } }, ['Invalid roleRef.name']],
    ['a role in the cluster', clusterRoleBinding, { roleRef: ref }, ['NotSupported roleRef.kind']],
    [
      'an unknown subject',
      roleBinding,
      { roleRef: ref, subjects: [{ kind: 'Robot', name: 'x' }] },
      ['NotSupported subjects[0].kind'],
    ],
    [
      'a nameless subject',
      roleBinding,
      { roleRef: ref, subjects: [{ ...user, name: '' }] },
      ['Required subjects[0].name'],
    ],
    [
      'a user of another group',
      roleBinding,
      { roleRef: ref, subjects: [{ ...user, apiGroup: 'example.com' }] },
      ['NotSupported subjects[0].apiGroup'],
    ],
    [
      'an account with a group',
      roleBinding,
      { roleRef: ref, subjects: [user, { kind: 'ServiceAccount', apiGroup: GROUP, name: 's', namespace: 'n' }] },
      ['NotSupported subjects[1].apiGroup'],
    ],
    [
      'a bad account',
      roleBinding,
      { roleRef: ref, subjects: [{ kind: 'ServiceAccount', name: 'Not_Valid', namespace: 'n' }] },
      ['Invalid subjects[0].name'],
    ],
    [
      'an account of no namespace',
      clusterRoleBinding,
      { roleRef: clusterRef, subjects: [{ kind: 'ServiceAccount', name: 's' }] },
      ['Required subjects[0].namespace'],
    ],
  ])('%s', (_what, kind, object, expected) => {
    expect(causes(kind, object as Record<string, unknown>)).toEqual(expected)
  })

  it('fill in groups', () => {
    const binding = {
      metadata: {},
      roleRef: { kind: 'Role', name: 'r' },
      subjects: [
        { kind: 'User', name: 'u' },
        { kind: 'ServiceAccount', name: 's' },
      ],
    }
    roleBinding.defaults?.(binding, 'v1', { release: 25, feature: () => false })
    expect(binding).toMatchObject({ roleRef: ref, subjects: [user, { kind: 'ServiceAccount', name: 's' }] })
    expect(binding.subjects[1]).not.toHaveProperty('apiGroup')
  })

  it('keep their role', () => {
    const old = { metadata: {}, roleRef: ref }
    const update = (roleRef: object) =>
      roleBinding.validateUpdate?.({ metadata: {}, roleRef }, old, context).map(({ field }) => field)
    expect(update({ ...ref })).toEqual([])
    expect(update({ ...ref, name: 'other' })).toEqual(['roleRef'])
    expect(update(clusterRef)).toEqual(['roleRef'])
  })

  it('show role and subjects in tables', () => {
    const binding = {
      metadata: { creationTimestamp: '2023-06-01T12:00:00Z' },
      roleRef: ref,
      subjects: [
        user,
        { ...user, name: 'v' },
        { kind: 'Group', name: 'g' },
        { kind: 'ServiceAccount', name: 's', namespace: 'n' },
      ],
    }
    expect(roleBinding.cells?.(binding, Date.UTC(2023, 5, 1, 12, 0, 45))).toEqual(['Role/r', '45s', 'u, v', 'g', 'n/s'])
    expect(roleBinding.columns).toHaveLength(5)
  })
})
