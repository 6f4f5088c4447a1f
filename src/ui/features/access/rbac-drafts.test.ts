import { describe, expect, it } from 'vitest'
import { whatIf } from '../../../access-analysis/what-if'
import { binding, policy, role, rule } from '../../../testing/rbac'
import { draftPolicy, rbacDrafts } from './rbac-drafts'
import { BOTH, ROLE } from './rbac-drafts.testing'

describe('drafts of roles and bindings', () => {
  it('are read one document at a time', () => {
    expect(rbacDrafts(BOTH).map(({ kind, namespace, name, problem }) => [kind, namespace, name, problem])).toEqual([
      ['Role', 'a', 'reader', undefined],
      ['RoleBinding', 'a', 'readers', undefined],
    ])
    expect(rbacDrafts('---\n# nothing yet\n---\n')).toEqual([])
  })

  it.each([
    ['kind: Pod\napiVersion: v1\nmetadata: {name: x}', 'Only roles and bindings'],
    ['kind: Role\napiVersion: rbac.authorization.orch.io/v1\nmetadata: {name: x}', 'must have metadata.namespace'],
    ['kind: ClusterRole\napiVersion: rbac.authorization.orch.io/v1\n', 'metadata.name is missing'],
    ['kind: [', ''],
    [
      'kind: ClusterRole\napiVersion: rbac.authorization.orch.io/v1\nmetadata: {name: x}\naggregationRule: {clusterRoleSelectors: [{matchLabels: {"a b": c}}]}',
      'aggregationRule',
    ],
  ])('reports the error in %j and its place', (text, message) => {
    const [, wrong] = rbacDrafts(`${ROLE}---\n${text}`)
    expect(wrong?.object).toBeUndefined()
    expect(wrong?.problem?.message).toContain(message)
    expect(wrong?.problem?.from).toBeGreaterThanOrEqual(ROLE.length)
  })

  it('are combined with stored objects to a policy', () => {
    const stored = policy(role('a', 'reader', rule('list pods')), binding('a', 'readers', 'R:reader', 'bob'))
    const changes = whatIf(stored, draftPolicy(stored, rbacDrafts(BOTH)))
    expect(
      changes.map(({ subject, change, rule: { verbs } }) => `${subject.name} ${change} ${verbs[0] ?? ''}`).sort(),
    ).toEqual(['alice gained get', 'bob lost list'])
  })

  it.each([['rules: get'], ['rules: [null, 3, {verbs: get, resources: [pods, 1]}]'], ['rules:\n  -'], ['rules: {}']])(
    'accepts unfinished text: %s',
    (rules) => {
      const text = `apiVersion: rbac.authorization.orch.io/v1\nkind: ClusterRole\nmetadata:\n  name: x\n  labels: no\n${rules}\n`
      const bound = policy(binding('', 'b', 'C:x', 'alice'))
      expect(whatIf(bound, draftPolicy(bound, rbacDrafts(text)))).toEqual([])
    },
  )
})
