import { expect, it } from 'vitest'
import { cryptoRandom, seededRandom } from './random'

it('makes identifiers of version 4, each another, beyond what is fetched at once', () => {
  const random = cryptoRandom(crypto)
  const made = Array.from({ length: 1000 }, () => random.uuid())
  expect(new Set(made).size).toBe(made.length)
  for (const uuid of made) expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('lays the bytes of the source out in order', () => {
  const source = {
    getRandomValues<T extends ArrayBufferView | null>(view: T): T {
      ;(view as Uint8Array).forEach((_, i, all) => (all[i] = i))
      return view
    },
  }
  const random = cryptoRandom(source)
  expect([random.uuid(), random.uuid()]).toEqual([
    '00010203-0405-4607-8809-0a0b0c0d0e0f',
    '10111213-1415-4617-9819-1a1b1c1d1e1f',
  ])
})

it('repeats itself for the same seed and for no other', () => {
  const drawn = (seed: string) => {
    const random = seededRandom(seed)
    return [random.uuid(), [...random.bytes(8)].join(' '), random.uuid()]
  }
  expect(drawn('7')).toEqual(drawn('7'))
  const all = ['', '7', '8', '77', 'a seed'].flatMap(drawn)
  expect(new Set(all).size).toBe(all.length)
})
