import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { CONTRACT } from './contract'
import { deleteStore, openIndexedDbStore, rescueStore } from './indexeddb'
import { createMemoryStore } from './memory'
import { StoreError } from './store'
import { clearStore, exportStore, importStore } from './transfer'

let count = 0
const freshName = () => `store-${++count}`
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof StoreError ? error.code : error),
  )

afterEach(() => vi.restoreAllMocks())

describe('the IndexedDB store keeps the promises', () => {
  it.each(CONTRACT)('$name', async ({ run }) => {
    const clock = createFakeClock()
    const name = freshName()
    await run({ clock, open: () => openIndexedDbStore({ clock, name }) })
  })
})

describe('what can go wrong', () => {
  it('tells a full disk from other failures, loses nothing that was there, and goes on when there is space again', async () => {
    const clock = createFakeClock()
    const name = freshName()
    const store = await openIndexedDbStore({ clock, name })
    await store.commit({ type: 'put', key: '/a', expect: 0, value: 1 })
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(await codeOf(store.commit({ type: 'put', key: '/b', expect: 0, value: 1 }))).toBe('quota-exceeded')
    expect(store.healthy()?.code).toBe('quota-exceeded')
    expect(store.get('/b')).toBeUndefined()
    await store.commit({ type: 'put', key: '/c', expect: 0, value: 1 })
    expect(store.healthy()).toBeUndefined()
    await store.close()
    const again = await openIndexedDbStore({ clock, name })
    expect(again.list('').entries.map(({ key }) => key)).toEqual(['/a', '/c'])
    await again.close()
  })

  it('refuses a database of a newer form', async () => {
    const name = freshName()
    ;(await openDB(name, 99)).close()
    expect(await codeOf(openIndexedDbStore({ clock: createFakeClock(), name }))).toBe('unreadable')
    await deleteDB(name)
  })

  it('lets go of the database for a newer form, and says so', async () => {
    const name = freshName()
    const store = await openIndexedDbStore({ clock: createFakeClock(), name })
    const told = vi.fn()
    store.onTrouble(told)
    ;(await openDB(name, 2)).close()
    expect(told).toHaveBeenCalledWith(expect.objectContaining({ code: 'closed' }))
    expect(await codeOf(store.commit({ type: 'put', key: '/a', expect: 0, value: 1 }))).toBe('closed')
  })

  it('refuses damaged content, rescues the rest of it, and starts anew after a reset', async () => {
    const clock = createFakeClock()
    const name = freshName()
    const store = await openIndexedDbStore({ clock, name })
    for (const key of ['/a', '/b', '/c']) await store.commit({ type: 'put', key, expect: 0, value: { key } })
    await store.close()
    const raw = await openDB(name)
    await raw.put('log', { at: 0, compacted: 1, text: '[{"rev' }, 3)
    raw.close()
    expect(await codeOf(openIndexedDbStore({ clock, name }))).toBe('unreadable')
    const text = await rescueStore(name)
    await deleteStore(name)
    const fresh = await openIndexedDbStore({ clock, name })
    expect(fresh.list('').entries).toEqual([])
    await importStore(fresh, text)
    expect(fresh.list('').entries.map(({ value }) => value)).toEqual([{ key: '/a' }, { key: '/c' }])
    await fresh.close()
  })

  it('does not take a gap in the revisions for the truth', async () => {
    const clock = createFakeClock()
    const name = freshName()
    const store = await openIndexedDbStore({ clock, name })
    for (const key of ['/a', '/b', '/c']) await store.commit({ type: 'put', key, expect: 0, value: 1 })
    await store.close()
    const raw = await openDB(name)
    await raw.delete('log', 3)
    raw.close()
    expect(await codeOf(openIndexedDbStore({ clock, name }))).toBe('unreadable')
  })

  it('says that a database in use can’t be deleted', async () => {
    const name = freshName()
    const raw = await openDB(name, 1)
    expect(await codeOf(deleteStore(name))).toBe('blocked')
    raw.close()
  })

  it('says so for all that is asked while another tab holds it, and goes on when that tab lets go', async () => {
    const clock = createFakeClock()
    const name = freshName()
    const raw = await openDB(name, 1)
    expect(await codeOf(deleteStore(name))).toBe('blocked')
    const asked = [() => openIndexedDbStore({ clock, name }), () => rescueStore(name), () => deleteStore(name)]
    for (const ask of asked) expect(await codeOf(ask())).toBe('blocked')
    raw.close()
    const store = await vi.waitFor(() => openIndexedDbStore({ clock, name }))
    expect(store.count('')).toBe(0)
    await store.close()
  })
})

describe('export and import', () => {
  it('move everything to another store and leave nothing else in it', async () => {
    const clock = createFakeClock()
    const from = createMemoryStore({ clock })
    const to = createMemoryStore({ clock })
    await from.commit({ type: 'put', key: '/a', expect: 0, value: { a: [1, null] } })
    await to.commit({ type: 'put', key: '/a', expect: 0, value: 'old' })
    await to.commit({ type: 'put', key: '/b', expect: 0, value: 'other' })
    await importStore(to, exportStore(from))
    expect(to.list('').entries.map(({ key, value }) => [key, value])).toEqual([['/a', { a: [1, null] }]])
    const { revision } = to
    await clearStore(to)
    expect([to.count(''), to.revision]).toEqual([0, revision + 1])
  })

  it.each(['{}', '[]', 'null', '{"format":"orchard-store/1","entries":[{"key":1,"value":2}]}', 'no json'])(
    'refuse %s',
    async (text) => {
      const store = createMemoryStore({ clock: createFakeClock() })
      await expect(importStore(store, text)).rejects.toThrow()
      expect(store.revision).toBe(1)
    },
  )
})
