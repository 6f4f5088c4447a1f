import { describe, expect, it } from 'vitest'
import { RecentValues } from './recent-values'

const MOST = 3
const keys = Array.from({ length: 10 }, (_, i) => ({ i }))
const key = (i: number) => keys[i] ?? {}

describe('recent values', () => {
  it('finds the latest again, and at most twice as many as it must', () => {
    const values = new RecentValues<object, object>(MOST)
    for (const one of keys) values.set(one, { of: one })
    const found = keys.filter((one) => values.get(one))
    expect(found.length).toBeGreaterThanOrEqual(MOST)
    expect(found.length).toBeLessThanOrEqual(2 * MOST)
    expect(found).toEqual(keys.slice(-found.length))
  })

  it('keeps values that are read', () => {
    const values = new RecentValues<object, object>(MOST)
    const kept = { of: key(0) }
    values.set(key(0), kept)
    for (const one of keys.slice(1)) {
      values.set(one, { of: one })
      expect(values.get(key(0))).toBe(kept)
    }
  })

  it('has one value for an object: the last', () => {
    const values = new RecentValues<object, object>(MOST)
    for (let i = 0; i < 10; i++) values.set(key(0), { i })
    values.set(key(1), {})
    expect(values.get(key(0))).toEqual({ i: 9 })
    values.delete(key(0))
    expect(values.get(key(0))).toBeUndefined()
  })
})
