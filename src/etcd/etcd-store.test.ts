import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSystemClock } from '../machinery/system-clock'
import { CONTRACT } from '../store/contract.testing'
import { runModel } from '../store/model-run.testing'
import { RevisionMismatch, type StoreEvent } from '../store/store'
import { createFakeClock } from '../testing/fake-clock'
import { until } from '../testing/until'
import { EtcdConnection } from './connection'
import { ETCD_MISSING, HAS_ETCD, startEtcd, type TestEtcd } from './etcd.testing'
import { type EtcdStore, openEtcdStore } from './etcd-store'
import { keyspaceAt } from './keyspace'

let etcd: TestEtcd
let count = 0
const open: { store: EtcdStore; connection: EtcdConnection }[] = []
const newPrefix = (): string => `/cluster-${++count}`

async function opened(prefix: string, clock = createFakeClock()): Promise<EtcdStore> {
  const connection = new EtcdConnection([etcd.url])
  const store = await openEtcdStore({
    connection,
    keyspace: keyspaceAt(prefix),
    clock,
    realTime: createSystemClock(),
  })
  open.push({ store, connection })
  return store
}

describe.skipIf(!HAS_ETCD)(`a store in etcd${ETCD_MISSING}`, () => {
  beforeAll(async () => {
    etcd = await startEtcd()
  })
  afterAll(async () => {
    for (const { store, connection } of open) {
      await store.close()
      connection.close()
    }
    await etcd.remove()
  })

  it.each(CONTRACT.map((one) => [one.name, one] as const))('%s', async (_name, { run }) => {
    const clock = createFakeClock()
    const prefix = newPrefix()
    await run({ clock, open: () => opened(prefix, clock), sideBySide: true })
  })

  it('answers as a model does, whatever is asked of it', async () => {
    const clock = createFakeClock()
    const prefix = newPrefix()
    await runModel({ clock, durable: true, sideBySide: true, open: () => opened(prefix, clock) }, 1_600, 'etcd')
  })

  it('shows one server what another one wrote, with the same revisions, values and history', async () => {
    const prefix = newPrefix()
    const [one, other] = [await opened(prefix), await opened(prefix)]
    const seen: StoreEvent[] = []
    other.watch('/a/', other.revision, (events) => seen.push(...events))
    const made = await one.commit({ type: 'put', key: '/a/1', expect: 0, value: { big: 2n ** 60n } })
    await other.fresh()
    expect(other.get('/a/1')).toEqual(made)
    const changed = await other.commit({ type: 'put', key: '/a/1', expect: made.revision, value: 2 })
    await one.fresh()
    expect(one.get('/a/1')).toEqual(changed)
    const lost = await one
      .commit({ type: 'put', key: '/a/1', expect: made.revision, value: 3 })
      .catch((e: unknown) => e)
    expect(lost).toBeInstanceOf(RevisionMismatch)
    expect((lost as RevisionMismatch).current).toEqual(changed)
    expect(seen.map(({ entry }) => entry)).toEqual([made, changed])

    const resumed: StoreEvent[] = []
    one.watch('/a/', made.revision, (events) => resumed.push(...events))
    const late: StoreEvent[] = []
    ;(await opened(prefix)).watch('/a/', made.revision, (events) => late.push(...events))
    expect([resumed, late].map((events) => events.map(({ entry }) => entry))).toEqual([[changed], [changed]])
  })

  it('reads fresh where others write beside it', async () => {
    const [one, other] = [await opened(newPrefix()), await opened(newPrefix())]
    const { revision } = await other.commit({ type: 'put', key: '/b/1', expect: 0, value: 1 })
    await Promise.all(Array.from({ length: 20 }, () => one.fresh()))
    expect([one.revision >= revision, one.count('')]).toEqual([true, 0])
  })

  it('lets one of two concurrent writers win', async () => {
    const prefix = newPrefix()
    const stores = [await opened(prefix), await opened(prefix)]
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        (stores[n % 2] as EtcdStore).commit({ type: 'put', key: '/a', expect: 0, value: n }),
      ),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('says so where history was compacted before a server opened', async () => {
    const prefix = newPrefix()
    const one = await opened(prefix)
    const [first, second] = [
      await one.commit({ type: 'put', key: '/a', expect: 0, value: 1 }),
      await one.commit({ type: 'put', key: '/b', expect: 0, value: 1 }),
    ]
    await one.compactEtcd(second.revision)
    const late = await opened(prefix)
    expect(late.list('').entries).toEqual([first, second])
    expect(late.compactedRevision).toBe(second.revision)
    expect(() => late.watch('', first.revision, () => undefined)).toThrow('older than the retained history')
  })

  it('serves reads while etcd is unavailable, reports it, and catches up afterwards', async () => {
    const prefix = newPrefix()
    const store = await opened(prefix)
    const made = await store.commit({ type: 'put', key: '/a', expect: 0, value: 1 })
    const told: (string | undefined)[] = []
    store.onHealthChange((fault) => told.push(fault?.code))
    await etcd.kill()
    await until(
      () => store.fault()?.message,
      (fault) => fault !== undefined,
    )
    expect(store.get('/a')).toEqual(made)
    await expect(store.fresh()).rejects.toThrow('does not answer')
    await expect(store.commit({ type: 'put', key: '/b', expect: 0, value: 1 })).rejects.toMatchObject({
      code: 'unreachable',
    })
    await etcd.start()
    await until(
      () => store.fault(),
      (fault) => fault === undefined,
    )
    expect([told[0], told.at(-1)]).toEqual(['unreachable', undefined])
    const other = await opened(prefix)
    const later = await other.commit({ type: 'put', key: '/c', expect: 0, value: 1 })
    await store.fresh()
    expect(store.get('/c')).toEqual(later)
  })

  it('tells watchers that ask for it which changes etcd compacted before they saw them', async () => {
    const prefix = newPrefix()
    const store = await opened(prefix)
    const kept = await store.commit({ type: 'put', key: '/gone', expect: 0, value: 1 })
    const told: StoreEvent[] = []
    let lost = 0
    store.watch('', kept.revision, (events) => told.push(...events))
    store.watch(
      '',
      kept.revision,
      () => undefined,
      () => lost++,
    )
    await etcd.kill()
    await until(
      () => store.fault(),
      (fault) => fault !== undefined,
    )
    await etcd.start()
    const other = await opened(prefix)
    await other.commit({ type: 'delete', key: '/gone', expect: kept.revision })
    const made = await other.commit({ type: 'put', key: '/new', expect: 0, value: 2 })
    await other.compactEtcd(made.revision)
    await until(
      () => store.fault(),
      (fault) => fault === undefined,
    )
    await store.fresh()
    expect([store.get('/gone'), store.get('/new')]).toEqual([undefined, made])
    expect(told.map(({ type, entry }) => [type, entry.key]).sort()).toEqual([
      ['delete', '/gone'],
      ['put', '/new'],
    ])
    // A store that was back before the compaction lost nothing.
    expect(lost).toBe(store.compactedRevision > kept.revision ? 1 : 0)
  })
})
