import { behaves } from '../../api/releases/ledger'
import { badRequest, notAcceptable, tooManyRequests } from '../../machinery/api-error'
import type { ApiObject } from '../../machinery/object'
import { hubForm, objectText, prefixOf, servedForm, whenReady } from '../../registry/storage'
import type { MaybePromise, ServedType } from '../../registry/resource-type'
import { Compacted, type Entry, type StoreEvent } from '../../store/store'
import type { RequestContext } from '../context'
import { apiErrorOf, statusOf } from '../errors'
import { type IncludeObject, includeObjectOf, MEDIA_TYPES, type Representation } from '../wire/representation'
import type { RequestScope } from './request-scope'
import type { Server } from '../server'
import { partialMetadata, rowOf, tableOf } from '../wire/tables'
import { booleanParameter, listNumbers, refuseOptions } from './options'
import { representationOf, versionMatchErrors, versionParameter } from './read'
import { type Selection, selectionNamed, selectionOf } from './selection'
import { frameOf, streamTypeOf } from './watch-frames'

// A watcher that lags this many events or bytes behind is closed: it must list again, writers never wait for it.
const MAX_BUFFERED_EVENTS = 10_000
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024
const BOOKMARK_INTERVAL_MS = 60_000
const LAST_BOOKMARK_BEFORE_END_MS = 2000
/** Of the bookmark that ends what existed when a watch began. */
const INITIAL_EVENTS_END = 'orch.io/initial-events-end'

/** Where a watch begins: after a version, and whether with what exists; by default it is when no version is named, or 0. */
interface Beginning {
  readonly version: number | undefined
  readonly initial: boolean | undefined
}

type EventType = 'ADDED' | 'MODIFIED' | 'DELETED'
interface Line {
  readonly type: EventType
  readonly entry: Entry
  /** Carried with the entry's revision; the state before, when an object leaves the selection. */
  readonly shown: Entry
}

// One serialization per event and representation, however many watchers there are.
const eventBytes = new WeakMap<Entry, Map<string, Uint8Array>>()

/** WATCH: what exists (without a version or from 0), then every change, as a stream of JSON lines. */
export async function watchObjects(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const { query } = context
  const representation = representationOf(context, type)
  // There is no stream of this encoding, and what else the client would take is not asked any more.
  if (representation.encoding === 'yaml') throw notAcceptable([MEDIA_TYPES.json, MEDIA_TYPES.protobuf])
  const { timeoutSeconds } = listNumbers(query)
  refuseOptions('ListOptions', versionMatchErrors(query, true, server))
  const selection = selectionNamed(selectionOf(query, type), context.info)
  const version = versionParameter(query, 'cache')
  if (timeoutSeconds < 0) throw badRequest('timeoutSeconds must not be negative')
  if (server.watches.open >= Number(server.flag('max-watches') ?? Infinity))
    throw tooManyRequests('too many watches are open, try again later', 1)
  const stream = new WatchStream(
    scope,
    selection,
    representation,
    representation.form === 'Table' ? includeObjectOf(query) : 'Metadata',
  )
  const minimum = Number(server.flag('min-request-timeout') ?? 1800)
  const seconds = timeoutSeconds || minimum * (1 + (server.requestRandom.bytes(1)[0] ?? 0) / 256)
  const bookmarks = booleanParameter(query, 'allowWatchBookmarks') === true && behaves('watch-bookmarks', server)
  const initial = behaves('watch-list', server) ? booleanParameter(query, 'sendInitialEvents') : undefined
  return new Response(stream.open({ version, initial }, seconds * 1000, bookmarks), {
    status: 200,
    headers: withWarnings(
      context,
      new Headers({ 'content-type': streamTypeOf(representation), 'cache-control': 'no-cache, private' }),
    ),
  })
}

function withWarnings(context: RequestContext, headers: Headers): Headers {
  context.warnings.writeTo(headers)
  return headers
}

class WatchStream {
  private readonly queue: Line[] = []
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined
  private readonly cleanups: (() => void)[] = []
  private ended = false
  /** The type is gone: what is queued is sent, then the stream ends. */
  private last = false
  private working = false
  private columnsSent = false
  /** Waiting for the reader to take some of what exists. */
  private pulled: (() => void) | undefined
  /** Everything up to here has been sent or was not selected. */
  private seen = 0

  private readonly server: Server
  private readonly context: RequestContext
  private readonly type: ServedType

  constructor(
    scope: RequestScope,
    private readonly selection: Selection,
    private readonly representation: Representation,
    private readonly include: IncludeObject,
  ) {
    this.server = scope.server
    this.context = scope.context
    this.type = scope.type
  }

