import { RevisionMismatch } from './store'
import { check, type ContractCase, failure, same } from './contract-kit.testing'

/** The part of the contract on how a store takes writes. */
export const WRITE_CASES: readonly ContractCase[] = [
  {
    name: 'starts at a revision of at least 1, empty',
    async run({ open }) {
      const store = await open()
      check(store.revision >= 1, 'revision')
      same(store.list('').entries, [])
      same(store.get('/a'), undefined)
      await store.close()
    },
  },
  {
    name: 'answers a commit with the entry that readers then see, one revision on',
    async run({ open }) {
      const store = await open()
      const start = store.revision
      const made = await store.commit({ type: 'put', key: '/a', expect: 0, value: { n: 1 } })
      same(made, { key: '/a', value: { n: 1 }, revision: start + 1, created: start + 1 })
      same(store.get('/a'), made)
      const changed = await store.commit({ type: 'put', key: '/a', expect: made.revision, value: { n: 2 } })
      same(changed, { key: '/a', value: { n: 2 }, revision: start + 2, created: start + 1 })
      const gone = await store.commit({ type: 'delete', key: '/a', expect: changed.revision })
      same(gone, { key: '/a', value: { n: 2 }, revision: start + 3, created: start + 1 })
      same(store.get('/a'), undefined)
      same(store.revision, start + 3)
      await store.close()
    },
  },
  {
    name: 'does not show a write before it is answered',
    async run({ open }) {
      const store = await open()
      const start = store.revision
      const writing = store.commit({ type: 'put', key: '/a', expect: 0, value: 1 })
      same(store.get('/a'), undefined)
      same(store.revision, start)
      await writing
      same(store.get('/a')?.value, 1)
      await store.close()
    },
  },
  {
    name: 'refuses writes whose expectation does not hold and changes nothing',
    async run({ open }) {
      const store = await open()
      const made = await store.commit({ type: 'put', key: '/a', expect: 0, value: 1 })
      for (const write of [
        { type: 'put', key: '/a', expect: 0, value: 2 },
        { type: 'put', key: '/a', expect: made.revision + 1, value: 2 },
        { type: 'delete', key: '/a', expect: made.revision - 1 },
      ] as const) {
        const error = await failure(RevisionMismatch, () => store.commit(write))
        same(error.current, made)
      }
      const missing = await failure(RevisionMismatch, () => store.commit({ type: 'delete', key: '/b', expect: 0 }))
      same(missing.current, undefined)
      await failure(RevisionMismatch, () => store.commit({ type: 'put', key: '/b', expect: 7, value: 1 }))
      same(store.revision, made.revision)
      same(store.list('').entries, [made])
      await store.close()
    },
  },
  {
    name: 'lets exactly one of many writers with the same expectation win',
    async run({ open }) {
      const store = await open()
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, (_, n) => store.commit({ type: 'put', key: '/a', expect: 0, value: n })),
      )
      same(
        tries.map(({ status }) => status),
        ['fulfilled', ...Array.from({ length: 19 }, () => 'rejected')],
      )
      same(store.get('/a')?.value, 0)
      await store.close()
    },
  },
  {
    name: 'gives writes of one turn a revision each, in the order of their calls',
    async run({ open, sideBySide = false }) {
      const store = await open()
      const start = store.revision
      const made = await Promise.all(
        Array.from({ length: 50 }, (_, n) => store.commit({ type: 'put', key: `/k${n}`, expect: 0, value: n })),
      )
      const revisions = made.map(({ revision }) => revision)
      same(
        sideBySide ? revisions.sort((a, b) => a - b) : revisions,
        Array.from({ length: 50 }, (_, n) => start + n + 1),
      )
      await store.close()
    },
  },
]
