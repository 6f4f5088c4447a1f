import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { loadAuthority } from '../pki/authority'
import { createFakeClock } from '../testing/fake-clock'
import { indexedDbStorage } from './indexeddb'
import { memoryStorage } from './memory'
import type { StorageProvider } from './provider'

const clock = createFakeClock()
const databases = { store: 'a', keys: 'a keys', settings: 'a settings', imports: 'a imports' }
const PROVIDERS: readonly (readonly [name: string, open: () => StorageProvider, lasting: boolean])[] = [
  ['memory', () => memoryStorage(clock), false],
  [
    'IndexedDB',
    () =>
      indexedDbStorage({
        clock,
        databases,
        stillOwner: () => Promise.resolve(true),
        onSuperseded: () => undefined,
        report: (error) => {
          throw error
        },
      }),
    true,
  ],
]

describe.each(PROVIDERS)('a provider over %s', (_name, open, lasting) => {
  it('keeps store, keys, settings and imports apart', async () => {
    const first = open()
    const store = await first.openStore()
    await store.commit({ type: 'put', key: 'same', expect: 0, value: { in: 'store' } })
    await first.settings.put('same', 'settings')
    await first.imports.put('same', 'imports')
    const { pem } = await loadAuthority(crypto, first.keys, 'same', 'Example', clock.now())
    expect([store.get('same')?.value, await first.settings.get('same'), await first.imports.get('same')]).toEqual([
      { in: 'store' },
      'settings',
      'imports',
    ])
    await store.close()

    const next = open()
    const again = await next.openStore()
    expect(again.get('same') !== undefined).toBe(lasting)
    expect((await loadAuthority(crypto, next.keys, 'same', 'Example', clock.now())).pem === pem).toBe(lasting)
    await again.close()

    await next.deleteStore()
    await next.keys.clear()
    const empty = await next.openStore()
    expect([empty.count(''), await next.keys.get('same')]).toEqual([0, undefined])
    expect((await next.settings.get('same')) === 'settings').toBe(lasting)
    await empty.close()
  })

  it('exports what can be read of a store that is not open', async () => {
    expect(JSON.parse(await open().rescueStore())).toHaveProperty('entries')
  })
})
