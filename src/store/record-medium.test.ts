import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { CONTRACT } from './contract.testing'
import { openRecordStore } from './record-medium'
import { HEAD, type Records, type RecordWrite } from './record-texts'
import { type Store, StoreError } from './store'

/** Records in memory whose operations can be made to fail. */
function fakeRecords() {
  const texts = new Map<string, string>()
  const fail = { write: '' as '' | 'before' | 'after', reopen: false }
  const broken = () => new StoreError('quota-exceeded', 'the disk is full')
  let usable = true
  const records: Records = {
    what: 'the fake',
    get: async (key) => texts.get(key),
    async *list(prefix) {
      for (const one of [...texts].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1)))
        yield one
    },
    async write(writes: readonly RecordWrite[]) {
      if (!usable || fail.write === 'before') {
        usable = false
        throw broken()
      }
      for (const { key, text } of writes) {
        if (text === undefined) texts.delete(key)
        else texts.set(key, text)
      }
      if (fail.write !== 'after') return
      usable = false
      throw broken()
    },
    async reopen() {
      if (fail.reopen) throw broken()
      usable = true
    },
    close: async () => undefined,
  }
  return { records, texts, fail }
}
const put = (store: Store, key: string, value: unknown = key) =>
  store.commit({ type: 'put', key, expect: store.get(key)?.revision ?? 0, value })

describe('a store over records keeps the promises', () => {
  it.each(CONTRACT)('$name', async ({ run }) => {
    const clock = createFakeClock()
    const { records } = fakeRecords()
    await run({ clock, open: () => openRecordStore(records, clock) })
  })
})

describe('a write that fails', () => {
  const cases = [
    { name: 'and was not kept', write: 'before', reopen: false, fails: true },
    { name: 'and was kept all the same', write: 'after', reopen: false, fails: false },
    { name: 'was not kept, and nothing can be asked', write: 'before', reopen: true, fails: true },
    { name: 'was kept, and nothing can be asked', write: 'after', reopen: true, fails: true },
  ] as const
  it.each(cases)('$name', async ({ write, reopen, fails }) => {
    const clock = createFakeClock()
    const { records, fail } = fakeRecords()
    const store = await openRecordStore(records, clock)
    await put(store, '/a')
    Object.assign(fail, { write, reopen })
    const outcome = await put(store, '/b').catch((error: StoreError) => error.code)
    expect(typeof outcome === 'string').toBe(fails)
    expect([store.get('/b') === undefined, store.fault()?.code]).toEqual([fails, fails ? 'quota-exceeded' : undefined])
    // Requests during the failure get the same error, and answered writes stay readable.
    if (reopen) await expect(put(store, '/c')).rejects.toMatchObject({ code: 'quota-exceeded' })
    expect(store.get('/a')?.value).toBe('/a')
    Object.assign(fail, { write: '', reopen: false })
    await put(store, '/d')
    expect(store.fault()).toBeUndefined()
    const expected = [store.revision, store.list('').entries]
    const again = await openRecordStore(records, clock)
    expect([again.revision, again.list('').entries]).toEqual(expected)
  })
})

describe('damaged records', () => {
  /** A folded state, a log and a deletion. */
  async function filled() {
    const clock = createFakeClock()
    const fake = fakeRecords()
    const store = await openRecordStore(fake.records, clock)
    for (let i = 0; i < 40; i++) await put(store, `/maps/m${i % 6}`, { text: `ä ${i}` })
    await clock.advance(301_000)
    await put(store, '/maps/m2', 'changed')
    await put(store, '/maps/new')
    await store.commit({ type: 'delete', key: '/maps/m3', expect: store.get('/maps/m3')?.revision ?? 0 })
    await store.close()
    return { ...fake, clock }
  }

  it('are found, whichever is changed, cut or missing', async () => {
    const { records, texts, clock } = await filled()
    const whole = [...texts]
    expect(
      whole
        .map(([key]) => key.replace(/ .*/, ''))
        .sort()
        .join(),
    ).toMatch(/^(entry,){6}(log,){3}meta,meta$/)
    const unseen: string[] = []
    for (const [key, text] of whole) {
      const damages = { changed: `${text.slice(0, -1)}~`, cut: text.slice(0, -2), emptied: '', missing: undefined }
      for (const [what, damaged] of Object.entries(damages)) {
        if (damaged === undefined) texts.delete(key)
        else texts.set(key, damaged)
        const code = await openRecordStore(records, clock).then(
          () => 'opened',
          (error: StoreError) => error.code,
        )
        if (code !== 'unreadable') unseen.push(`${key} ${what}`)
        texts.set(key, text)
      }
    }
    expect(unseen).toEqual([])
    expect((await openRecordStore(records, clock)).count('/maps/')).toBe(6)
  })

  it('are named, with what holds them', async () => {
    const { records, texts, clock } = await filled()
    texts.set('entry /maps/m1', 'x')
    texts.delete(HEAD)
    await expect(openRecordStore(records, clock)).rejects.toThrow(
      'the fake can’t be read, it is damaged: the entry "/maps/m1" has no key or revision and',
    )
  })
})
