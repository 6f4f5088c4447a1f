import { type MaybePromise, whenReady } from '../../machinery/maybe-promise'
import { prefixOf } from '../../registry/storage'
import { acceptsValues } from '../../machinery/in-memory-request'
import { type ChunkLimit, PushedStream } from '../../machinery/pushed-stream'
import type { ServedType } from '../../registry/resource-type'
import { Compacted, type StoreEvent } from '../../store/store'
import type { RequestContext } from '../context'
import { apiErrorOf } from '../errors'
import { statusOf } from '../status'
import type { Server } from '../server'
import type { RequestScope } from './request-scope'
import type { Selection } from './selection'
import type { WatchEncoder } from './watch-encoder'
import { type Beginning, scheduleBookmarks, startOf } from './watch-beginning'
import { lineFor, type WatchLine } from './watch-lines'
import { WatchQueue } from './watch-queue'

// A watcher that lags this many events or bytes behind is closed and must list again, so that writers never wait for it.
const MAX_BUFFERED_EVENTS = 10_000
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024
// Chunks for clients in the same process carry values and have no bytes.
const EVENT_LIMIT: ChunkLimit = { most: MAX_BUFFERED_EVENTS, sizeOf: () => 1 }
const BYTE_LIMIT: ChunkLimit = { most: MAX_BUFFERED_BYTES, sizeOf: (chunk) => chunk.byteLength }
/** Annotation of the bookmark that ends the initial events. */
const INITIAL_EVENTS_END = 'orch.io/initial-events-end'

/** One open watch: changes are queued until they are selected, encoded and sent. */
export class WatchStream {
  private readonly queue: WatchQueue
  /** What the client reads. */
  private readonly out: PushedStream
  private readonly cleanups: (() => void)[] = []
  private ended = false
  /** The type is gone: the queue is sent, then the stream ends. */
  private last = false
  /** Everything up to this revision has been sent or was not selected. */
  private seen = 0
  /** The bookmark that ends the initial events is still to be sent. */
  private endsInitial = false

  private readonly server: Server
  private readonly context: RequestContext
  private readonly type: ServedType

  constructor(
    scope: RequestScope,
    private readonly selection: Selection,
    private readonly encoder: WatchEncoder,
  ) {
    this.server = scope.server
    this.context = scope.context
    this.type = scope.type
    this.queue = new WatchQueue({
      hasRoom: () => this.out.room > 0,
      send: (line) => this.sendLine(line),
      rest: (error) => this.rest(error),
    })
    this.out = new PushedStream(
      { pull: () => this.queue.goOn(), cancel: () => this.end() },
      acceptsValues(scope.context.request) ? EVENT_LIMIT : BYTE_LIMIT,
    )
  }

  /** Starts the watch, which ends after the time-out, with the request, or with the server. */
  open(beginning: Beginning, timeoutMs: number, bookmarks: boolean): PushedStream {
    const { server, context } = this
    const abort = () => this.end()
    if (server.lifetime.aborted || context.signal.aborted || timeoutMs <= 0) {
      this.end()
      return this.out
    }
    const closed = server.watches.begin(context.info, abort)
    this.countOpen(1)
    this.cleanups.push(() => {
      closed()
      this.countOpen(-1)
    })
    context.signal.addEventListener('abort', abort, { once: true })
    this.cleanups.push(() => context.signal.removeEventListener('abort', abort))
    this.cleanups.push(server.catalogue.onChange(() => this.endIfGone()))
    if (bookmarks) this.cleanups.push(scheduleBookmarks(server.clock, timeoutMs, () => this.bookmark()))
    this.cleanups.push(server.clock.setTimer(timeoutMs, () => this.end()))
    this.endsInitial = bookmarks && beginning.initial === true
    this.begin(beginning)
    return this.out
  }

