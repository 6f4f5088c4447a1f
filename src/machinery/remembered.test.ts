import { expect, it, vi } from 'vitest'
import { rememberedByPair, rememberedByText } from './remembered'

it('finds the result for a text once, until there are too many', () => {
  const find = vi.fn((text: string) => text.toUpperCase())
  const upper = rememberedByText(2, find)
  expect(['a', 'a', 'b', 'a'].map(upper)).toEqual(['A', 'A', 'B', 'A'])
  expect(find).toHaveBeenCalledTimes(2)
  expect(['c', 'a'].map(upper)).toEqual(['C', 'A'])
  expect(find).toHaveBeenCalledTimes(4)
})

it('tries a text again whose result could not be found', () => {
  const find = vi.fn((): string => {
    throw new Error('no')
  })
  const never = rememberedByText(2, find)
  for (let i = 0; i < 2; i++) expect(() => never('a')).toThrow('no')
  expect(find).toHaveBeenCalledTimes(2)
})

it('finds the result for a pair once, in this order', () => {
  const find = vi.fn((one: { n: number }, other: { n: number }) => ({ n: one.n - other.n }))
  const minus = rememberedByPair(find)
  const [three, one] = [{ n: 3 }, { n: 1 }]
  expect(minus(three, one)).toBe(minus(three, one))
  expect([minus(three, one).n, minus(one, three).n]).toEqual([2, -2])
  expect(find).toHaveBeenCalledTimes(2)
})
