import { expect, it } from 'vitest'
import { subjectsOf } from './known-subjects'

const binding = (...subjects: object[]) => ({ metadata: { name: 'b' }, subjects })

it('names users, groups and service accounts once, people first', () => {
  const found = subjectsOf(
    [
      binding({ kind: 'User', name: 'system:kube' }, { kind: 'User', name: 'bob' }, { kind: 'Group', name: 'ops' }),
      binding(
        { kind: 'User', name: 'bob' },
        { kind: 'User', name: 'alice' },
        { kind: 'Group', name: 'system:masters' },
      ),
      { metadata: { name: 'without subjects' } },
    ],
    [{ metadata: { name: 'default', namespace: 'shop' } }],
  )
  expect(found).toEqual({
    users: ['alice', 'bob', 'system:kube', 'system:serviceaccount:shop:default'],
    groups: ['ops', 'system:masters'],
  })
})
