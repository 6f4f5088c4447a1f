import type { Clock } from '../machinery/clock'
import type { Store, StoreEvent } from './store'
import { Compacted, FutureRevision, RevisionMismatch, StoreError } from './store'

/** What the suite needs of an implementation; made again for each case. */
export interface ContractSubject {
  readonly clock: Clock & { advance(ms: number): Promise<void> }
  /** Opens the store; a second call, after `close`, opens what the first one left when the store is durable. */
  readonly open: () => Promise<Store>
  /**
   * Writes to different keys go to the medium side by side: which of them is first is the medium's affair. An opening may write
   * something of its own, too, which takes a revision.
   */
  readonly sideBySide?: boolean
}

export interface ContractCase {
  readonly name: string
  /** Only for stores that survive a restart. */
  readonly durable?: true
  readonly run: (subject: ContractSubject) => Promise<void>
}

/** The promises of `Store`, as cases that need no test runner, so that they also run in a page. */
export const CONTRACT: readonly ContractCase[] = [
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

const keys = ({ entries }: { entries: readonly { key: string }[] }): string[] => entries.map(({ key }) => key)
const state = (store: Store, revision?: number): unknown => store.list('', { ...(revision && { revision }) }).entries

/** Creates entries one after the other; each holds its key as value. */
async function fill(store: Store, names: readonly string[]) {
  const made = []
  for (const key of names) made.push(await store.commit({ type: 'put', key, expect: 0, value: key }))
  return made
}

function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`does not hold: ${what}`)
}

function same(actual: unknown, expected: unknown): void {
  const [a, b] = [canonical(actual), canonical(expected)]
  if (a !== b) throw new Error(`expected ${b}, got ${a}`)
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'undefined'

/** The error that `act` throws or rejects with; fails when it is none or another one. */
async function failure<E extends Error>(type: abstract new (...args: never[]) => E, act: () => unknown): Promise<E> {
  try {
    await act()
  } catch (error) {
    if (error instanceof type) return error
    throw error
  }
  throw new Error(`expected ${type.name}`)
}
