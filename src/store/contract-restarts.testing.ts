import { StoreError } from './store'
import { check, type ContractCase, failure, fill, same, state } from './contract-kit.testing'

/** The part of the contract on what a store still has when it is opened again. */
export const RESTART_CASES: readonly ContractCase[] = [
  {
    name: 'finishes what was asked before it closes, and refuses what comes after',
    async run({ open }) {
      const store = await open()
      const writing = store.commit({ type: 'put', key: '/a', expect: 0, value: 1 })
      const closing = store.close()
      const refused = await failure(StoreError, () => store.commit({ type: 'put', key: '/b', expect: 0, value: 1 }))
      same(refused.code, 'closed')
      same((await writing).key, '/a')
      await closing
    },
  },
  {
    name: 'has state, revision and history again after a restart',
    durable: true,
    async run({ open, clock, sideBySide = false }) {
      const before = await open()
      const start = before.revision
      const made = await fill(before, ['/a', '/b', '/c'])
      await before.commit({ type: 'put', key: '/a', expect: made[0]?.revision ?? 0, value: { deep: [1, 'ü', null] } })
      await before.commit({ type: 'delete', key: '/b', expect: made[1]?.revision ?? 0 })
      const states = [0, 1, 2, 3, 4, 5].map((n) => state(before, start + n))
      const told: unknown[] = []
      before.watch('', start, (events) => told.push(...events))
      await before.close()
      const after = await open()
      const opened = after.revision
      check(sideBySide ? opened >= start + 5 : opened === start + 5, 'the revision is the last one')
      same(
        [0, 1, 2, 3, 4, 5].map((n) => state(after, start + n)),
        states,
      )
      const again: unknown[] = []
      after.watch('', start, (events) => again.push(...events))
      same(again, told)
      await fill(after, ['/d'])
      same(after.revision, opened + 1)
      await clock.advance(300_000)
      same(after.compactedRevision, opened + 1)
      await after.close()
    },
  },
  {
    name: 'keeps state and revision when history was folded away',
    durable: true,
    async run({ open, clock, sideBySide = false }) {
      let store = await open()
      let start = store.revision
      let total = 0
      for (let round = 0; round < 4; round++) {
        for (let n = 0; n < 40; n++, total++) {
          const key = `/k${n % 7}`
          const present = store.get(key)
          if (present && n % 5 === 0) await store.commit({ type: 'delete', key, expect: present.revision })
          else await store.commit({ type: 'put', key, expect: present?.revision ?? 0, value: total })
        }
        await clock.advance(300_000)
        const [revision, expected] = [store.revision, state(store)]
        await store.close()
        store = await open()
        same(state(store), expected)
        if (sideBySide) start += store.revision - revision
        same(store.revision, start + total)
      }
      store.compact(store.revision)
      await fill(store, ['/last'])
      const compacted = store.compactedRevision
      await store.close()
      store = await open()
      same(store.compactedRevision, compacted)
      same(store.get('/last')?.revision, start + total + 1)
      await store.close()
    },
  },
  {
    name: 'forgets history without a write, and has everything again after a restart',
    durable: true,
    async run({ open }) {
      let store = await open()
      await fill(store, ['/a', '/b'])
      const [revision, expected] = [store.revision, state(store)]
      store.compact(revision)
      // Nothing is written after it.
      await store.close()
      store = await open()
      check(store.revision >= revision, 'the revision is at least the last one')
      same(store.compactedRevision >= revision, true)
      same(state(store), expected)
      await store.close()
    },
  },
]
