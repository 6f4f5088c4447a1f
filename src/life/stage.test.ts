import { expect, it } from 'vitest'
import type { ApiObject } from '../machinery/object'
import { dueOf, type Stage } from './stage'

const POD: ApiObject = { metadata: { name: 'p' } }
const stage = (delay?: Stage['delay']): Stage => ({
  name: 's',
  about: '',
  resource: 'pods',
  selector: {},
  next: {},
  ...(delay && { delay }),
})
const dues = (milliseconds: number, jitterMilliseconds: number, now: number) =>
  Array.from({ length: 200 }, (_, i) => dueOf(stage({ milliseconds, jitterMilliseconds }), POD, `turn ${i}`, now))

it.each([
  ['at once without a delay', undefined, 1_234],
  ['at the exact end of a delay that has no jitter', { milliseconds: 5_000 }, 6_234],
])('an object enters its stage %s', (_when, delay, due) => {
  expect(dueOf(stage(delay), POD, 'turn', 1_234)).toBe(due)
})

it('chance picks a common time within the jitter', () => {
  const found = dues(1_000, 500, 1_234)
  expect([...new Set(found)].sort((a, b) => a - b)).toEqual([2_234, 2_300, 2_400, 2_500, 2_600, 2_700])
})

it('a delay shorter than the distance of common times is kept', () => {
  for (const due of dues(10, 30, 1_234)) expect(due).toBe(1_244)
})
