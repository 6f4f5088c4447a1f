import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { createMemoryValues } from '../store/memory-values'
import { StoreError } from '../store/store'
import { openAhead, readAhead } from './ahead'
import { memoryStorage } from './memory'
import { DEFAULT_CHOICE, type StorageProvider } from './provider'
import { ARGV } from './setting-names'

describe('values that are read ahead', () => {
  function values(fenced: Promise<unknown> = Promise.resolve()) {
    const kept = createMemoryValues()
    const gets: string[] = []
    const failing = new Set<string>()
    const counted = {
      ...kept,
      fenced,
      writeAgain: () => Promise.resolve(),
      get(name: string) {
        gets.push(name)
        return failing.has(name) ? Promise.reject(new Error('busy')) : kept.get(name)
      },
    }
    return { kept, gets, failing, counted }
  }

  it('are read once, and not before an earlier owner is fenced off', async () => {
    let fence: () => void = () => undefined
    const { kept, gets, counted } = values(new Promise<void>((resolve) => (fence = resolve)))
    const ahead = readAhead(counted, ['a'])
    await kept.put('a', 'written late')
    expect(gets).toEqual([])
    fence()
    expect([await ahead.get('a'), await ahead.get('a'), gets.length]).toEqual(['written late', 'written late', 1])
  })

  it.each<[string, (one: ReturnType<typeof readAhead>) => Promise<void>, unknown]>([
    ['changed', (one) => one.put('a', 2), 2],
    ['deleted', (one) => one.clear(), undefined],
  ])('are read again once they were %s', async (_how, change, expected) => {
    const { kept, counted } = values()
    await kept.put('a', 1)
    const ahead = readAhead(counted, ['a'])
    expect(await ahead.get('a')).toBe(1)
    await change(ahead)
    expect(await ahead.get('a')).toBe(expected)
  })

  it('are read again after a failure', async () => {
    const { kept, failing, counted } = values()
    await kept.put('a', 1)
    failing.add('a')
    const ahead = readAhead(counted, ['a'])
    await expect(ahead.get('a')).rejects.toThrow('busy')
    failing.clear()
    expect(await ahead.get('a')).toBe(1)
  })
})

describe('a store that is opened ahead', () => {
  /** Memory that counts how many stores are open. */
  async function storage(words?: readonly string[], failures = 0) {
    const memory = memoryStorage(createFakeClock())
    if (words) await memory.settings.put(ARGV, words)
    const seen = { opened: 0, open: 0 }
    const provider: StorageProvider = {
      ...memory,
      async place(choice) {
        const place = await memory.place(choice)
        return {
          ...place,
          async open() {
            if (++seen.opened <= failures) throw new StoreError('blocked', 'held')
            const store = await place.open()
            seen.open++
            return { ...store, close: async () => void seen.open-- }
          },
        }
      },
    }
    return { provider, seen }
  }
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

  it('is the first one that is opened', async () => {
    const { provider, seen } = await storage(['--nodes=1'])
    const ahead = openAhead(provider)
    await turn()
    expect(seen).toEqual({ opened: 1, open: 1 })
    const place = await ahead.place(DEFAULT_CHOICE)
    await (await place.open()).close()
    expect(seen).toEqual({ opened: 1, open: 0 })
    await place.open()
    expect(seen).toEqual({ opened: 2, open: 1 })
  })

  it('waits where the saved flags choose', async () => {
    const { provider, seen } = await storage(['--store=files'])
    openAhead(provider)
    await turn()
    expect(seen.opened).toBe(0)
  })

  it('is closed for another choice, and before it is deleted', async () => {
    for (const deleted of [false, true]) {
      const { provider, seen } = await storage()
      const ahead = openAhead(provider)
      if (deleted) await (await ahead.place(DEFAULT_CHOICE)).delete()
      else await ahead.place({ medium: 'memory', durability: 'relaxed' })
      expect(seen).toEqual({ opened: 1, open: 0 })
    }
  })

  it('tells its error once, and opens then', async () => {
    const { provider } = await storage(undefined, 1)
    const place = await openAhead(provider).place(DEFAULT_CHOICE)
    await expect(place.open()).rejects.toMatchObject({ code: 'blocked' })
    expect((await place.open()).revision).toBeGreaterThan(0)
  })
})
