import { forceCloseDatabase } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { dump, fillDisk } from '../testing/store-damage'
import { openIndexedDbStore, replaceIndexedDb } from './indexeddb'
import type { IndexedDbStoreOptions } from './indexeddb-medium'
import type { Store } from './store'

afterEach(() => vi.restoreAllMocks())
let count = 0
const put = (store: Store, key: string, value: unknown) =>
  store.commit({ type: 'put', key, expect: store.get(key)?.revision ?? 0, value })
const remove = (store: Store, key: string) =>
  store.commit({ type: 'delete', key, expect: store.get(key)?.revision ?? 0 })
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: Error) => error.message,
  )
const keysOf = (store: Store) => store.list('').entries.map(({ key }) => key)
const TAKEN = 'another tab has taken over the control plane; nothing more is written by this one'

/** Two openings of one database, as an owner that stood still and its successor make them. */
async function twoOwners(before: (store: Store) => Promise<unknown> = async () => undefined) {
  const name = `fenced ${++count}`
  const clock = createFakeClock()
  const superseded = vi.fn()
  const open = (more: Partial<IndexedDbStoreOptions> = {}) => openIndexedDbStore({ clock, name, ...more })
  const first = await open({ onSuperseded: superseded })
  await put(first, '/a', 1)
  await before(first)
  const second = await open()
  return { name, clock, open, first, second, superseded }
}

describe('an owner that another one has taken over from', () => {
  it('writes nothing more, and is told so once', async () => {
    const { open, first, second, superseded } = await twoOwners()
    const fault = vi.fn()
    first.onHealthChange(fault)
    expect(await outcome(put(first, '/b', 1))).toBe(TAKEN)
    expect(await outcome(remove(first, '/a'))).toBe(TAKEN)
    expect([keysOf(first), superseded.mock.calls.length, first.fault()?.code]).toEqual([['/a'], 1, 'closed'])
    expect((await put(second, '/c', 1)).revision).toBe(3)
    await first.close()
    await second.close()
    const third = await open()
    expect(keysOf(third)).toEqual(['/a', '/c'])
    await third.close()
  })

  it('loses nothing that it answered: a write that began before is read, or refused', async () => {
    for (let round = 0; round < 30; round++) {
      const name = `race ${round}`
      const clock = createFakeClock()
      const first = await openIndexedDbStore({ clock, name })
      const answered: string[] = []
      const writes = Array.from({ length: 12 }, async (_, i) => {
        for (let turn = 0; turn < (i * round) % 17; turn++) await new Promise((resolve) => setImmediate(resolve))
        if ((await outcome(put(first, `/k${i}`, i))) === 'done') answered.push(`/k${i}`)
      })
      const second = await openIndexedDbStore({ clock, name })
      const seen = keysOf(second)
      await put(second, '/second', true)
      await Promise.all(writes)
      expect(seen).toEqual([...answered].sort())
      await second.close()
      await first.close()
    }
  })

  it('folds nothing and deletes nothing on a full disk', async () => {
    const { name, first, second, clock } = await twoOwners(async (store) => {
      for (let i = 0; i < 40; i++) await put(store, '/many', i)
    })
    await put(second, '/many', 'of the second')
    await clock.advance(301_000)
    first.compact(first.revision)
    const free = fillDisk()
    expect(await outcome(remove(first, '/a'))).toBe(TAKEN)
    free()
    await first.close()
    await second.close()
    const again = await openIndexedDbStore({ clock, name })
    expect([keysOf(again), again.get('/many')?.value]).toEqual([['/a', '/many'], 'of the second'])
    await again.close()
  })

  it.each<[string, (owners: Awaited<ReturnType<typeof twoOwners>>) => Promise<unknown>]>([
    [
      'has written and folded far more',
      async ({ second, clock }) => {
        for (let i = 0; i < 80; i++) await put(second, '/many', i)
        await clock.advance(301_000)
        await put(second, '/many', 'newest')
        second.compact(second.revision)
        await put(second, '/a', 2)
      },
    ],
    [
      'was followed by others',
      async ({ second, open }) => {
        await put(second, '/a', 2)
        await second.close()
        for (let i = 0; i < 3; i++) await (await open()).close()
      },
    ],
    [
      'replaced everything',
      async ({ name, second }) => {
        await second.close()
        await replaceIndexedDb(name, [{ key: '/a', value: 2, revision: 1, created: 1 }], 1)
      },
    ],
  ])('can’t write after its successor %s', async (_what, work) => {
    const owners = await twoOwners(async (store) => {
      for (let i = 0; i < 5; i++) await put(store, '/b', i)
    })
    await work(owners)
    expect(await outcome(put(owners.first, '/late', 1))).toBe(TAKEN)
    await owners.first.close()
    await owners.second.close()
    const again = await owners.open()
    expect([again.get('/late'), again.get('/a')?.value]).toEqual([undefined, 2])
    await again.close()
  })

  it('does not write a lost database again', async () => {
    const opened: IDBDatabase[] = []
    const real = indexedDB.open.bind(indexedDB)
    vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
      const request = real(...args)
      request.addEventListener('success', () => opened.push(request.result))
      return request
    })
    const name = 'lost by an owner that was'
    const clock = createFakeClock()
    const superseded = vi.fn()
    const stillOwner = async () => false
    const store = await openIndexedDbStore({ clock, name, stillOwner, onSuperseded: superseded })
    await put(store, '/a', 1)
    for (const db of opened) forceCloseDatabase(db as never)
    expect(await outcome(put(store, '/b', 1))).toBe(TAKEN)
    expect(superseded).toHaveBeenCalledOnce()
    await store.close()
  })
})

it('puts up a fence for each opening, and opens without one on a full disk', async () => {
  const { name, open, first, second } = await twoOwners()
  await first.close()
  await second.close()
  for (let i = 0; i < 3; i++) await (await open()).close()
  const free = fillDisk()
  const store = await open()
  free()
  // Said at once, not only when the next write fails; over as soon as one passes.
  expect(store.fault()?.code).toBe('quota-exceeded')
  expect(await outcome(put(store, '/more', 1))).toBe('done')
  expect(store.fault()).toBeUndefined()
  await store.close()
  expect((await dump(name))['fences']?.map(([key]) => key)).toEqual([1, 3, 4, 5, 6])
})
