import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paced } from './paced'

const PACE = { firstMs: 30, nextMs: 200 }

describe('updates at a pace', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('show a single change soon, and a later one as soon', () => {
    const flush = vi.fn()
    const updates = paced(flush, PACE)
    updates.request()
    vi.advanceTimersByTime(29)
    expect(flush).toHaveBeenCalledTimes(0)
    vi.advanceTimersByTime(1)
    expect(flush).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1_000)
    updates.request()
    vi.advanceTimersByTime(30)
    expect(flush).toHaveBeenCalledTimes(2)
  })

  it('show the changes of a burst together, the last one included', () => {
    const shown: number[] = []
    let change = 0
    const updates = paced(() => shown.push(change), PACE)
    for (change = 1; change <= 100; change++) {
      updates.request()
      vi.advanceTimersByTime(10)
    }
    change = 100
    vi.advanceTimersByTime(200)
    expect(shown).toHaveLength(6)
    expect(shown.at(-1)).toBe(100)
  })

  it('show nothing after they were cancelled', () => {
    const flush = vi.fn()
    const updates = paced(flush, PACE)
    updates.request()
    updates.cancel()
    vi.advanceTimersByTime(1_000)
    expect(flush).not.toHaveBeenCalled()
  })
})
