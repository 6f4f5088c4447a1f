import { describe, expect, it } from 'vitest'
import { shrinkList } from './shrink'

describe('a list that fails', () => {
  const numbers = Array.from({ length: 100 }, (_, i) => i)
  it.each([
    ['one of them', [42]],
    ['two that are far apart', [3, 97]],
    ['the last', [99]],
    ['all of the first four', [0, 1, 2, 3]],
  ])('shrinks to %s', async (_what, needed) => {
    let asked = 0
    const fails = async (list: readonly number[]) => {
      asked++
      return needed.every((number) => list.includes(number))
    }
    expect(await shrinkList(numbers, fails)).toEqual(needed)
    expect(asked).toBeLessThan(100)
  })

  it('is asked no more often than allowed', async () => {
    let asked = 0
    const fails = async (list: readonly number[]) => (asked++, list.includes(42))
    expect((await shrinkList(numbers, fails, 3)).length).toBeLessThan(60)
    expect(asked).toBe(3)
  })
})
