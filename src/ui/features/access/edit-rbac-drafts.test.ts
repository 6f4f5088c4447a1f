import { describe, expect, it } from 'vitest'
import { clusterRole, role, rule } from '../../../testing/rbac'
import { withField, withObject, withoutDocument, withoutRule, withRule, withRuleList } from './edit-rbac-drafts'
import { rbacDrafts } from './rbac-drafts'
import { BINDING, BOTH, ROLE } from './rbac-drafts.testing'

describe('edits of drafted roles and bindings', () => {
  it('add, replace and remove objects', () => {
    const two = withObject(ROLE, {
      ...clusterRole('all', rule('get pods')),
      apiVersion: 'rbac.authorization.orch.io/v1',
    })
    expect(rbacDrafts(two).map(({ kind, name }) => `${kind} ${name}`)).toEqual(['Role reader', 'ClusterRole all'])
    const changed = withObject(two, role('a', 'reader', rule('list pods')))
    expect(rbacDrafts(changed).map(({ name }) => name)).toEqual(['reader', 'all'])
    expect(rbacDrafts(changed)[0]?.object?.['rules']).toEqual([rule('list pods')])
    expect(rbacDrafts(withoutDocument(changed, 0)).map(({ name }) => name)).toEqual(['all'])
    expect(withoutDocument(ROLE, 0)).toBe('')
  })

  it('change rules and keep everything else', () => {
    const text = withRuleList(BOTH, 0, 0, 'verbs', ['get', 'list'])
    expect(text).toContain('# what the dashboard needs')
    expect(text).toContain(BINDING)
    expect(rbacDrafts(text)[0]?.object?.['rules']).toEqual([rule('get,list pods')])
    const named = withRuleList(text, 0, 0, 'resourceNames', ['p'])
    expect(rbacDrafts(named)[0]?.object?.['rules']).toEqual([rule('get,list pods core p')])
    expect(rbacDrafts(withRuleList(named, 0, 0, 'resourceNames', []))[0]?.object?.['rules']).toEqual([
      rule('get,list pods'),
    ])
    const more = withRule(text, 0, rule('get secrets'))
    expect(rbacDrafts(more)[0]?.object?.['rules']).toEqual([rule('get,list pods'), rule('get secrets')])
    expect(rbacDrafts(withoutRule(more, 0, 0))[0]?.object?.['rules']).toEqual([rule('get secrets')])
    const bare = 'apiVersion: rbac.authorization.orch.io/v1\nkind: ClusterRole\nmetadata:\n  name: x\n'
    expect(rbacDrafts(withRule(bare, 0, rule('get pods')))[0]?.object?.['rules']).toEqual([rule('get pods')])
  })

  it('change subjects of a binding and keep everything else', () => {
    const bob = { kind: 'User', name: 'bob' }
    const text = withField(BOTH, 1, 'subjects', [bob])
    expect(text).toContain(ROLE)
    expect(rbacDrafts(text)[1]?.object?.['subjects']).toEqual([bob])
    expect(rbacDrafts(text)[1]?.object?.['roleRef']).toEqual(rbacDrafts(BOTH)[1]?.object?.['roleRef'])
    expect(rbacDrafts(withField(BOTH, 1, 'subjects', []))[1]?.object?.['subjects']).toEqual([])
  })
})
