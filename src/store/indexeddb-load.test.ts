import { forceCloseDatabase } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../testing/eventually'
import { createFakeClock } from '../testing/fake-clock'
import { type Dump, damagesOf, dump, fillDisk, restore } from '../testing/store-damage'
import { deleteStore } from './indexeddb-database'
import { openIndexedDbStore } from './indexeddb'
import { rescueStore } from './indexeddb-load'
import { logRecord, markRecord } from './records'
import { type Store, StoreError } from './store'

let count = 0
afterEach(() => vi.restoreAllMocks())
const put = (store: Store, key: string, value: unknown) =>
  store.commit({ type: 'put', key, expect: store.get(key)?.revision ?? 0, value })
const remove = (store: Store, key: string) =>
  store.commit({ type: 'delete', key, expect: store.get(key)?.revision ?? 0 })
const open = (name: string) => openIndexedDbStore({ clock: createFakeClock(), name })
const codeOf = (promise: Promise<Store>) =>
  promise.then(
    async (store) => {
      await store.close()
      return 'opened'
    },
    (error: unknown) => (error instanceof StoreError ? error.code : error),
  )

/** A database with a folded state, a log, deletions, and groups of writes. */
async function filled(): Promise<Dump> {
  const name = `filled ${++count}`
  const clock = createFakeClock()
  const store = await openIndexedDbStore({ clock, name })
  for (let i = 0; i < 40; i++)
    await put(store, `/maps/m${i % 6}`, { metadata: { name: `m${i % 6}` }, data: { text: `ä ${i}` } })
  await remove(store, '/maps/m1')
  await clock.advance(301_000)
  await put(store, '/maps/m2', { metadata: { name: 'm2' }, data: { text: 'changed' } })
  await Promise.all(['/maps/a', '/maps/b', '/maps/c'].map((key) => put(store, key, { metadata: { name: key } })))
  await remove(store, '/maps/m3')
  await remove(store, '/maps/b')
  await store.close()
  const content = await dump(name)
  // The log has a fence, too.
  expect([content['entries']?.length, content['log']?.length]).toEqual([5, 5])
  return content
}

function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}

describe('a damaged database', () => {
  it('is found damaged, whichever record is damaged and however', async () => {
    const content = await filled()
    const damages = damagesOf(content, numbers(1), 2)
    expect(damages.length).toBeGreaterThan(300)
    const unseen: string[] = []
    for (const { what, apply } of damages) {
      const name = `damaged by ${what}`
      await restore(name, 4, apply(content))
      if ((await codeOf(open(name))) !== 'unreadable') unseen.push(what)
      await deleteStore(name)
    }
    // Without the record “whole”, keys may be missing; none is, so nothing is lost.
    expect(unseen).toEqual(['meta whole is gone'])
    await restore('whole again', 4, content)
    expect(await codeOf(open('whole again'))).toBe('opened')
  }, 60_000)

  it('is rescued but for what is damaged, and the export names that', async () => {
    const content = await filled()
    for (const text of ['5', 'null', '[null]', '[{"rev', '{}']) {
      const name = `rescued from ${text}`
      const entries = (content['entries'] ?? []).map(
        ([key, value], i) => [key, i === 3 ? null : i === 4 ? { ...(value as object), text } : value] as const,
      )
      const log = (content['log'] ?? []).map(
        ([key, value], i) => [key, i === 3 ? { ...(value as object), text } : value] as const,
      )
      await restore(name, 4, { ...content, entries, log })
      expect(await codeOf(open(name))).toBe('unreadable')
      const saved = JSON.parse(await rescueStore(name)) as { entries: { key: string }[]; damaged: string[] }
      expect([saved.entries.length, saved.damaged.length]).toEqual([5, 3])
      expect(saved.damaged.join()).toContain(JSON.stringify(content['entries']?.[3]?.[0]))
    }
  })
})

