import { parseJson } from '../machinery/json-text'
import type { Entry } from '../store/store'
import { type EtcdConnection, isCompacted } from './connection'
import type { Keyspace } from './keyspace'

const PAGE = 500

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
export async function readOldestState(connection: EtcdConnection, keyspace: Keyspace): Promise<State> {
  for (;;) {
    const oldest = await compactedRevision(connection, keyspace)
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

/** Where etcd's history begins; 0 when it has forgotten nothing. */
async function compactedRevision(connection: EtcdConnection, keyspace: Keyspace): Promise<number> {
  const key = keyspace.own('none')
  try {
    await connection.range({ key, revision: 1 })
    return 0
  } catch (error) {
    if (!isCompacted(error)) throw error
  }
  // Only a watch is told from where on it could begin.
  const request = { key, start_revision: 1 }
  const canceled = await connection.watch({ create_request: request }, NEVER, () => undefined)
  return canceled?.compact_revision ?? 0
}

const NEVER = new AbortController().signal
