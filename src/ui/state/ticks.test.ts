import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onTick } from './ticks'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('all listeners share one timer, and those of five seconds are called together', () => {
  const calls: string[] = []
  const stops = [onTick(1, () => calls.push('a')), onTick(5, () => calls.push('b')), onTick(5, () => calls.push('c'))]
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(10_000)
  const after = calls.join('')
  expect(after.replaceAll('a', '')).toBe('bcbc')
  expect(after.replaceAll(/[bc]/g, '')).toHaveLength(10)
  for (const stop of stops) stop()
  expect(vi.getTimerCount()).toBe(0)
})

test('a listener that has stopped is not called, even if one before it stopped it', () => {
  let calls = 0
  const last = { stop: () => {} }
  const first = onTick(1, () => last.stop())
  last.stop = onTick(1, () => (calls += 1))
  vi.advanceTimersByTime(3_000)
  expect(calls).toBe(0)
  first()
})
