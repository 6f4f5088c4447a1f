import { describe, expect, it } from 'vitest'
import { binding, clusterRole, policy, role, rule } from '../testing/rbac'
import { PolicyIndex } from '../authorization/policy-index'
import { compare, type ComparedBy, type Comparison, type Reach } from './compare'

const index = PolicyIndex.of(
  policy(
    role('a', 'reader', rule('get,list configmaps'), rule('get secrets core mine')),
    clusterRole('pods', rule('get,list,watch pods')),
    clusterRole('health', rule('get pods'), rule('get /healthz')),
    binding('a', 'reader', 'R:reader', 'alice'),
    binding('', 'pods', 'C:pods', '@devs'),
    binding('a', 'pods', 'C:pods', 'alice'),
    binding('b', 'pods', 'C:pods', 'bob'),
    binding('b', 'health', 'C:health', 'carol'),
    binding('c', 'gone', 'C:gone', 'carol'),
  ),
)
const user = (name: string, ...groups: string[]): { name: string; groups: string[] } => ({ name, groups })
const alice = user('alice')
const dev = user('dev', 'devs')

const place = ({ everywhere, namespaces }: Reach): string => (everywhere ? '*' : namespaces.join(','))
/** `first 2 rules: a | `, a line for each group of rules. */
const told = (comparison: Comparison): string[] =>
  (['first', 'second', 'different', 'both'] satisfies ComparedBy[]).flatMap((side) =>
    comparison[side].map(
      ({ rules, first, second }) =>
        `${side}: ${rules.map(({ verbs, resources, nonResourceURLs }) => `${verbs.join()} ${(resources ?? nonResourceURLs ?? []).join()}`).join('; ')} | ${place(first)} | ${place(second)}`,
    ),
  )

describe('compare', () => {
  it.each([
    {
      title: 'tells apart two users who differ only in namespaces',
      users: [alice, user('bob')],
      is: ['first: get,list configmaps; get secrets | a | ', 'different: get,list,watch pods | a | b'],
    },
    {
      title: 'says that a right of the whole cluster reaches further than one of a namespace',
      users: [alice, dev],
      is: ['first: get,list configmaps; get secrets | a | ', 'different: get,list,watch pods | a | *'],
    },
    {
      title: 'finds the rules in common, whichever role grants them',
      users: [user('bob'), user('carol')],
      is: ['first: list,watch pods | b | ', 'both: get pods | b | b'],
    },
    {
      title: 'knows that system:masters may do everything, and that others have less',
      users: [user('root', 'system:masters'), user('carol')],
      is: ['first: * *; * * | * | ', 'different: get pods | * | b'],
    },
    { title: 'finds nothing for users without bindings', users: [user('x'), user('y')], is: [] },
  ])('$title', ({ users: [first = alice, second = alice], is }) => {
    expect(told(compare(index, first, second))).toEqual(is)
  })

  it('compares rights within a namespace, including those of the whole cluster', () => {
    expect(told(compare(index, alice, dev, 'a'))).toEqual([
      'first: get,list configmaps; get secrets | a | ',
      'both: get,list,watch pods | a | *',
    ])
    expect(told(compare(index, alice, user('bob'), 'b'))).toEqual(['second: get,list,watch pods |  | b'])
  })
})
