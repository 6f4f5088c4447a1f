import 'fake-indexeddb/auto'
import { createFakeClock } from '../../src/testing/fake-clock'
import { damagesOf, dump, restore } from '../../src/testing/store-damage'
import { deleteStore } from '../../src/store/indexeddb-database'
import { openIndexedDbStore } from '../../src/store/indexeddb'
import type { Store } from '../../src/store/store'
import { importEntries } from '../../src/store/transfer'
import { randomOf } from './random'

export { historyRound } from './history'
export { importRound } from './imports'

let names = 0

/** The whole content of a store as one text. */
const contentOf = (store: Store): string => {
  const { entries, revision } = store.list('/')
  return JSON.stringify([revision, entries.map(({ key, revision: at, value }) => [key, at, value])])
}

/** Fills a store with random writes, damages its database at one random place, and opens it: the damage must be detected. */
export async function damageRound(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  const name = `damage ${seed} ${++names}`
  const clock = createFakeClock()
  const store = await openIndexedDbStore({ clock, name })
  const writes = 40 + Math.floor(random() * 60)
  for (let i = 0; i < writes; i++) {
    const key = `/maps/${Math.floor(random() * 12)}`
    const expect = store.get(key)?.revision ?? 0
    if (expect > 0 && random() < 0.3) await store.commit({ type: 'delete', key, expect })
    else await store.commit({ type: 'put', key, expect, value: { i, text: 'ä'.repeat(Math.floor(random() * 40)) } })
    if (random() < 0.02) await clock.advance(301_000)
  }
  const whole = contentOf(store)
  await store.close()
  const content = await dump(name)
  await deleteStore(name)
  const damages = damagesOf(content, random, 6)
  const problems: string[] = []
  for (let i = 0; i < 25; i++) {
    const damage = damages[Math.floor(random() * damages.length)]
    // This record only says that keys may be missing, and none is.
    if (!damage || damage.what === 'meta whole is gone') continue
    const other = `${name} ${i}`
    await restore(other, 2, damage.apply(content))
    const opened = await openIndexedDbStore({ clock, name: other }).catch(() => undefined)
    // If the log restores the record, nothing is lost: the content is the same as before.
    if (opened && contentOf(opened) !== whole) problems.push(`not found: ${damage.what}`)
    await opened?.close()
    await deleteStore(other)
  }
  return problems
}

/** Writes with a clock that jumps: revisions are dense, and history is bounded by the window once the clock continues. */
export async function clockRound(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  let now = 1e12
  const clock = { ...createFakeClock(), now: () => now }
  const name = `clock ${seed} ${++names}`
  const store = await openIndexedDbStore({ clock, name })
  const problems: string[] = []
  for (let i = 0; i < 60; i++) {
    now += random() < 0.1 ? (random() - 0.5) * 1e11 : random() * 20_000
    const { revision } = store
    const made = await store.commit({
      type: 'put',
      key: `/k${i % 7}`,
      expect: store.get(`/k${i % 7}`)?.revision ?? 0,
      value: i,
    })
    if (made.revision !== revision + 1) problems.push(`revision ${made.revision} came after ${revision}`)
  }
  now += 1
  const { compactedRevision } = store
  now += 300_001
  if (store.compactedRevision !== store.revision)
    problems.push(`history from ${compactedRevision} is kept past its window`)
  await store.close()
  await deleteStore(name)
  return problems
}

/** Writes and imports with failures at random points of their transactions: the content must match the answers. */
export async function crashRound(seed: number): Promise<string[]> {
  const random = randomOf(seed)
  const name = `crash ${seed} ${++names}`
  const clock = createFakeClock()
  const expected = new Map<string, unknown>()
  const problems: string[] = []
  let highest = 0
  const original = IDBObjectStore.prototype.put
  for (let life = 0; life < 6; life++) {
    const store = await openIndexedDbStore({ clock, name })
    const found = new Map(store.list('').entries.map(({ key, value }) => [key, value]))
    if (JSON.stringify([...found].sort()) !== JSON.stringify([...expected].sort()))
      problems.push(`life ${life} has ${found.size} entries, not the ${expected.size} that were answered`)
    if (store.revision < highest) problems.push(`revision ${store.revision} after ${highest}`)
    let untilFailure = 5 + Math.floor(random() * 120)
    const full = random() < 0.3
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      if (--untilFailure < 0) throw new DOMException('failed on purpose', full ? 'QuotaExceededError' : 'UnknownError')
      return original.apply(this, args)
    }
    try {
      for (let step = 0; step < 12; step++) await crashStep(store, random, expected)
    } finally {
      IDBObjectStore.prototype.put = original
    }
    highest = store.revision
    if (random() < 0.4) await clock.advance(301_000)
    await store.close()
  }
  await deleteStore(name)
  return problems
}

/** A few concurrent writes or an import; `expected` follows the answers. */
async function crashStep(store: Store, random: () => number, expected: Map<string, unknown>): Promise<void> {
  if (random() < 0.15) {
    const entries = Array.from({ length: 8 }, (_, i) => ({ key: `/k${i * 2}`, value: random() }))
    const mode = random() < 0.5 ? 'replace' : 'merge'
    const done = await importEntries(store, entries, mode).then(
      () => true,
      () => false,
    )
    if (!done) return
    if (mode === 'replace') expected.clear()
    for (const { key, value } of entries) expected.set(key, value)
    return
  }
  const keys = new Set(Array.from({ length: 6 }, () => `/k${Math.floor(random() * 20)}`))
  await Promise.allSettled(
    [...keys].map(async (key) => {
      const expect = store.get(key)?.revision ?? 0
      const value = random()
      if (expect > 0 && random() < 0.4) {
        await store.commit({ type: 'delete', key, expect })
        expected.delete(key)
      } else {
        await store.commit({ type: 'put', key, expect, value })
        expected.set(key, value)
      }
    }),
  )
}
