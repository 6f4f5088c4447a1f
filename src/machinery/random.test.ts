import { expect, it } from 'vitest'
import { cryptoRandom, seededRandom } from './random'

it('generates unique version 4 identifiers across batches of random bytes', () => {
  const random = cryptoRandom(crypto)
  const made = Array.from({ length: 1000 }, () => random.uuid())
  expect(new Set(made).size).toBe(made.length)
  for (const uuid of made) expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('draws short and long bytes, each of them once', () => {
  let next = 0
  const source = {
    getRandomValues<T extends ArrayBufferView | null>(view: T): T {
      ;(view as Uint8Array).forEach((_, i, all) => (all[i] = next++ % 251))
      return view
    },
  }
  const random = cryptoRandom(source)
  expect([...random.bytes(3), ...random.bytes(2)]).toEqual([0, 1, 2, 3, 4])
  const long = random.bytes(100)
  expect(long).toHaveLength(100)
  // A batch of 4,096 bytes is used up by now, and none of them is used twice.
  const names = Array.from({ length: 1000 }, () => cryptoRandom(crypto).bytes(16).join(' '))
  const drawn = Array.from(
    { length: 1000 },
    (
      (one) => () =>
        one.bytes(16).join(' ')
    )(cryptoRandom(crypto)),
  )
  expect(new Set([...names, ...drawn]).size).toBe(2000)
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
  expect(drawn('7')[0]).toBe('0c4dc393-834f-43a2-8d89-bdddc065311c')
  const all = ['', '7', '8', '77', 'a seed'].flatMap(drawn)
  expect(new Set(all).size).toBe(all.length)
})
