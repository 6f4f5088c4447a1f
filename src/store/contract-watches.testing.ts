import type { StoreEvent } from './store'
import { type ContractCase, fill, same } from './contract-kit.testing'

/** The part of the contract about watches. */
export const WATCH_CASES: readonly ContractCase[] = [
  {
    name: 'gives watchers history first, then live, each change once and in order',
    async run({ open }) {
      const store = await open()
      const start = store.revision
      await fill(store, ['/a/1', '/b/1', '/a/2'])
      const seen: StoreEvent[] = []
      const stop = store.watch('/a/', start + 1, (events) => seen.push(...events))
      same(
        seen.map(({ entry }) => entry.key),
        ['/a/2'],
      )
      for (const write of [
        { key: '/a/3', expect: 0, value: 3 },
        { key: '/b/2', expect: 0, value: 3 },
        { key: '/a/1', expect: start + 1, value: 'new' },
      ])
        await store.commit({ type: 'put', ...write })
      await store.commit({ type: 'delete', key: '/a/2', expect: start + 3 })
      same(
        seen.map(({ type, entry, previous }) => [type, entry.key, entry.revision, entry.value, previous?.revision]),
        [
          ['put', '/a/2', start + 3, '/a/2', undefined],
          ['put', '/a/3', start + 4, 3, undefined],
          ['put', '/a/1', start + 6, 'new', start + 1],
          ['delete', '/a/2', start + 7, '/a/2', start + 3],
        ],
      )
      stop()
      await fill(store, ['/a/9'])
      same(seen.length, 4)
      await store.close()
    },
  },
  {
    name: 'shows readers what watchers are told, and lets watchers watch',
    async run({ open }) {
      const store = await open()
      const readable: boolean[] = []
      const nested: string[] = []
      store.watch('', store.revision, (events) => {
        for (const { entry } of events) {
          readable.push(store.revision >= entry.revision && store.get(entry.key) === entry)
          if (entry.key === '/a')
            store.watch('', entry.revision - 1, (more) => nested.push(...more.map(({ entry: { key } }) => key)))
        }
      })
      await fill(store, ['/a', '/b'])
      same(readable, [true, true])
      same(nested, ['/a', '/b'])
      await store.close()
    },
  },
  {
    name: 'waits for a revision, or for the time given',
    async run({ open, clock }) {
      const store = await open()
      const start = store.revision
      same(await store.waitFor(start, 0), true)
      const coming = store.waitFor(start + 2, 3_000)
      const never = store.waitFor(start + 3, 3_000)
      await fill(store, ['/a', '/b'])
      same(await coming, true)
      await clock.advance(3_000)
      same(await never, false)
      await store.close()
    },
  },
]
