import { type Clock, pause } from '../machinery/clock'
import { parseJson } from '../machinery/json-text'
import type { InMemoryState } from '../store/in-memory-state'
import { type Entry, StoreError, type StoreEvent } from '../store/store'
import type { EtcdConnection } from './connection'
import type { Keyspace } from './keyspace'
import { DELETED, type WatchEvent, type WatchResponse } from './messages'
import { readState } from './snapshot'

const AGAIN_MS = 200

/** What a follower of etcd's changes works with. */
export interface FollowerParts {
  readonly connection: EtcdConnection
  readonly keyspace: Keyspace
  readonly held: InMemoryState
  /** Dates history. */
  readonly clock: Clock
  /** For retries: etcd runs in real time, whatever clock the cluster has. */
  readonly realTime: Clock
  readonly signal: AbortSignal
  /** Called when the watch works (undefined), or with the error that broke it. */
  readonly onWatch: (error: StoreError | undefined) => void
  /** Called with each change, after memory has it. */
  readonly onChange: (event: StoreEvent) => void
  /** Called when memory jumped to this revision without each single change. */
  readonly onGap: (revision: number) => void
}

/**
 * Keeps memory in step with etcd: one watch over all of the cluster's keys, resumed after interruptions. If etcd compacted the missing
 * history, everything is read again. Ends when the signal aborts.
 */
export async function followEtcd(parts: FollowerParts): Promise<void> {
  const { connection, keyspace, held, realTime, signal, onWatch } = parts
  // A function, because the signal may abort during an await.
  const stopped = (): boolean => signal.aborted
  for (let broken = 0; !stopped();) {
    const request = { key: keyspace.first, range_end: keyspace.end, start_revision: held.revision + 1 }
    try {
      const canceled = await connection.watch({ create_request: request }, signal, (response) => {
        if (response.created) onWatch(undefined)
        broken = 0
        take(parts, response)
      })
      if (canceled) await recover(parts, canceled)
    } catch (error) {
      if (stopped()) return
      broken += 1
      // The loss of one member is no fault while another one answers.
      if (broken >= connection.count) {
        onWatch(asStoreError(error))
        await pause(realTime, AGAIN_MS, signal)
      }
    }
  }
}

const asStoreError = (error: unknown): StoreError =>
  error instanceof StoreError ? error : new StoreError('unreadable', String(error), { cause: error })

/** Applies an answer of the watch, which has whole transactions. */
function take({ held, keyspace, clock, onChange }: FollowerParts, response: WatchResponse): void {
  if (response.events.length === 0) return
  const events: StoreEvent[] = []
  const pending = new Map<string, Entry | undefined>()
  for (const event of response.events) {
    const change = changeOf(event, keyspace, (key) => (pending.has(key) ? pending.get(key) : held.get(key)))
    if (!change) continue
    pending.set(change.entry.key, change.type === 'put' ? change.entry : undefined)
    events.push(change)
  }
  if (events.length > 0) held.publish(events, clock.now())
  held.reach(response.events.at(-1)?.kv.mod_revision ?? 0)
  for (const event of events) onChange(event)
}

/** A change of an object; undefined if the key is not an object's. */
function changeOf(
  { type, kv }: WatchEvent,
  keyspace: Keyspace,
  read: (key: string) => Entry | undefined,
): StoreEvent | undefined {
  const key = keyspace.toStore(kv.key)
  if (key === undefined) return undefined
  const previous = read(key)
  const { mod_revision: revision = 0, create_revision: created = 0, value = '' } = kv
  if (type !== DELETED) return { type: 'put', previous, entry: { key, value: parseJson(value), revision, created } }
  // Created and deleted between two observations.
  if (!previous) return undefined
  return { type: 'delete', previous, entry: { ...previous, revision } }
}

/** The history that etcd compacted before this replica read it is lost: memory takes the present state, and its history begins there. */
async function recover({ connection, keyspace, held, onGap }: FollowerParts, canceled: WatchResponse): Promise<void> {
  if (!canceled.compact_revision)
    throw new StoreError('unreachable', `etcd canceled the watch: ${canceled.cancel_reason ?? 'no reason given'}`)
  const { entries, revision } = await readState(connection, keyspace)
  const present = new Map(entries.map((entry) => [entry.key, entry]))
  const changed = entries.filter(({ key, revision: at }) => held.get(key)?.revision !== at)
  const puts: StoreEvent[] = changed.map((entry) => ({ type: 'put', entry, previous: held.get(entry.key) }))
  const gone: StoreEvent[] = held
    .list('')
    .entries.filter(({ key }) => !present.has(key))
    .map((previous) => ({ type: 'delete', previous, entry: { ...previous, revision } }))
  puts.sort((a, b) => a.entry.revision - b.entry.revision)
  held.replace([...puts, ...gone], revision)
  onGap(revision)
}
