import { type Clock, pause } from '../machinery/clock'
import { parseJson } from '../machinery/json-text'
import type { HeldState } from '../store/held-state'
import { type Entry, StoreError, type StoreEvent } from '../store/store'
import type { EtcdConnection } from './connection'
import type { Keyspace } from './keyspace'
import { DELETED, type WatchEvent, type WatchResponse } from './messages'
import { readState } from './snapshot'

const AGAIN_MS = 200

export interface FollowerParts {
  readonly connection: EtcdConnection
  readonly keyspace: Keyspace
  readonly held: HeldState
  /** Dates history. */
  readonly clock: Clock
  /** Times attempts: etcd goes by real time, whatever clock the cluster has. */
  readonly realTime: Clock
  readonly signal: AbortSignal
  /** The watch is there, or broken by this error. */
  readonly onWatch: (error: StoreError | undefined) => void
  /** Takes each change as it comes, once it is held. */
  readonly onChange: (event: StoreEvent) => void
  /** Memory went to this revision without hearing of each change. */
  readonly onGap: (revision: number) => void
}

/**
 * Keeps memory as etcd is: one watch over all of the cluster's keys, resumed where it broke. What etcd forgot meanwhile is read
 * again as a whole. Ends when the signal aborts.
 */
export async function followEtcd(parts: FollowerParts): Promise<void> {
  const { connection, keyspace, held, realTime, signal, onWatch } = parts
  // Asked each time: it changes while others are waited for.
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
      // One member that went away is no fault while another one answers.
      if (broken >= connection.count) {
        onWatch(asStoreError(error))
        await pause(realTime, AGAIN_MS, signal)
      }
    }
  }
}

const asStoreError = (error: unknown): StoreError =>
  error instanceof StoreError ? error : new StoreError('unreadable', String(error), { cause: error })

/** Takes in an answer of the watch: it holds whole transactions. */
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

/** A change of an object; undefined for what is no object. */
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
  // Made and deleted where nobody looked.
  if (!previous) return undefined
  return { type: 'delete', previous, entry: { ...previous, revision } }
}

/** What etcd forgot before this replica saw it is lost: the present state counts, and history begins there. */
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
