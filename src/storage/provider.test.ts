import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { loadAuthority } from '../pki/authority'
import { type FakeFiles, fakeFiles } from '../store/files/fake-files.testing'
import { createFakeClock } from '../testing/fake-clock'
import type { StoreMedium } from '../store/medium'
import { browserStorage } from './browser'
import { memoryStorage } from './memory'
import { copyStore } from './move'
import type { StorageProvider, StoreChoice } from './provider'

const clock = createFakeClock()
let count = 0
const choice = (medium: StoreMedium): StoreChoice => ({ medium, durability: 'relaxed' })

/** A browser that is opened again and again. */
function browser(files?: () => Promise<FakeFiles>) {
  const kept = fakeFiles()
  const name = `site ${++count}`
  const databases = { store: name, keys: `${name} keys`, settings: `${name} settings`, imports: `${name} imports` }
  return (): StorageProvider =>
    browserStorage({
      clock,
      machine: clock,
      databases,
      files: files ?? (() => Promise.resolve(kept)),
      pause: () => Promise.resolve(),
      stillOwner: () => Promise.resolve(true),
      onSuperseded: () => undefined,
      report: (error) => {
        throw error
      },
    })
}

const PROVIDERS: readonly (readonly [medium: StoreMedium, open: () => StorageProvider, settingsLast: boolean])[] = [
  ['memory', () => memoryStorage(clock), false],
  ['memory', browser(), true],
  ['indexeddb', browser(), true],
  ['files', browser(), true],
]

describe.each(PROVIDERS)('a provider over %s', (medium, open, settingsLast) => {
  it('keeps store, keys, settings and imports apart', async () => {
    const lasting = medium !== 'memory'
    const first = open()
    const place = await first.place(choice(medium))
    const store = await place.open()
    await store.commit({ type: 'put', key: 'same', expect: 0, value: { in: 'store' } })
    await first.settings.put('same', 'settings')
    await first.imports.put('same', 'imports')
    const { pem } = await loadAuthority(crypto, place.keys, 'same', 'Example', clock.now())
    expect([store.get('same')?.value, await first.settings.get('same'), await first.imports.get('same')]).toEqual([
      { in: 'store' },
      'settings',
      'imports',
    ])
    await store.close()

    const next = open()
    const nextPlace = await next.place(choice(medium))
    const again = await nextPlace.open()
    expect(again.get('same') !== undefined).toBe(lasting)
    const now = await loadAuthority(crypto, nextPlace.keys, 'same', 'Example', clock.now())
    expect(now.pem === pem).toBe(lasting)
    await again.close()

    await nextPlace.delete()
    await nextPlace.keys.clear()
    const empty = await nextPlace.open()
    expect([empty.count(''), await nextPlace.keys.get('same')]).toEqual([0, undefined])
    expect((await next.settings.get('same')) === 'settings').toBe(settingsLast)
    await empty.close()
  })

  it('exports what can be read of a store that is not open', async () => {
    expect(JSON.parse(await (await open().place(choice(medium))).rescue())).toHaveProperty('entries')
  })
})

describe('a medium that a page does not have', () => {
  it.each<[string, () => StorageProvider, StoreMedium, StoreMedium, RegExp]>([
    ['files', browser(() => Promise.reject(new Error('private window'))), 'files', 'indexeddb', /\(private window\)/],
    ['a database', () => memoryStorage(clock), 'indexeddb', 'memory', /keeps nothing/],
  ])('such as %s is said, and another one serves', async (_what, open, wanted, medium, note) => {
    const place = await open().place(choice(wanted))
    expect(place).toMatchObject({ medium, note: expect.stringMatching(note) as string })
    await (await place.open()).close()
  })
})

describe('what lies in one medium', () => {
  const MOVES: [StoreMedium, StoreMedium][] = [
    ['indexeddb', 'files'],
    ['files', 'indexeddb'],
    ['memory', 'files'],
    ['memory', 'indexeddb'],
  ]
  it.each(MOVES)('moves from %s to %s with its revisions and keys', async (one, other) => {
    const storage = browser()()
    const [from, to] = await Promise.all([storage.place(choice(one)), storage.place(choice(other))])
    const store = await from.open()
    for (const key of ['/a', '/b', '/ä'])
      await store.commit({ type: 'put', key, expect: 0, value: { key, big: 2n ** 60n } })
    await store.commit({ type: 'delete', key: '/b', expect: store.get('/b')?.revision ?? 0 })
    const { pem } = await loadAuthority(crypto, from.keys, 'ca', 'Example', clock.now())
    await copyStore(store, from, to, false)
    const copy = await to.open()
    expect([copy.revision, copy.list('').entries]).toEqual([store.revision, store.list('').entries])
    expect((await loadAuthority(crypto, to.keys, 'ca', 'Example', clock.now())).pem).toBe(pem)
    await copy.close()

    await expect(copyStore(store, from, to, false)).rejects.toThrow('2 objects are there already')
    await copyStore(store, from, to, true)
    await store.close()
  })

  it('never moves to memory, nor counts a copy that differs', async () => {
    const files = fakeFiles()
    const storage = browser(() => Promise.resolve(files))()
    const [database, memory, other] = await Promise.all(
      (['indexeddb', 'memory', 'files'] as const).map((medium) => storage.place(choice(medium))),
    )
    if (!database || !memory || !other) throw new Error('there is a place for each')
    const store = await database.open()
    await store.commit({ type: 'put', key: '/a', expect: 0, value: 1 })
    await expect(copyStore(store, database, memory, true)).rejects.toThrow('would not last')
    const forgetful = { ...other, replace: () => Promise.resolve() }
    await expect(copyStore(store, database, forgetful, true)).rejects.toThrow('not the same')
    await store.close()
  })
})
