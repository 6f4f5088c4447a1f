import { describe, expect, it } from 'vitest'
import { PolicyIndex } from '../../../authorization/policy-index'
import { binding, clusterRole, policy, role, rule } from '../../../testing/rbac'
import { letterOf, MarkCache, marksOf, matrixTable, resourcesOf, wordsOf } from './matrix-cells'

const info = (
  group: string,
  resource: string,
  namespaced: boolean,
  verbs: string[],
  subs: [string, string[]][] = [],
) => ({
  group,
  resource,
  namespaced,
  verbs,
  version: 'v1',
  singular: '',
  kind: resource,
  shortNames: [],
  categories: [],
  preferred: true,
  subresources: subs.map(([name, subVerbs]) => ({ name, kind: name, verbs: subVerbs })),
})
const ALL = ['get', 'list', 'create', 'delete']
const resources = resourcesOf({
  groups: [],
  missing: [],
  resources: [
    info('apps', 'deployments', true, ALL),
    { ...info('apps', 'deployments', true, ALL), version: 'v1beta1', preferred: false },
    info('', 'pods', true, ALL, [['log', ['get']]]),
    info('', 'nodes', false, ALL),
    info('', 'namespaces', false, ALL),
  ],
})
const alice = { name: 'alice', groups: [] }

describe('the matrix', () => {
  it('has every resource once, by group', () => {
    expect(resources.map(({ text }) => text)).toEqual(['namespaces', 'nodes', 'pods', 'pods/log', 'deployments.apps'])
  })

  it('uses the namespace only for namespaced resources and the namespace itself', () => {
    const index = PolicyIndex.of(
      policy(
        role(
          'a',
          'r',
          rule('get,list pods'),
          rule('get,list,create namespaces'),
          rule('get nodes'),
          rule('get,create deployments apps x'),
        ),
        binding('a', 'r', 'R:r', 'alice'),
        clusterRole('n', rule('list nodes')),
        binding('', 'n', 'C:n', 'alice'),
      ),
    )
    expect(marksOf(index, alice, resources, ALL, 'a')).toEqual([
      ['yes', 'no', 'no', 'no'],
      ['no', 'yes', 'no', 'no'],
      ['yes', 'yes', 'no', 'no'],
      ['no', 'none', 'none', 'none'],
      ['some', 'no', 'no', 'no'],
    ])
    expect(
      marksOf(index, alice, resources, ALL, '')
        .flat()
        .filter((mark) => mark === 'yes'),
    ).toHaveLength(1)
    expect(marksOf(index, alice, resources, ALL, '')).toEqual([
      ['where', 'no', 'no', 'no'],
      ['no', 'yes', 'no', 'no'],
      ['where', 'where', 'no', 'no'],
      ['no', 'none', 'none', 'none'],
      ['where', 'no', 'no', 'no'],
    ])
    const cache = new MarkCache(index, resources, ALL, 'a')
    expect(cache.of('user:alice', alice)).toBe(cache.of('user:alice', alice))
  })

  it('says cells in words and letters', () => {
    expect(wordsOf(['yes', 'some', 'no', 'none'], ALL)).toBe('get; for some names list')
    expect(wordsOf(['no', 'no', 'no', 'none'], ALL)).toBe('nothing')
    expect(wordsOf(['no', 'where', 'no', 'none'], ALL)).toBe('in some namespaces list')
    expect(['get', 'delete', 'deletecollection', 'bind'].map(letterOf).join('')).toBe('gdDb')
  })
})

it('is exported whole, with the verbs in words', () => {
  const index = PolicyIndex.of(policy(clusterRole('n', rule('list,get nodes')), binding('', 'n', 'C:n', 'alice')))
  const cache = new MarkCache(index, resources, ALL, '')
  const { columns, rows } = matrixTable(resources, ['user:alice'], [alice], ALL, cache)
  expect(columns).toEqual(['Resource', 'user:alice'])
  expect(rows.map(([name]) => name)).toEqual(resources.map(({ text }) => text))
  expect(rows).toContainEqual(['nodes', 'get, list'])
  expect(rows).toContainEqual(['pods', 'nothing'])
})