  private countOpen(by: 1 | -1): void {
    const { apiGroup: group, apiVersion: version } = this.context.info
    this.server.metrics.count('apiserver_registered_watchers', { group, kind: this.type.hub.kind, version }, by)
  }

  private begin(beginning: Beginning): void {
    const { store } = this.server
    try {
      const prefix = prefixOf(this.type.hub, this.context.info.namespace)
      const { existing, after } = startOf(store, prefix, beginning)
      this.queue.addExisting(existing)
      // A future version sends nothing until the watch times out, whatever happens meanwhile.
      if (after > store.revision) return
      this.seen = after
      const lost = (): void => this.fail(new Compacted(this.seen, store.revision))
      this.cleanups.push(store.watch(prefix, after, (events) => this.take(events), lost))
      void whenReady(this.queue.work(), () => this.endInitial())
    } catch (error) {
      this.fail(error)
    }
  }

  /** Sends the bookmark after the last initial event. */
  private endInitial(): void {
    if (!this.endsInitial || this.ended || this.queue.initialEvents > 0) return
    this.endsInitial = false
    this.send(this.encoder.bookmark(this.seen, { [INITIAL_EVENTS_END]: 'true' }))
  }

  private take(events: readonly StoreEvent[]): void {
    if (this.ended) return
    this.queue.addChanges(events)
    if (this.queue.changes > MAX_BUFFERED_EVENTS) {
      this.fail(new Compacted(this.seen, this.server.store.revision))
      return
    }
    void this.queue.work()
  }

  /** Everything queued is sent, or sending failed. */
  private rest(error: unknown): void {
    if (error !== undefined) this.fail(error)
    if (this.last) this.end()
  }

  private sendLine(line: WatchLine): MaybePromise<void> {
    const chosen = lineFor(this.selection, this.type, line)
    return chosen instanceof Promise ? chosen.then((ready) => this.encode(line, ready)) : this.encode(line, chosen)
  }

  private encode(line: WatchLine, ready: WatchLine | undefined): MaybePromise<void> {
    if (ready && this.encoder.showsNothing) return this.end()
    const bytes = ready && this.encoder.bytesOf(ready)
    return bytes instanceof Promise ? bytes.then((made) => this.noteSent(line, made)) : this.noteSent(line, bytes)
  }

  private noteSent(line: WatchLine, bytes: Uint8Array<ArrayBuffer> | undefined): void {
    if (bytes) this.send(bytes)
    this.seen = line.entry.revision
    this.endInitial()
  }

  private bookmark(): void {
    if (this.ended || !this.queue.idle) return
    if (this.encoder.showsNothing) return this.end()
    // Nothing is queued, so all changes up to the newest revision have been sent.
    this.send(this.encoder.bookmark(Math.max(this.seen, this.server.store.revision)))
  }

  /** Ends the watch if its type was removed or changed, so that clients look at discovery again. */
  private endIfGone(): void {
    const { group, version, resource } = this.type
    if (this.server.catalogue.find(group, version, resource) !== this.type) {
      this.last = true
      if (this.queue.idle) this.end()
    }
  }

  private send(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.ended) return
    // Without room the reader has fallen too far behind.
    if (this.out.room <= 0) this.fail(new Compacted(this.seen, this.server.store.revision))
    else this.out.push(bytes)
  }

  private fail(error: unknown): void {
    if (this.ended) return
    const status = statusOf(apiErrorOf(error, this.server.release, (unknown) => this.server.report(unknown)))
    // The answer is 200 even if the watch fails to start: only its single event says so.
    this.context.tracer.step('response', this.context.tracer.now(), {
      ...(status.reason !== undefined && { by: status.reason }),
      verdict: 'refused',
      reason: status.message,
    })
    this.out.push(this.encoder.error(status))
    this.end()
  }

  private end(): void {
    if (this.ended) return
    this.ended = true
    this.queue.close()
    for (const cleanup of this.cleanups.splice(0)) cleanup()
    this.out.end()
  }
}
