import type { Clock } from '../machinery/clock'
import { parseJson } from '../machinery/json-text'
import type { Entry } from '../store/store'
import type { EtcdConnection } from './connection'
import { isCompacted } from './failures'
import type { Keyspace } from './keyspace'

const PAGE = 500
/** Maximum wait for a member to report where its history begins. */
const LAGS_MS = 1_000

/** All entries as of one revision. */
export interface State {
  readonly entries: readonly Entry[]
  readonly revision: number
}

/** All objects at a revision; the newest by default. Rejects with a `StoreError`. */
export async function readState(connection: EtcdConnection, keyspace: Keyspace, at?: number): Promise<State> {
  const entries: Entry[] = []
  let revision = at
  let key = keyspace.first
  for (;;) {
    const page = await connection.range({
      key,
      range_end: keyspace.end,
      limit: PAGE,
      ...(revision !== undefined && { revision }),
    })
    revision ??= page.header?.revision ?? 0
    for (const { key: stored, value = '', mod_revision = 0, create_revision = 0 } of page.kvs) {
      const own = keyspace.toStore(stored)
      if (own !== undefined)
        entries.push({ key: own, value: parseJson(value), revision: mod_revision, created: create_revision })
    }
    const last = page.kvs.at(-1)
    if (!page.more || !last) return { entries, revision }
    // The smallest key after this one.
    key = `${last.key}\0`
  }
}

/** The oldest state that etcd still has, from which its history leads to the present. */
export async function readOldestState(connection: EtcdConnection, keyspace: Keyspace, realTime: Clock): Promise<State> {
  for (;;) {
    const oldest = await compactedRevision(connection, keyspace, realTime)
    // A member that lags behind has not received the compaction yet.
    if (oldest === undefined) continue
    // etcd's revisions start at 1.
    if (oldest === 0) return { entries: [], revision: 1 }
    try {
      return await readState(connection, keyspace, oldest)
    } catch (error) {
      // Another client compacted concurrently.
      if (!isCompacted(error)) throw error
    }
  }
}

/** The revision where etcd's history begins; 0 if nothing was compacted, undefined if this member does not know. */
async function compactedRevision(
  connection: EtcdConnection,
  keyspace: Keyspace,
  realTime: Clock,
): Promise<number | undefined> {
  const key = keyspace.own('none')
  try {
    await connection.range({ key, revision: 1 })
    return 0
  } catch (error) {
    if (!isCompacted(error)) throw error
  }
  // Only watches report the oldest revision they can start from.
  const request = { key, start_revision: 1 }
  const late = new AbortController()
  const cancel = realTime.setTimer(LAGS_MS, () => late.abort())
  try {
    const canceled = await connection.watch({ create_request: request }, late.signal, () => undefined)
    return canceled?.compact_revision
  } finally {
    cancel()
  }
}
