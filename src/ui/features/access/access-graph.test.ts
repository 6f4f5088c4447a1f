import { describe, expect, it } from 'vitest'
import { binding, clusterRole, policy, role, rule } from '../../../testing/rbac'
import { chosenBindings, layOutAccess, neighbourhood } from './access-graph'

const lab = policy(
  role('a', 'r', rule('get pods')),
  clusterRole('view', rule('get pods')),
  binding('a', 'readers', 'R:r', 'alice', '@dev', '/robot'),
  binding('b', 'viewers', 'C:view', 'alice'),
  binding('', 'lost', 'C:nothing', 'bob'),
  binding('', 'system:x', 'C:view', 'system:orch-proxy', '@system:nodes'),
)
const everything = { namespace: '', words: '', system: true }

describe('the graph of access', () => {
  it.each([
    [everything, ['lost', 'system:x', 'readers', 'viewers']],
    [{ ...everything, system: false }, ['lost', 'readers', 'viewers']],
    [{ ...everything, system: false, namespace: 'a' }, ['lost', 'readers']],
    [{ ...everything, words: 'ALI view' }, ['viewers']],
    [{ ...everything, user: { name: 'zoe', groups: ['dev'] } }, ['readers']],
  ])('shows %j', (filter, names) => {
    expect(chosenBindings(lab, filter).map(({ name }) => name)).toEqual(names)
  })

  it('has three columns, with each subject and role once', () => {
    const { nodes, edges, left } = layOutAccess(lab, { ...everything, system: false })
    expect(left).toBe(0)
    expect(
      nodes
        .filter(({ sort }) => sort === 'subject')
        .map(({ person }) => person)
        .sort(),
    ).toEqual(['account:a/robot', 'group:dev', 'user:alice', 'user:bob'])
    expect(nodes.filter(({ missing }) => missing).map(({ name }) => name)).toEqual(['nothing'])
    expect(edges).toHaveLength(8)
    expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(nodes.length)
  })

  it('knows what hangs together', () => {
    const graph = layOutAccess(lab, { ...everything, system: false })
    expect([...neighbourhood(graph, 'subject/g:dev')].sort()).toEqual([
      'binding/RoleBinding/a/readers',
      'role/Role/a/r',
      'subject/g:dev',
    ])
    expect(neighbourhood(graph, 'binding/RoleBinding/a/readers').size).toBe(5)
  })

  it('draws no more than one can look at', () => {
    const many = policy(...Array.from({ length: 100 }, (_, i) => binding('a', `b${i}`, 'R:r', `u${i}`)))
    const graph = layOutAccess(many, everything)
    expect(graph.bindings.length + graph.left).toBe(100)
    expect(graph.left).toBeGreaterThan(0)
  })
})
