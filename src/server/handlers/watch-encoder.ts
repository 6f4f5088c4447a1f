import { type MaybePromise, whenReady } from '../../machinery/maybe-promise'
import type { ApiObject } from '../../machinery/object'
import { attachSourceValue } from '../../machinery/source-value'
import { acceptsValues } from '../../machinery/in-memory-request'
import { hubForm, objectText, servedForm } from '../../registry/storage'
import type { Entry } from '../../store/store'
import type { IncludeObject, Representation } from '../wire/representation'
import { partialMetadata, rowOf, tableOf } from '../wire/tables'
import type { RequestScope } from './request-scope'
import { frameOf } from './watch-frames'
import type { WatchLine } from './watch-lines'

// Each event is serialized once per representation, however many watchers there are.
const eventBytes = new WeakMap<Entry, Map<string, Uint8Array<ArrayBuffer>>>()

const toldEvents = new WeakMap<ApiObject, { readonly type: string; readonly chunk: Uint8Array<ArrayBuffer> }>()

// Shared, because the history may hold a hundred thousand events.
const NOTHING = new ArrayBuffer(0)

/** An empty chunk that carries an event by value: the same chunk for all in-process watchers. */
function told(type: string, object: ApiObject): Uint8Array<ArrayBuffer> {
  const known = toldEvents.get(object)
  if (known?.type === type) return known.chunk
  const chunk = attachSourceValue(new Uint8Array(NOTHING), { type, object })
  toldEvents.set(object, { type, chunk })
  return chunk
}

/** Encodes the events of one watch in the representation that its client asked for. */
export class WatchEncoder {
  private columnsSent = false
  /** What events look like to this client: by type, and for objects that left its selection. Keys of the kept bytes. */
  private readonly looks: Readonly<Record<WatchLine['type'] | 'LEFT', string>>

  constructor(
    private readonly scope: RequestScope,
    private readonly representation: Representation,
    private readonly include: IncludeObject,
  ) {
    const { form, metaVersion, encoding } = representation
    const look = [scope.type.apiVersion, scope.type.kind, form, metaVersion, encoding, include].join(' ')
    const of = (type: string): string => [type, look].join(' ')
    this.looks = { ADDED: of('ADDED'), MODIFIED: of('MODIFIED'), DELETED: of('DELETED'), LEFT: of('LEFT') }
  }

  /** A list can't show an event: a real server sends none, and the watch ends with what would be its first. */
  get showsNothing(): boolean {
    return this.representation.form === 'PartialObjectMetadataList'
  }

  /** The bytes of a change, or an empty chunk that carries its value for in-process clients. */
  bytesOf(line: WatchLine): MaybePromise<Uint8Array<ArrayBuffer>> {
    // An object that left the selection is shown in its previous state, with the version of the change.
    const left = line.type === 'DELETED' && line.shown !== line.entry
    const { form, encoding } = this.representation
    const withColumns = form === 'Table' && !this.columnsSent
    if (form === 'Table') this.columnsSent = true
    const { context, type } = this.scope
    const source = left ? { ...line.shown, revision: line.entry.revision } : line.entry
    if (form === 'object' && encoding === 'json' && acceptsValues(context.request))
      return whenReady(servedForm(source, type), (object) => told(line.type, object))
    const key = this.looks[left ? 'LEFT' : line.type]
    // Rows depend on the time, and the first one brings the columns.
    const known = form === 'Table' ? undefined : eventBytes.get(line.entry)?.get(key)
    if (known !== undefined) return known
    return whenReady(servedForm(source, type), (object) =>
      whenReady(hubForm(source, type.hub), (hub) => {
        const bytes =
          form === 'object'
            ? frameOf(context, this.representation, line.type, object, objectText)
            : frameOf(context, this.representation, line.type, this.formOf(object, hub, withColumns))
        if (form !== 'Table') {
          const known = eventBytes.get(line.entry) ?? new Map<string, Uint8Array<ArrayBuffer>>()
          eventBytes.set(line.entry, known.set(key, bytes))
        }
        return bytes
      }),
    )
  }

  /** The bytes of a bookmark: all changes up to this revision have been sent. */
  bookmark(revision: number, annotations?: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
    const { context, type } = this.scope
    const object = {
      kind: type.kind,
      apiVersion: type.apiVersion,
      metadata: { resourceVersion: String(revision), creationTimestamp: null, ...(annotations && { annotations }) },
    }
    const { form, metaVersion } = this.representation
    const bookmark =
      form === 'Table'
        ? tableOf(type, [], { resourceVersion: object.metadata.resourceVersion }, metaVersion, false)
        : form === 'object'
          ? object
          : partialMetadata(object as unknown as ApiObject, metaVersion)
    return frameOf(context, this.representation, 'BOOKMARK', bookmark)
  }

  /** The bytes of the error that ends a watch. */
  error(status: object): Uint8Array<ArrayBuffer> {
    return frameOf(this.scope.context, this.representation, 'ERROR', status)
  }

  /** The object as a table row, or its metadata only. */
  private formOf(object: ApiObject, hub: ApiObject, withColumns: boolean): object {
    const { form, metaVersion } = this.representation
    if (form !== 'Table') return partialMetadata(object, metaVersion)
    const { server, type } = this.scope
    const row = rowOf(type, hub, object, this.include, metaVersion, server.clock.now())
    const { resourceVersion } = object.metadata
    return tableOf(type, [row], { resourceVersion }, metaVersion, withColumns)
  }
}
