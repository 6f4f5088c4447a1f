import 'fake-indexeddb/auto'
import { deleteDB, openDB } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { eventually } from '../testing/eventually'
import { fillDisk } from '../testing/store-damage'
import { CONTRACT } from './contract.testing'
import { deleteStore } from './indexeddb-database'
import { openIndexedDbStore } from './indexeddb'
import { rescueStore } from './indexeddb-load'
import { createMemoryStore } from './memory'
import { runModel } from './model-run.testing'
import { StoreError } from './store'
import { clearStore, exportStore, importEntries, parseExport, TransferError } from './transfer'

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

  it('answers as a model does, whatever is asked of it', async () => {
    const clock = createFakeClock()
    const name = freshName()
    await runModel({ clock, durable: true, open: () => openIndexedDbStore({ clock, name }) }, 2_000, 'indexeddb')
  })
})

describe('what can go wrong', () => {
  it('tells a full disk from other failures, loses nothing that was there, and goes on when there is space again', async () => {
    const clock = createFakeClock()
    const name = freshName()
    const store = await openIndexedDbStore({ clock, name })
    await store.commit({ type: 'put', key: '/a', expect: 0, value: 1 })
    const free = fillDisk()
    expect(await codeOf(store.commit({ type: 'put', key: '/b', expect: 0, value: 1 }))).toBe('quota-exceeded')
    free()
    expect(store.fault()?.code).toBe('quota-exceeded')
    expect(store.get('/b')).toBeUndefined()
    await store.commit({ type: 'put', key: '/c', expect: 0, value: 1 })
    expect(store.fault()).toBeUndefined()
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
    store.onHealthChange(told)
    ;(await openDB(name, 99)).close()
    expect(told).toHaveBeenCalledWith(expect.objectContaining({ code: 'closed' }))
    expect(await codeOf(store.commit({ type: 'put', key: '/a', expect: 0, value: 1 }))).toBe('closed')
  })

  it('refuses damaged content, rescues the rest of it, and restarts after a reset', async () => {
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
    await importEntries(fresh, parseExport(text), 'replace')
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
    const store = await eventually(() => openIndexedDbStore({ clock, name }))
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
    await importEntries(to, parseExport(exportStore(from)), 'replace')
    expect(to.list('').entries.map(({ key, value }) => [key, value])).toEqual([['/a', { a: [1, null] }]])
    const { revision } = to
    await clearStore(to)
    expect([to.count(''), to.revision]).toEqual([0, revision + 1])
  })

  it('merges what it brings with what is there', async () => {
    const store = createMemoryStore({ clock: createFakeClock() })
    await store.commit({ type: 'put', key: '/a', expect: 0, value: 'old' })
    await store.commit({ type: 'put', key: '/b', expect: 0, value: 'other' })
    await importEntries(store, [{ key: '/a', value: 'new' }], 'merge')
    expect(store.list('').entries.map(({ key, value }) => [key, value])).toEqual([
      ['/a', 'new'],
      ['/b', 'other'],
    ])
  })

  it('changes nothing when the disk is full', async () => {
    const store = await openIndexedDbStore({ clock: createFakeClock(), name: freshName() })
    for (const key of ['/a', '/b']) await store.commit({ type: 'put', key, expect: 0, value: key })
    const free = fillDisk()
    await expect(importEntries(store, [{ key: '/c', value: 1 }], 'replace')).rejects.toMatchObject({
      code: 'quota-exceeded',
    })
    free()
    expect(store.list('').entries.map(({ key }) => key)).toEqual(['/a', '/b'])
    await store.close()
  })

  const entry = (text: string) => `{"format":"orchard-store/1","entries":[{"key":"/x","value":1},${text}]}`
  it.each([
    ['{}', 'not an export'],
    ['[]', 'not an export'],
    ['null', 'not an export'],
    ['no json', 'not an export'],
    ['{"format":"orchard-store/1","entries":[],"more":1}', 'the export has the unknown field "more"'],
    [entry('null'), 'entry 1 is no object'],
    [entry('{"key":1,"value":2}'), 'entry 1 has no key or no value'],
    [entry('{"key":"/y"}'), 'entry 1 has no key or no value'],
    [entry('{"key":"/x","value":2}'), 'entry 1 has the key /x of another entry'],
    [entry('{"key":"/y","value":2,"velue":3}'), 'entry 1 (/y) has the unknown field "velue"'],
  ])('refuse %s', (text, message) => {
    expect(() => parseExport(text)).toThrow(TransferError)
    expect(() => parseExport(text)).toThrow(message)
  })
})
