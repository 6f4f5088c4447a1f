import type { Clock } from '../machinery/clock'
import { parseJson } from '../machinery/json-text'
import type { Entry } from '../store/store'
import type { EtcdConnection } from './connection'
import { isCompacted } from './failures'
import type { Keyspace } from './keyspace'

const PAGE = 500
/** Longest wait for a member to say where its history begins. */
const LAGS_MS = 1_000

export interface State {
  readonly entries: readonly Entry[]
  readonly revision: number
}

/** All objects as of a revision: the newest, unless one is given. Rejects with a `StoreError`. */
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
    // The next key that there can be.
    key = `${last.key}\0`
  }
}

/** The oldest state that etcd still has, from which its history leads to the present. */
export async function readOldestState(connection: EtcdConnection, keyspace: Keyspace, realTime: Clock): Promise<State> {
  for (;;) {
    const oldest = await compactedRevision(connection, keyspace, realTime)
    // A member that lags behind has not heard of the compaction yet.
    if (oldest === undefined) continue
    // Before its first revision etcd has nothing.
    if (oldest === 0) return { entries: [], revision: 1 }
    try {
      return await readState(connection, keyspace, oldest)
    } catch (error) {
      // Somebody compacted meanwhile.
      if (!isCompacted(error)) throw error
    }
  }
}

/** Where etcd's history begins; 0 when it has forgotten nothing, undefined when the member that was asked does not know. */
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
  // Only a watch is told from where on it could begin.
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