describe('a database of the former form', () => {
  const former = (more: Partial<Dump> = {}): Dump => ({
    meta: [
      ['compacted', 3],
      ['folded', 2],
    ],
    entries: [['/a', { text: '{"n":1}', revision: 2, created: 2 }]],
    log: [
      [
        4,
        { at: 1e14, compacted: 2, text: '[{"revision":3,"key":"/b","value":5,"created":3},{"revision":4,"key":"/a"}]' },
      ],
      [5, { at: 1e14, compacted: 2, text: '[{"revision":5,"key":"/c","value":6,"created":5}]' }],
    ],
    ...more,
  })

  it('opens with all that it held, and is of this form from then on', async () => {
    await restore('former', 1, former())
    const store = await open('former')
    expect(store.list('').entries.map(({ key, value, revision }) => [key, value, revision])).toEqual([
      ['/b', 5, 3],
      ['/c', 6, 5],
    ])
    expect([store.revision, store.compactedRevision]).toEqual([5, 3])
    expect((await put(store, '/d', 7)).revision).toBe(6)
    await store.close()
    const again = await open('former')
    expect([again.revision, again.count('')]).toEqual([6, 3])
    await again.close()
    const content = await dump('former')
    const newest = content['log']?.findLast(([, value]) => value !== true)
    await restore('former, damaged', 4, { ...content, log: (content['log'] ?? []).filter((one) => one !== newest) })
    expect(await codeOf(open('former, damaged'))).toBe('unreadable')
  })

  it.each<[string, Partial<Dump>]>([
    ['a gap', { log: former()['log']?.slice(1) ?? [] }],
    ['no number where it is folded to', { meta: [['folded', NaN]] }],
    [
      'an object where history begins',
      {
        meta: [
          ['folded', 2],
          ['compacted', {}],
        ],
      },
    ],
    ['a state ahead of its log', { meta: [['folded', 9]] }],
    ['a record that is no JSON', { log: [[5, { at: 1e14, compacted: 2, text: '[{' }]] }],
    ['an entry that is null', { entries: [['/a', null]] }],
    ['an entry under a number', { entries: [[5, { text: '1', revision: 2, created: 2 }]] }],
  ])('is refused with %s', async (what, more) => {
    await restore(`former with ${what}`, 1, former(more))
    expect(await codeOf(open(`former with ${what}`))).toBe('unreadable')
  })
})

describe('a database whose log is under its revisions', () => {
  /** As the form before this one was written, with fences numbered by themselves. */
  function underRevisions(): Dump {
    const changes = (revision: number, key: string) => [{ revision, key, value: revision, created: revision }]
    return {
      meta: [
        ['folded', markRecord(2)],
        ['head', markRecord(4, 2, 2)],
        ['whole', true],
      ],
      entries: [],
      log: [3, 4].map((revision) => [revision, logRecord(revision, 1e14, changes(revision, `/${revision}`))] as const),
      keys: ['/3', '/4'].map((key) => [key, true] as const),
      fences: [1, 2, 3, 4, 5].map((epoch) => [epoch, true] as const),
    }
  }

  it('opens, is written on and folded, and keeps its records when fences are dropped', async () => {
    await restore('under revisions', 3, underRevisions())
    for (let round = 0; round < 3; round++) {
      const store = await open('under revisions')
      expect([store.revision, store.count(''), store.get('/3')?.value]).toEqual([4 + round, 2 + round, 3])
      await put(store, `/new ${round}`, 1)
      await store.close()
    }
    const content = await dump('under revisions')
    expect(content['log']?.map(([number, value]) => [number, value === true])).toEqual([
      [3, false],
      [4, false],
      ...[5, 7, 9].flatMap((number) => [
        [number, true],
        [number + 1, false],
      ]),
    ])
  })

  it('is found damaged when its newest record is gone', async () => {
    const content = underRevisions()
    await restore('under revisions, damaged', 3, { ...content, log: content['log']?.slice(0, 1) ?? [] })
    expect(await codeOf(open('under revisions, damaged'))).toBe('unreadable')
  })
})

it('finds that the newest record is gone, also after a tab that ended without closing', async () => {
  const machine = createFakeClock()
  const name = 'ended'
  const store = await openIndexedDbStore({ clock: createFakeClock(), machine, name })
  for (let i = 0; i < 3; i++) await put(store, '/a', i)
  await machine.advance(1_000)
  await eventually(async () => expect((await dump(name))['meta']).toContainEqual(['head', markRecord(4, 1, 1)]))
  const content = await dump(name)
  await restore('ended, damaged', 4, { ...content, log: content['log']?.slice(0, -1) ?? [] })
  expect(await codeOf(open('ended, damaged'))).toBe('unreadable')
  await store.close()
})

