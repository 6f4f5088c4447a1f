import { Compacted, FutureRevision } from './store'
import { type ContractCase, failure, fill, keys, same, state } from './contract-kit.testing'

/** The part of the contract on what readers see, now and of older revisions. */
export const READ_CASES: readonly ContractCase[] = [
  {
    name: 'lists by prefix in key order, in pages, with what remains',
    async run({ open }) {
      const store = await open()
      await fill(store, ['/b/2', '/a/1', '/b/1', '/b/3', '/c', '/b', '/ba'])
      same(keys(store.list('/b/')), ['/b/1', '/b/2', '/b/3'])
      same(keys(store.list('')), ['/a/1', '/b', '/b/1', '/b/2', '/b/3', '/ba', '/c'])
      same(store.count('/b/'), 3)
      same(store.count('/x'), 0)
      const first = store.list('/b/', { limit: 2 })
      same([keys(first), first.remaining], [['/b/1', '/b/2'], 1])
      const next = store.list('/b/', { limit: 2, after: '/b/2', revision: first.revision })
      same([keys(next), next.remaining], [['/b/3'], 0])
      same(keys(store.list('/b/', { after: '/z' })), [])
      same(keys(store.list('/b/', { after: '/a' })), ['/b/1', '/b/2', '/b/3'])
      await store.close()
    },
  },
  {
    name: 'reads as of an older revision, pages included',
    async run({ open }) {
      const store = await open()
      const states = new Map<number, unknown>([[store.revision, state(store)]])
      const made = await fill(store, ['/a/1', '/a/2', '/a/4', '/b/1'])
      states.set(store.revision, state(store))
      await store.commit({ type: 'put', key: '/a/2', expect: made[1]?.revision ?? 0, value: 'changed' })
      states.set(store.revision, state(store))
      await store.commit({ type: 'delete', key: '/a/1', expect: made[0]?.revision ?? 0 })
      states.set(store.revision, state(store))
      await store.commit({ type: 'put', key: '/a/3', expect: 0, value: 'late' })
      await store.commit({ type: 'put', key: '/a/1', expect: 0, value: 'again' })
      for (const [revision, expected] of states) same(state(store, revision), expected)
      const paged = (made[3]?.revision ?? 0) + 1
      const page = store.list('/a/', { revision: paged, limit: 2 })
      same([keys(page), page.remaining, page.revision], [['/a/1', '/a/2'], 1, paged])
      const rest = store.list('/a/', { revision: paged, limit: 2, after: '/a/2' })
      same([keys(rest), rest.remaining], [['/a/4'], 0])
      await store.close()
    },
  },
  {
    name: 'refuses revisions that are gone or not yet there',
    async run({ open, clock }) {
      const store = await open()
      await fill(store, ['/a', '/b', '/c'])
      const newest = store.revision
      await failure(FutureRevision, () => store.list('', { revision: newest + 1 }))
      await failure(FutureRevision, () => store.watch('', newest + 1, () => undefined))
      store.compact(newest - 1)
      same(store.compactedRevision, newest - 1)
      same(keys(store.list('', { revision: newest - 1 })), ['/a', '/b'])
      const error = await failure(Compacted, () => store.list('', { revision: newest - 2 }))
      same(error.compactedRevision, newest - 1)
      await failure(Compacted, () => store.watch('', newest - 2, () => undefined))
      store.compact(newest + 100)
      same(store.compactedRevision, newest)
      same(keys(store.list('', { revision: newest })), ['/a', '/b', '/c'])
      await clock.advance(1)
      await store.close()
    },
  },
  {
    name: 'keeps history for the window of the clock handed in',
    async run({ open, clock }) {
      const store = await open()
      await fill(store, ['/a'])
      const old = store.revision
      await clock.advance(200_000)
      await fill(store, ['/b'])
      await clock.advance(99_999)
      same(keys(store.list('', { revision: old - 1 })), [])
      await clock.advance(1)
      same(store.compactedRevision, old)
      await failure(Compacted, () => store.list('', { revision: old - 1 }))
      same(keys(store.list('', { revision: old })), ['/a'])
      store.setHistoryWindow(3_600_000)
      await clock.advance(3_000_000)
      same(keys(store.list('', { revision: old })), ['/a'])
      store.setHistoryWindow(0)
      same(store.compactedRevision, store.revision)
      await store.close()
    },
  },
]