  open(beginning: Beginning, timeoutMs: number, bookmarks: boolean): ReadableStream<Uint8Array> {
    const { server, context } = this
    const abort = () => this.end()
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.controller = controller
          if (server.lifetime.aborted || context.signal.aborted) return this.end()
          const closed = server.watches.begin(context.info, abort)
          this.countOpen(1)
          this.cleanups.push(() => {
            closed()
            this.countOpen(-1)
          })
          context.signal.addEventListener('abort', abort, { once: true })
          this.cleanups.push(() => context.signal.removeEventListener('abort', abort))
          this.cleanups.push(server.catalogue.onChange(() => this.endIfGone()))
          if (bookmarks) this.scheduleBookmarks(timeoutMs)
          this.cleanups.push(server.clock.setTimer(timeoutMs, () => this.end()))
          this.endsInitial = bookmarks && beginning.initial === true
          this.begin(beginning)
        },
        pull: () => {
          this.pulled?.()
          this.pulled = undefined
        },
        cancel: () => this.end(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES }),
    )
  }

  private countOpen(by: 1 | -1): void {
    const { apiGroup: group, apiVersion: version } = this.context.info
    this.server.metrics.count('apiserver_registered_watchers', { group, kind: this.type.hub.kind, version }, by)
  }

  private begin({ version, initial }: Beginning): void {
    const { store } = this.server
    const prefix = prefixOf(this.type.hub, this.context.info.namespace)
    try {
      let after = version ?? 0
      if (!version && initial === false) after = store.revision
      else if (!version || (initial === true && version <= store.revision)) {
        const { entries, revision } = store.list(prefix)
        after = revision
        // Clients that start at 0 take the versions as they come.
        const ordered = version === 0 ? [...entries].sort((a, b) => a.revision - b.revision) : entries
        for (const entry of ordered) this.queue.push({ type: 'ADDED', entry, shown: entry })
        this.initial = this.queue.length
      }
      // A version that does not exist yet sends nothing until the watch times out, whatever happens meanwhile.
      if (after > store.revision) return
      this.seen = after
      const lost = (): void => this.fail(new Compacted(this.seen, store.revision))
      this.cleanups.push(store.watch(prefix, after, (events) => this.take(events), lost))
      void this.work().then(() => this.initial === 0 && this.endInitial())
    } catch (error) {
      this.fail(error)
    }
  }

  /** A bookmark has still to say that everything that existed was sent. */
  private endsInitial = false

  private endInitial(): void {
    if (!this.endsInitial || this.ended) return
    this.endsInitial = false
    this.sendBookmark(this.seen, { [INITIAL_EVENTS_END]: 'true' })
  }

  /** Entries at the head of the queue that still have to pass the selection. */
  private initial = 0

  private take(events: readonly StoreEvent[]): void {
    if (this.ended) return
    for (const event of events) {
      this.queue.push({
        type: event.type === 'delete' ? 'DELETED' : event.previous ? 'MODIFIED' : 'ADDED',
        entry: event.entry,
        shown: event.previous ?? event.entry,
      })
    }
    if (this.queue.length > MAX_BUFFERED_EVENTS + this.initial) {
      this.fail(new Compacted(this.seen, this.server.store.revision))
      return
    }
    void this.work()
  }

  private async work(): Promise<void> {
    if (this.working) return
    this.working = true
    try {
      for (let line = this.queue.shift(); line && !this.ended; line = this.queue.shift()) {
        // What exists already is sent as fast as it is read, however much it is.
        if (this.initial > 0 && (this.controller?.desiredSize ?? 1) <= 0)
          await new Promise<void>((resolve) => (this.pulled = resolve))
        if (this.initial > 0) this.initial -= 1
        const chosen = this.select(line)
        const ready = chosen instanceof Promise ? await chosen : chosen
        if (ready) {
          const bytes = this.bytesOf(ready)
          this.send(bytes instanceof Promise ? await bytes : bytes)
        }
        this.seen = line.entry.revision
        if (this.initial === 0) this.endInitial()
      }
    } catch (error) {
      this.fail(error)
    } finally {
      this.working = false
      if (this.last) this.end()
    }
  }

  /** Turns a change into what it is for this selection; undefined when it is none of its business. */
  private select(line: Line): MaybePromise<Line | undefined> {
    if (this.selection.all) return line.type === 'DELETED' ? { ...line, shown: line.entry } : line
    const { hub } = this.type
    return whenReady(hubForm(line.entry, hub), (now) =>
      whenReady(hubForm(line.shown, hub), (before): Line | undefined => {
        const is = this.selection.matches(now)
        if (line.type === 'ADDED') return is ? line : undefined
        const was = this.selection.matches(before)
        if (line.type === 'DELETED') return was ? { ...line, shown: line.entry } : undefined
        if (is) return was ? line : { ...line, type: 'ADDED' }
        return was ? { type: 'DELETED', entry: line.entry, shown: line.shown } : undefined
      }),
    )
  }

  private bytesOf(line: Line): MaybePromise<Uint8Array> {
    // An object that left the selection is shown as it was, with the version of the change.
    const left = line.type === 'DELETED' && line.shown !== line.entry
    const { form, metaVersion, encoding } = this.representation
    const withColumns = form === 'Table' && !this.columnsSent
    if (form === 'Table') this.columnsSent = true
    const key = [
      line.type,
      this.type.apiVersion,
      this.type.kind,
      form,
      metaVersion,
      encoding,
      this.include,
      withColumns,
      left,
    ].join(' ')
    const known = form === 'Table' ? undefined : eventBytes.get(line.entry)?.get(key)
    if (known !== undefined) return known
    const source = left ? { ...line.shown, revision: line.entry.revision } : line.entry
    return whenReady(servedForm(source, this.type), (object) =>
      whenReady(hubForm(source, this.type.hub), (hub) => {
        const bytes =
          form === 'object'
            ? frameOf(this.context, this.representation, line.type, object, objectText)
            : frameOf(this.context, this.representation, line.type, this.formOf(object, hub, withColumns))
        if (form !== 'Table') {
          const known = eventBytes.get(line.entry) ?? new Map<string, Uint8Array>()
          eventBytes.set(line.entry, known.set(key, bytes))
        }
        return bytes
      }),
    )
  }

  /** The object as a row of a table, or its metadata. */
  private formOf(object: ApiObject, hub: ApiObject, withColumns: boolean): object {
    const { form, metaVersion } = this.representation
    if (form !== 'Table') return partialMetadata(object, metaVersion)
    const row = rowOf(this.type, hub, object, this.include, metaVersion, this.server.clock.now())
    const { resourceVersion } = object.metadata
    return tableOf(this.type, [row], { resourceVersion }, metaVersion, withColumns)
  }

  private scheduleBookmarks(timeoutMs: number): void {
    const { clock } = this.server
    let cancel: () => void = () => undefined
    const repeat = () => {
      this.bookmark()
      cancel = clock.setTimer(BOOKMARK_INTERVAL_MS, repeat)
    }
    cancel = clock.setTimer(BOOKMARK_INTERVAL_MS, repeat)
    this.cleanups.push(() => cancel())
    this.cleanups.push(
      clock.setTimer(Math.max(timeoutMs - LAST_BOOKMARK_BEFORE_END_MS, timeoutMs / 2), () => this.bookmark()),
    )
  }

  private bookmark(): void {
    if (this.ended || this.working || this.queue.length > 0) return
    // Nothing is queued, so all changes up to the newest revision have been sent.
    this.sendBookmark(Math.max(this.seen, this.server.store.revision))
  }

  private sendBookmark(revision: number, annotations?: Record<string, string>): void {
    const object = {
      kind: this.type.kind,
      apiVersion: this.type.apiVersion,
      metadata: { resourceVersion: String(revision), creationTimestamp: null, ...(annotations && { annotations }) },
    }
    const { form, metaVersion } = this.representation
    const bookmark =
      form === 'Table'
        ? tableOf(this.type, [], { resourceVersion: object.metadata.resourceVersion }, metaVersion, false)
        : form === 'object'
          ? object
          : partialMetadata(object as unknown as ApiObject, metaVersion)
    this.send(frameOf(this.context, this.representation, 'BOOKMARK', bookmark))
  }

  /** The type was taken away or changed: clients must find out what is served now. */
  private endIfGone(): void {
    const { group, version, resource } = this.type
    if (this.server.catalogue.find(group, version, resource) !== this.type) {
      this.last = true
      if (!this.working) this.end()
    }
  }

  private send(bytes: Uint8Array): void {
    if (this.ended || !this.controller) return
    // desiredSize is what the consumer still takes; at zero it has fallen too far behind.
    if ((this.controller.desiredSize ?? 0) <= 0) {
      this.fail(new Compacted(this.seen, this.server.store.revision))
      return
    }
    this.controller.enqueue(bytes)
  }

  private fail(error: unknown): void {
    if (this.ended || !this.controller) return
    const status = statusOf(apiErrorOf(error, (unknown) => this.server.report(unknown)))
    this.controller.enqueue(frameOf(this.context, this.representation, 'ERROR', status))
    this.end()
  }

  private end(): void {
    if (this.ended) return
    this.ended = true
    this.pulled?.()
    this.queue.length = 0
    for (const cleanup of this.cleanups.splice(0)) cleanup()
    try {
      this.controller?.close()
    } catch {
      // cancelled by its reader: closed already
    }
  }
}
