import { describe, expect, it } from 'vitest'
import { rule } from '../testing/rbac'
import { aggregate, aggregatedRules } from './aggregation'
import { type PolicyRule, roleOf } from './policy'

describe('aggregation', () => {
  const role = (
    name: string,
    labels: Record<string, string>,
    rules: PolicyRule[],
    selects?: Record<string, string>[],
  ) =>
    roleOf(
      {
        metadata: { name, labels },
        rules,
        ...(selects && { aggregationRule: { clusterRoleSelectors: selects.map((matchLabels) => ({ matchLabels })) } }),
      },
      'ClusterRole',
    )

  it('gathers by selector and name, each rule once, never its own', () => {
    const gatherer = role('g', { x: '1' }, [rule('get own')], [{ x: '1' }, { y: '1' }])
    const others = [
      role('b', { x: '1' }, [rule('get b'), rule('get a')]),
      role('a', { x: '1' }, [rule('get a')]),
      role('c', { y: '1' }, [rule('get c')]),
      role('d', {}, [rule('get d')]),
    ]
    expect(aggregatedRules(gatherer, [gatherer, ...others])).toEqual([rule('get a'), rule('get b'), rule('get c')])
  })

  it('carries rules through roles that gather each other', () => {
    const roles = [
      role('top', {}, [], [{ to: 'top' }]),
      role('middle', { to: 'top' }, [], [{ to: 'middle' }]),
      role('base', { to: 'middle' }, [rule('get a')]),
    ]
    expect(aggregate(roles).map(({ rules }) => rules)).toEqual([[rule('get a')], [rule('get a')], [rule('get a')]])
    const circle = [
      role('one', { to: 'two' }, [], [{ to: 'one' }]),
      role('two', { to: 'one' }, [], [{ to: 'two' }]),
      role('base', { to: 'one' }, [rule('get a')]),
    ]
    expect(aggregate(circle).map(({ rules }) => rules)).toEqual([[rule('get a')], [rule('get a')], [rule('get a')]])
  })
})
