import { describe, expect, it } from 'vitest'
import { isLinearizable, type Operation, shrink } from './linearizable'

const at = (start: number, end: number) => ({ start, end })
const create = (
  start: number,
  end: number,
  token: string,
  outcome: 'done' | 'exists' | 'unknown' = 'done',
): Operation => ({
  ...at(start, end),
  kind: 'create',
  token,
  outcome,
})
const read = (start: number, end: number, seen?: string): Operation => ({ ...at(start, end), kind: 'read', seen })
const update = (
  start: number,
  end: number,
  expect: string,
  token: string,
  outcome: 'done' | 'refused' | 'unknown' = 'done',
): Operation => ({ ...at(start, end), kind: 'update', expect, token, outcome })
const remove = (start: number, end: number, outcome: 'done' | 'absent' | 'unknown' = 'done'): Operation => ({
  ...at(start, end),
  kind: 'delete',
  outcome,
})
const removeOf = (start: number, end: number, expect: string, outcome: 'done' | 'refused' = 'done'): Operation => ({
  ...at(start, end),
  kind: 'delete',
  expect,
  outcome,
})
const patch = (
  start: number,
  end: number,
  token: string,
  outcome: 'done' | 'absent' | 'unknown' = 'done',
): Operation => ({
  ...at(start, end),
  kind: 'patch',
  token,
  outcome,
})
const apply = (start: number, end: number, token: string, outcome: 'done' | 'unknown' = 'done'): Operation => ({
  ...at(start, end),
  kind: 'apply',
  token,
  outcome,
})

describe('the checker of histories', () => {
  it.each<[string, readonly Operation[]]>([
    ['nothing', []],
    ['one after the other', [create(0, 1, 'a'), read(2, 3, 'a'), update(4, 5, 'a', 'b'), remove(6, 7), read(8, 9)]],
    ['a read beside a write, before it or after it', [create(0, 5, 'a'), read(1, 2), read(3, 4, 'a')]],
    [
      'two updates at once, of which one is refused',
      [create(0, 1, 'a'), update(2, 5, 'a', 'b'), update(2, 5, 'a', 'c', 'refused')],
    ],
    ['a lost write that was done', [create(0, Infinity, 'a', 'unknown'), read(5, 6, 'a')]],
    ['a lost write that was never done', [create(0, Infinity, 'a', 'unknown'), read(5, 6)]],
    ['a lost write that is done late', [create(0, Infinity, 'a', 'unknown'), read(5, 6), read(7, 8, 'a')]],
    [
      'patches of what is there alone',
      [patch(0, 1, 'a', 'absent'), create(2, 3, 'b'), patch(4, 5, 'c'), read(6, 7, 'c')],
    ],
    ['what is applied, there or not', [apply(0, 1, 'a'), apply(2, 3, 'b'), read(4, 5, 'b')]],
    ['a deletion of what was read', [create(0, 1, 'a'), removeOf(2, 3, 'a'), removeOf(4, 5, 'a', 'refused')]],
    ['a lost apply that was done between', [apply(0, Infinity, 'a', 'unknown'), create(1, 2, 'b', 'exists')]],
  ])('takes %s', (_what, history) => expect(isLinearizable(history)).toBe(true))

  it.each<[string, readonly Operation[]]>([
    ['a lost update', [create(0, 1, 'a'), update(2, 3, 'a', 'b'), update(4, 5, 'a', 'c')]],
    ['a stale read', [create(0, 1, 'a'), update(2, 3, 'a', 'b'), read(4, 5, 'a')]],
    ['a write that is gone', [create(0, 1, 'a'), read(2, 3)]],
    ['a write done twice', [create(0, 1, 'a'), remove(2, 3), read(4, 5, 'a')]],
    ['a dirty read', [create(0, 1, 'a'), update(2, 3, 'x', 'b', 'refused'), read(4, 5, 'b')]],
    ['two creates that were both done', [create(0, 9, 'a'), create(0, 9, 'b')]],
    ['reads that go back in time', [create(0, 9, 'a'), read(1, 2, 'a'), read(3, 4)]],
    ['a lost write before its call', [read(0, 1, 'a'), create(2, Infinity, 'a', 'unknown')]],
    ['a deletion of nothing', [remove(0, 1)]],
    ['a patch of nothing', [patch(0, 1, 'a')]],
    ['a patch that is gone', [create(0, 1, 'a'), patch(2, 3, 'b'), read(4, 5, 'a')]],
    ['what was applied and is gone', [apply(0, 1, 'a'), read(2, 3)]],
    ['a deletion of what is not as it was read', [create(0, 1, 'a'), patch(2, 3, 'b'), removeOf(4, 5, 'a')]],
    ['a deletion refused without a reason', [create(0, 1, 'a'), removeOf(2, 3, 'a', 'refused')]],
  ])('finds %s', (_what, history) => expect(isLinearizable(history)).toBe(false))

  it('reduces a history to the faulty operations', async () => {
    const fine = Array.from({ length: 40 }, (_, i) => read(10 + i * 2, 11 + i * 2, 'b'))
    const history = [create(0, 1, 'a'), read(2, 3, 'a'), update(4, 5, 'a', 'b'), ...fine, read(98, 99, 'a')]
    const small = await shrink(history)
    expect(small.length).toBeLessThan(3)
    expect(isLinearizable(small)).toBe(false)
  })
})
