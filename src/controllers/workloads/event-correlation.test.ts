import { expect, it } from 'vitest'
import { EventCorrelation, Recent } from './event-correlation'

const MINUTE = 60_000
const told = (message: string, about = 'web', reason = 'Created') => ({ about, type: 'Normal', reason, message })

it('the same message again has the key of the first', () => {
  const correlation = new EventCorrelation()
  expect(correlation.take(told('a'), 0)).toEqual(correlation.take(told('a'), 1))
  expect(correlation.take(told('a'), 2)?.key).not.toBe(correlation.take(told('b'), 3)?.key)
})

it('the tenth of similar messages and those after it become one', () => {
  const correlation = new EventCorrelation()
  const taken = Array.from({ length: 12 }, (_none, i) => correlation.take(told(`pod ${i}`), i))
  expect(new Set(taken.slice(0, 9).map((one) => one?.key)).size).toBe(9)
  expect(taken.slice(9).map((one) => one?.message)).toEqual(
    [9, 10, 11].map((i) => `(combined from similar events): pod ${i}`),
  )
  expect(new Set(taken.slice(9).map((one) => one?.key)).size).toBe(1)
  // After more than ten minutes without events, they are recorded separately again.
  expect(correlation.take(told('pod 12'), 11 * MINUTE)?.message).toBe('pod 12')
})

it('an object has 25 events at once and then one in five minutes; others have their own', () => {
  const correlation = new EventCorrelation()
  const taken = Array.from({ length: 30 }, (_none, i) => correlation.take(told('again', 'web', `Reason${i}`), 0))
  expect(taken.map((one) => one !== undefined)).toEqual(Array.from({ length: 30 }, (_none, i) => i < 25))
  expect(correlation.take(told('again'), 4 * MINUTE)).toBeUndefined()
  expect(correlation.take(told('again'), 5 * MINUTE)).toBeDefined()
  expect(correlation.take(told('again'), 5 * MINUTE)).toBeUndefined()
  expect(correlation.take(told('again', 'other'), 0)).toBeDefined()
})

it('the least recently used entry is dropped first', () => {
  const recent = new Recent<number>()
  for (let i = 0; i < 4096; i++) recent.set(String(i), i)
  recent.set('0', 0)
  recent.set('one more', 1)
  expect([recent.get('0'), recent.get('1'), recent.get('one more')]).toEqual([0, undefined, 1])
})
