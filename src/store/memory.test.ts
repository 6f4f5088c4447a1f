import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock'
import { CONTRACT } from './contract.testing'
import { createEngine, NOTHING_LOADED } from './engine'
import type { Batch } from './medium'
import { createMemoryStore } from './memory'
import { runModel } from './model-run.testing'
import { RevisionMismatch, StoreError } from './store'

describe('the memory store keeps the promises', () => {
  it.each(CONTRACT.filter(({ durable }) => !durable))('$name', async ({ run }) => {
    const clock = createFakeClock()
    await run({ clock, open: () => Promise.resolve(createMemoryStore({ clock })) })
  })

  it('answers as a model does, whatever is asked of it', async () => {
    const clock = createFakeClock()
    await runModel(
      { clock, durable: false, open: () => Promise.resolve(createMemoryStore({ clock })) },
      2_000,
      'memory',
    )
  })
})

/** A medium whose transactions end when the test says so. */
function slowMedium() {
  const batches: Batch[] = []
  const ends: ((error?: Error) => void)[] = []
  const store = createEngine(
    {
      durable: true,
      append: (batch) =>
        new Promise<undefined>((resolve, reject) => {
          batches.push(batch)
          ends.push((error) => (error ? reject(error) : resolve(undefined)))
        }),
      close: () => Promise.resolve(),
      onHealthChange: () => undefined,
    },
    NOTHING_LOADED,
    createFakeClock(),
  )
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { store, batches, end: (error?: Error) => (ends.shift()?.(error), turn()), turn }
}
const put = (key: string, expect = 0) => ({ type: 'put', key, expect, value: key }) as const

describe('group commit', () => {
  it('sends writes that wait while a transaction runs together in the next', async () => {
    const { store, batches, end, turn } = slowMedium()
    const first = store.commit(put('/a'))
    await turn()
    const rest = Promise.all([store.commit(put('/b')), store.commit(put('/c')), store.commit(put('/d'))])
    await turn()
    expect(batches.map(({ events }) => events.length)).toEqual([1])
    await end()
    await first
    expect(batches.map(({ events }) => events.length)).toEqual([1, 3])
    expect(store.get('/b')).toBeUndefined()
    await end()
    expect((await rest).map(({ revision }) => revision)).toEqual([3, 4, 5])
  })

  it('checks a write against the earlier ones of its group', async () => {
    const { store, batches, end, turn } = slowMedium()
    const writes = Promise.allSettled([
      store.commit(put('/a')),
      store.commit(put('/a', 2)),
      store.commit(put('/a', 2)),
      store.commit({ type: 'delete', key: '/a', expect: 3 }),
      store.commit(put('/a')),
    ])
    await turn()
    await end()
    const settled = await writes
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect((settled[2] as PromiseRejectedResult).reason).toBeInstanceOf(RevisionMismatch)
    expect(batches[0]?.events.map(({ type, entry }) => [type, entry.revision, entry.created])).toEqual([
      ['put', 2, 2],
      ['put', 3, 2],
      ['delete', 4, 2],
      ['put', 5, 5],
    ])
  })

  it('rejects the whole group when its transaction fails, uses no revision and reports the fault until it is over', async () => {
    const { store, end, turn } = slowMedium()
    const told: (string | undefined)[] = []
    store.onHealthChange((error) => told.push(error?.code))
    const events: unknown[] = []
    store.watch('', 1, (batch) => events.push(...batch))
    const writes = [store.commit(put('/a')), store.commit(put('/b')), store.commit(put('/b'))]
    const settled = Promise.allSettled(writes)
    await turn()
    await end(new StoreError('quota-exceeded', 'full'))
    for (const result of await settled)
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'quota-exceeded' } })
    expect([store.revision, store.list('').entries, events]).toEqual([1, [], []])
    expect(store.fault()?.code).toBe('quota-exceeded')
    const later = store.commit(put('/a'))
    await turn()
    await end()
    expect((await later).revision).toBe(2)
    expect(store.fault()).toBeUndefined()
    expect(told).toEqual(['quota-exceeded', undefined])
  })
})

describe('a machine clock that is set back', () => {
  it('keeps history for the window, not until it has caught up', async () => {
    let now = 1_000_000_000
    const store = createMemoryStore({ clock: { ...createFakeClock(), now: () => now } })
    for (let i = 0; i < 100; i++) await store.commit(put(`/a${i}`))
    now -= 86_400_000
    await store.commit(put('/b'))
    expect(store.compactedRevision).toBe(1)
    now += 299_000
    expect(store.compactedRevision).toBe(1)
    now += 2_000
    expect(store.compactedRevision).toBe(102)
  })

  it('may go forward by years and back', async () => {
    let now = 1_000_000_000
    const store = createMemoryStore({ clock: { ...createFakeClock(), now: () => now } })
    await store.commit(put('/a'))
    now += 3e11
    await store.commit(put('/b'))
    now -= 3e11
    await store.commit(put('/c'))
    expect(store.compactedRevision).toBe(2)
    now += 301_000
    expect(store.compactedRevision).toBe(4)
  })
})

describe('scale', () => {
  it('asks no watcher of another prefix', async () => {
    const store = createMemoryStore({ clock: createFakeClock() })
    let calls = 0
    for (let n = 0; n < 1_000; n++) store.watch(`/other/${n}/`, 1, () => calls++)
    let mine = 0
    store.watch('/mine/', 1, ({ length }) => (mine += length))
    await Promise.all(Array.from({ length: 100 }, (_, n) => store.commit(put(`/mine/${n}`))))
    expect([calls, mine]).toEqual([0, 100])
  })

  it('lists the stored values themselves', async () => {
    const store = createMemoryStore({ clock: createFakeClock() })
    const value = { big: true }
    await store.commit({ type: 'put', key: '/a', expect: 0, value })
    expect(store.list('/').entries[0]?.value).toBe(value)
  })
})