describe('a full disk', () => {
  it('takes deletions, keeps them over a restart, and uses no revision twice', async () => {
    const name = 'full'
    const clock = createFakeClock()
    const reopen = () => openIndexedDbStore({ clock, name })
    let store = await reopen()
    for (let i = 0; i < 40; i++) await put(store, `/m${i}`, i)
    await clock.advance(301_000)
    await Promise.all(['/a', '/b', '/c'].map((key) => put(store, key, key)))
    const fault = vi.fn()
    store.onHealthChange(fault)
    const free = fillDisk()
    const writes = await Promise.allSettled([put(store, '/x', 1), remove(store, '/m1'), remove(store, '/a')])
    expect(writes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    await remove(store, '/b')
    expect(store.revision).toBe(47)
    expect(fault.mock.lastCall?.[0]).toMatchObject({ code: 'quota-exceeded' })
    await store.close()
    for (let round = 0; round < 2; round++) {
      store = await reopen()
      expect([store.revision, store.count('')]).toEqual([47 + round, 40 - round])
      expect(['/m1', '/a', '/b', '/x'].map((key) => store.get(key))).toEqual(Array(4).fill(undefined))
      await remove(store, `/m${10 + round}`)
      await store.close()
    }
    free()
    store = await reopen()
    expect((await put(store, '/x', 1)).revision).toBe(50)
    expect(fault.mock.lastCall?.[0]).toMatchObject({ code: 'quota-exceeded' })
    await store.close()
    store = await reopen()
    expect([store.revision, store.count(''), store.get('/m1')]).toEqual([50, 39, undefined])
    for (let i = 0; i < 40; i++) await put(store, '/x', i)
    await clock.advance(301_000)
    await put(store, '/x', 'last')
    await store.close()
    store = await reopen()
    expect([store.revision, store.count('')]).toEqual([91, 39])
    await store.close()
  })

  it('leaves a database that opens after more writes', async () => {
    const name = 'full, then written to'
    const clock = createFakeClock()
    const store = await openIndexedDbStore({ clock, name })
    for (let i = 0; i < 40; i++) await put(store, `/m${i % 5}`, i)
    await clock.advance(301_000)
    await put(store, '/m0', 'folds the rest')
    await put(store, '/m1', 'has a base that is freed')
    const free = fillDisk()
    await remove(store, '/m1')
    await store.close()
    const still = await openIndexedDbStore({ clock, name })
    expect([still.revision, still.count('')]).toEqual([44, 4])
    free()
    await put(still, '/a', 1)
    await put(still, '/b', 1)
    await still.close()
    const again = await openIndexedDbStore({ clock, name })
    expect([again.revision, again.count('')]).toEqual([46, 6])
    await again.close()
  })

  it('may end while it takes deletions', async () => {
    const store = await open('full for a while')
    for (const key of ['/a', '/b', '/c']) await put(store, key, key)
    const free = fillDisk()
    await remove(store, '/a')
    free()
    await remove(store, '/b')
    expect(store.fault()).toBeUndefined()
    await put(store, '/a', 'again')
    await store.close()
    const again = await open('full for a while')
    expect(again.list('').entries.map(({ key, revision }) => [key, revision])).toEqual([
      ['/a', 7],
      ['/c', 4],
    ])
    await again.close()
  })
})

describe('a database that the browser clears', () => {
  /** What the browser does when the site’s data is cleared. */
  async function clear(name: string, opened: IDBDatabase[]): Promise<void> {
    for (const db of opened.splice(0)) {
      forceCloseDatabase(db as never)
    }
    await new Promise<void>((resolve) => (indexedDB.deleteDatabase(name).onsuccess = () => resolve()))
  }

  it('is written again from memory: nothing that was answered is lost', async () => {
    const name = 'cleared'
    const opened: IDBDatabase[] = []
    const real = indexedDB.open.bind(indexedDB)
    const spy = vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
      const request = real(...args)
      request.addEventListener('success', () => opened.push(request.result))
      return request
    })
    const restored = vi.fn()
    const store = await openIndexedDbStore({ clock: createFakeClock(), name, onRestored: restored })
    for (const key of ['/a', '/b']) await put(store, key, key)
    const fault = vi.fn()
    store.onHealthChange(fault)
    await clear(name, opened)
    await put(store, '/c', '/c')
    expect(restored).toHaveBeenCalledOnce()
    expect(fault.mock.calls.map(([error]) => (error as StoreError | undefined)?.code)).toEqual(['closed', undefined])
    await store.close()
    spy.mockRestore()
    const again = await open(name)
    expect([again.revision, again.list('').entries.map(({ key }) => key)]).toEqual([4, ['/a', '/b', '/c']])
    await again.close()
  })
})
