import type { Client, ObjectList } from '../../../client/client'
import { follow, throwErrorOf } from '../../../client/follow'
import type { ApiObject } from '../../../machinery/object'
import { PAGE_CLOCK } from '../../state/clock'
import { noteRetry } from '../../state/retries'
import { afterRefusal } from '../../state/rights'
import { messageOf } from '../../../machinery/message-of'
import { isStatus, type StatusError } from '../../../client/status-error'
import type { WatchEvent } from '../../../client/watch-events'
import type { Target } from '../../../client/targets'

/** One line in the log of a watching client; `type` is that of an event, or what the client did. */
export interface LogEntry {
  readonly id: number
  readonly type: WatchEvent['type'] | 'LIST' | 'WATCH' | 'GONE' | 'SLEEP' | 'END' | 'FAILED' | 'RESUMED'
  readonly revision: number
  readonly title: string
  /** Real time of the page in milliseconds. */
  readonly at: number
}

/** What a watching client does at the moment, and what it knows. */
export interface WatchClientState {
  readonly phase: 'off' | 'listing' | 'watching' | 'asleep' | 'failed'
  readonly version: string | undefined
  readonly items: ReadonlyMap<string, ApiObject>
  /** Newest first. */
  readonly log: readonly LogEntry[]
  readonly error?: unknown
  /** How the watch went on after the last failure: `from resourceVersion 8`. */
  readonly resumed?: string
}

const KEPT = 400
/** A number of objects in words. */
export const objects = (n: number): string => (n === 1 ? '1 object' : `${n} objects`)
/** `namespace/name`, or the name alone. */
export const watchedKey = (object: ApiObject): string =>
  object.metadata.namespace
    ? `${object.metadata.namespace}/${object.metadata.name ?? ''}`
    : (object.metadata.name ?? '')
/** An object's or list's resourceVersion as a number; 0 if it has none. */
export const revisionOf = (object: { metadata: { resourceVersion?: string } }): number =>
  Number(object.metadata.resourceVersion ?? 0)

/**
 * A client that lists and watches as the documentation prescribes, and logs each request, answer and recovery. It can
 * disconnect and resume from its last version.
 */
export class WatchClient {
  private state: WatchClientState = { phase: 'off', version: undefined, items: new Map(), log: [] }
  private readonly listeners = new Set<() => void>()
  private stop: AbortController | undefined
  private next = 1
  private publishing = false
  /** Whether a request failed and none has succeeded since; by a new list if the version was lost, too. */
  private broken: 'watch' | 'list' | undefined

  constructor(
    private readonly client: Client,
    private readonly target: Target,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
  readonly snapshot = (): WatchClientState => this.state

  /** Connects: watches from its version if it has one, otherwise lists first. */
  start(): void {
    this.stop?.abort()
    const stop = new AbortController()
    this.stop = stop
    void this.run(stop.signal)
  }

  /** Closes the stream and keeps the version. */
  sleep(): void {
    this.stop?.abort()
    this.stop = undefined
    if (this.state.phase === 'asleep') return
    this.set({ phase: 'asleep' })
    this.write('SLEEP', Number(this.state.version ?? 0), `disconnected at ${this.state.version ?? 'the start'}`)
  }

  dispose(): void {
    this.stop?.abort()
    this.listeners.clear()
  }

  private run(signal: AbortSignal): Promise<void> {
    const steps = {
      list: () => this.list(signal),
      watch: (from: string, seen: (version: string) => void) => this.watch(from, seen, signal),
      gone: (error: StatusError) => {
        this.write('GONE', Number(this.state.version ?? 0), `410 ${error.reason}: ${error.message}`)
        this.set({ version: undefined })
        if (this.broken) this.broken = 'list'
      },
      failed: (error: unknown, version: string | undefined) => {
        this.broken = version === undefined ? 'list' : (this.broken ?? 'watch')
        this.set({ phase: 'failed', error })
        this.write('FAILED', Number(version ?? 0), messageOf(error))
        // Also a refused watch waits until rights change: each list would fill the log.
        if (isStatus(error, 'Forbidden')) return afterRefusal(undefined, signal)
        noteRetry(error, () => this.start())
        return undefined
      },
    }
    const { version } = this.state
    return follow(steps, { clock: PAGE_CLOCK, signal, pauseMs: 500, ...(version !== undefined && { version }) })
  }

  private async list(signal: AbortSignal): Promise<string> {
    this.set({ phase: 'listing' })
    const list: ObjectList = await this.client.list(this.target, { signal })
    this.set({
      version: list.metadata.resourceVersion,
      items: new Map(list.items.map((item) => [watchedKey(item), item])),
    })
    this.write('LIST', revisionOf(list), `${objects(list.items.length)} as of ${list.metadata.resourceVersion ?? '?'}`)
    return list.metadata.resourceVersion ?? '0'
  }

  private async watch(from: string, seen: (version: string) => void, signal: AbortSignal): Promise<void> {
    this.write('WATCH', Number(from), `resourceVersion=${from}&allowWatchBookmarks=true`)
    const options = { query: { resourceVersion: from, allowWatchBookmarks: true }, signal }
    const take = (event: WatchEvent): void => {
      if (signal.aborted) return
      throwErrorOf(event)
      this.take(event)
      seen(event.object.metadata.resourceVersion ?? from)
    }
    await this.client.watchWith(this.target, options, take, () => this.opened(from))
    if (signal.aborted) return
    this.write(
      'END',
      Number(this.state.version ?? 0),
      'the server closed the stream; watching again from the last version',
    )
  }

  private opened(from: string): void {
    this.set({ phase: 'watching', error: undefined })
    if (!this.broken) return
    const resumed =
      this.broken === 'list' ? `by a new list, at resourceVersion ${from}` : `from resourceVersion ${from}`
    this.broken = undefined
    this.set({ resumed })
    this.write('RESUMED', Number(from), resumed)
  }

  private take(event: WatchEvent): void {
    const { object, type } = event
    const items = new Map(this.state.items)
    if (type === 'DELETED') items.delete(watchedKey(object))
    else if (type !== 'BOOKMARK') items.set(watchedKey(object), object)
    this.set({ version: object.metadata.resourceVersion ?? this.state.version, items })
    this.write(type, revisionOf(object), type === 'BOOKMARK' ? 'all older events have been sent' : watchedKey(object))
  }

  private write(type: LogEntry['type'], revision: number, title: string): void {
    this.set({ log: [{ id: this.next++, type, revision, title, at: Date.now() }, ...this.state.log].slice(0, KEPT) })
  }

  private set(change: Partial<WatchClientState>): void {
    this.state = { ...this.state, ...change }
    if (this.publishing) return
    this.publishing = true
    setTimeout(() => {
      this.publishing = false
      for (const listener of this.listeners) listener()
    }, 30)
  }
}
