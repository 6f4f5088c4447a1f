import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../testing/until'
import { EtcdConnection } from './connection'
import { ETCD_MISSING, HAS_ETCD, startEtcds, type TestEtcd } from './etcd.testing'

let members: readonly TestEtcd[] = []
let connection: EtcdConnection
let count = 0

const put = (to: EtcdConnection, key: string) =>
  to.txn({ compare: [], success: [{ request_put: { key, value: 'x' } }] }).catch(() => undefined)

/** Watches a key; `seen` are the keys of its events, and `began` counts the beginnings. */
function watched(key: string) {
  const end = new AbortController()
  const seen: string[] = []
  let began = 0
  const follow = async (): Promise<void> => {
    for (let from = 1; !end.signal.aborted;)
      await connection
        .watch({ create_request: { key, start_revision: from } }, end.signal, ({ created, events }) => {
          if (created) began++
          for (const { kv } of events) {
            seen.push(kv.key)
            from = (kv.mod_revision ?? 0) + 1
          }
        })
        .catch(() => undefined) // begun again at the next member
  }
  const done = follow()
  return { seen, began: () => began, stop: () => (end.abort(), done) }
}

describe.skipIf(!HAS_ETCD)(`a connection to several etcds${ETCD_MISSING}`, () => {
  beforeAll(async () => {
    members = await startEtcds(3)
  })
  afterAll(async () => {
    for (const member of members) await member.remove()
  })
  afterEach(() => connection.close())

  /** Hits the member that the connection goes to first. */
  it.each<[string, (member: TestEtcd) => Promise<void> | void, (member: TestEtcd) => Promise<void> | void]>([
    ['is killed', (member) => member.kill(), (member) => member.start()],
    ['is stopped with its connections open', (member) => member.freeze(), (member) => member.thaw()],
  ])('switches reads, leases, writes and watches to another member when one %s', async (_what, hit, heal) => {
    const [first] = members as [TestEtcd]
    connection = new EtcdConnection(members.map(({ url }) => url))
    const key = `/failover-${++count}`
    const lease = 1_000 + count
    await connection.grantLease(lease, 600)
    const watch = watched(key)
    await until(watch.began, (began) => began > 0)
    await hit(first)
    try {
      // While the others elect a leader, a question may fail.
      const asked = await until(
        () => Promise.all([connection.range({ key }), connection.keepAlive(lease)]).catch(() => undefined),
        (answers) => answers !== undefined,
      )
      const [{ header }, ttl] = asked as NonNullable<typeof asked>
      expect([header?.revision ?? 0, ttl]).toEqual([expect.any(Number), 600])
      const at = (
        await until(
          () => put(connection, key),
          (answer) => answer !== undefined,
        )
      )?.header?.revision
      expect(at).toBeGreaterThan(header?.revision ?? 0)
      await until(
        () => watch.seen.length,
        (events) => events > 0,
      )
    } finally {
      await heal(first)
      await watch.stop()
    }
  })

  it('reports a failed listener to its watcher, and watches again', async () => {
    connection = new EtcdConnection(members.map(({ url }) => url))
    const key = `/failing-${++count}`
    await put(connection, key)
    const failing = connection.watch(
      { create_request: { key, start_revision: 1 } },
      new AbortController().signal,
      ({ events }) => {
        if (events.length > 0) throw new Error('cannot be taken')
      },
    )
    await expect(failing).rejects.toThrow('cannot be taken')
    const watch = watched(key)
    await until(
      () => watch.seen.length,
      (events) => events > 0,
    )
    await watch.stop()
  })
})
