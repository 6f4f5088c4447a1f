import { behaves, type Served } from '../../api/releases/ledger'
import { badRequest, expired, notFoundError, timeout, unclassifiedError } from '../../machinery/api-error'
import { forbidden, notSupported, type FieldError } from '../../machinery/field-error'
import type { ApiObject } from '../../machinery/object'
import { parseRevision } from '../../machinery/revision'
import { hubForm, itemText, keyOf, objectText, prefixOf, servedForm, servedForms } from '../../registry/storage'
import type { ServedType } from '../../registry/resource-type'
import { Compacted, type Entry, type ListResult } from '../../store/store'
import { binaryOf } from '../wire/binary'
import type { RequestContext } from '../context'
import { joinedTexts } from '../wire/kept-lists'
import { binaryResponse, dataResponse, textResponse } from '../wire/respond'
import {
  type Encoding,
  type Form,
  includeObjectOf,
  META_FORMS,
  negotiate,
  type Offer,
  type Representation,
  requireForm,
  wantsPretty,
} from '../wire/representation'
import type { RequestScope } from './request-scope'
import type { Server } from '../server'
import { partialList, partialMetadata, rowOf, tableOf } from '../wire/tables'
import { decodeToken, encodeToken, LATEST } from './continue-token'
import { listNumbers, refuseOptions } from './options'
import { selectionOf } from './selection'

// How long a read waits for a version that does not exist yet, and when the client may try again.
const FUTURE_VERSION_WAIT_MS = 3000
const RETRY_AFTER_SECONDS = 1
const MAX_PAGE = 1_000_000

// What a client may get of a resource, whatever the answer turns out to be.
const BUILT_IN_OFFER: Offer = { encodings: ['json', 'yaml', 'protobuf'], forms: META_FORMS }
// The metadata of a custom object is of a type that the server knows.
const CUSTOM_OFFER: Offer = {
  encodings: ['json', 'yaml'],
  forms: META_FORMS,
  formEncodings: ['json', 'yaml', 'protobuf'],
  anySubtype: true,
}

const offerOf = ({ custom }: ServedType): Offer => (custom ? CUSTOM_OFFER : BUILT_IN_OFFER)

/** Custom types have no protobuf form (resource API, "Headers and media types"). */
export const encodingsOf = (type: ServedType): readonly Encoding[] => offerOf(type).encodings

export const representationOf = (context: RequestContext, type: ServedType): Representation =>
  negotiate(context.request.headers.get('accept'), offerOf(type), wantsPretty(context))

const SINGLE_FORMS: readonly Form[] = ['object', 'Table', 'PartialObjectMetadata']
export const LIST_FORMS: readonly Form[] = ['object', 'Table', 'PartialObjectMetadataList']

/** Answers with one object, in the form that the client asked for. `hub` is needed for the cells of a table. */
export async function objectResponse(scope: RequestScope, object: ApiObject, code = 200): Promise<Response> {
  const { server, context, type } = scope
  const representation = representationOf(context, type)
  requireForm(representation, SINGLE_FORMS)
  await context.breathe()
  if (representation.form === 'Table') {
    const include = includeObjectOf(context.query)
    const row = rowOf(type, await type.toHub(object), object, include, representation.metaVersion, server.clock.now())
    const version = object.metadata.resourceVersion
    return dataResponse(
      context,
      tableOf(type, [row], version === undefined ? {} : { resourceVersion: version }, representation.metaVersion),
      representation,
      code,
    )
  }
  if (representation.form === 'PartialObjectMetadata')
    return dataResponse(context, partialMetadata(object, representation.metaVersion), representation, code)
  if (representation.encoding !== 'json') return dataResponse(context, object, representation, code)
  return textResponse(context, objectText(object), representation, code)
}

/**
 * The number in a resourceVersion parameter; undefined when unset. What is no version is a bad request where the store
 * itself is asked; the cache before it has no reason for such a failure.
 */
export function versionParameter(query: URLSearchParams, asked: 'store' | 'cache'): number | undefined {
  const text = query.get('resourceVersion') ?? ''
  if (text === '') return undefined
  const version = parseRevision(text)
  if (version !== undefined) return version
  if (asked === 'store') throw badRequest(`invalid resource version "${text}"`)
  throw unclassifiedError(`resourceVersion: Invalid value: "${text}": it is no version`)
}

/** Events come and go too fast to be kept in a cache. */
const keeperOf = ({ hub, custom }: ServedType): 'store' | 'cache' =>
  hub.resource === 'events' && !custom ? 'store' : 'cache'

/** Waits for a version that the store has not reached; 504 with its cause when it does not come in time. */
async function reach(server: Server, version: number, query: URLSearchParams): Promise<void> {
  if (await server.store.waitFor(version, FUTURE_VERSION_WAIT_MS)) return
  // Beyond the safe range the number itself is rounded.
  const asked = /^\d+$/.test(query.get('resourceVersion') ?? '') ? BigInt(query.get('resourceVersion') ?? '') : version
  throw timeout(`Too large resource version: ${asked}, current: ${server.store.revision}`, RETRY_AFTER_SECONDS, [
    { reason: 'ResourceVersionTooLarge', message: 'Too large resource version' },
  ])
}

/** GET of one object: most recent, any, or not older than a version. */
export async function getObject(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  representationOf(context, type)
  const version = versionParameter(context.query, keeperOf(type))
  if (version) await reach(server, version, context.query)
  const { namespace, name } = context.info
  const entry = server.store.get(keyOf(type.hub, namespace, name))
  if (!entry) throw notFoundError(type, name)
  return objectResponse(scope, await servedForm(entry, type))
}

/** The table of resourceVersion × resourceVersionMatch × limit × continue, as refusals (resource API, "list"). */
export function versionMatchErrors(query: URLSearchParams, watch: boolean, served: Served): FieldError[] {
  const match = query.get('resourceVersionMatch') ?? ''
  if (behaves('watch-list-checked', served.release)) {
    if (watch) return watchMatchErrors(query, match, served)
    if (query.has('sendInitialEvents'))
      return [forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list')]
  }
  if (match === '') return []
  const version = query.get('resourceVersion') ?? ''
  const at = 'resourceVersionMatch'
  const errors: FieldError[] = []
  if (watch) errors.push(forbidden(at, 'resourceVersionMatch is forbidden for watch'))
  if (version === '') errors.push(forbidden(at, 'resourceVersionMatch is forbidden unless resourceVersion is provided'))
  if (query.get('continue')) errors.push(forbidden(at, 'resourceVersionMatch is forbidden when continue is provided'))
  if (match !== 'Exact' && match !== 'NotOlderThan') errors.push(notSupported(at, match, ['Exact', 'NotOlderThan', '']))
  else if (match === 'Exact' && version === '0')
    errors.push(forbidden(at, 'resourceVersionMatch "Exact" is forbidden for resourceVersion "0"'))
  return errors
}

const NOT_OLDER = 'NotOlderThan'

/** What a watch may say of the version that it begins with, since it may ask for what exists. */
function watchMatchErrors(query: URLSearchParams, match: string, served: Served): FieldError[] {
  const at = 'resourceVersionMatch'
  const asked = query.has('sendInitialEvents')
  const errors: FieldError[] = []
  if (asked && match !== NOT_OLDER)
    errors.push(forbidden(at, `sendInitialEvents requires setting resourceVersionMatch to ${NOT_OLDER}`))
  if (asked && !behaves('watch-list', served))
    errors.push(
      forbidden(
        'sendInitialEvents',
        'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      ),
    )
  if (match === '') return errors
  if (!asked)
    errors.push(forbidden(at, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'))
  if (match !== NOT_OLDER) errors.push(notSupported(at, match, [NOT_OLDER]))
  if (query.get('continue')) errors.push(forbidden(at, 'resourceVersionMatch is forbidden when continue is provided'))
  return errors
}

interface Page {
  readonly entries: readonly Entry[]
  readonly metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number }
}

/** LIST: a consistent page of a collection. */
export async function listObjects(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const representation = representationOf(context, type)
  refuseOptions('ListOptions', versionMatchErrors(context.query, false, server))
  const page = await pageOf(scope)
  return pageResponse(scope, page, representation)
}

export async function pageOf(scope: RequestScope): Promise<Page> {
  const { server, context, type } = scope
  const { query } = context
  const selection = selectionOf(query, type)
  const limit = Math.min(Math.max(listNumbers(query).limit, 0), MAX_PAGE)
  const prefix = prefixOf(type.hub, context.info.namespace)
  const token = server.feature('APIListChunking') ? query.get('continue') : null
  const limited = limit > 0 && server.feature('APIListChunking')
  // An object that is named is read by its key: that makes no pages.
  const named = selection.name && !token && (!type.namespaced || context.info.namespace !== '')
  const paged = limited && !named
  const match = query.get('resourceVersionMatch') ?? ''
  const version = versionParameter(query, limited || token || match === 'Exact' ? 'store' : keeperOf(type))
  let revision: number | undefined
  let after: string | undefined
  if (token) {
    if (version) throw badRequest('specifying resource version is not allowed when using continue')
    const from = decodeToken(token)
    if (from.revision !== LATEST) revision = from.revision
    after = prefix + from.after
    if (from.revision > server.store.revision)
      throw badRequest('continue key is not valid: it names a version that does not exist')
  } else if (version) {
    await reach(server, version, context.query)
    if (match === 'Exact' || (match === '' && limited)) revision = version
  }
  const chosen: Entry[] = []
  let listed: ListResult
  let last: string | undefined = after
  try {
    // A selective page reads on until it is full, so that a client never gets an empty page in the middle.
    for (;;) {
      const wanted = paged ? (selection.all ? limit : Math.max(limit - chosen.length, 1) * 4) : undefined
      listed = server.store.list(prefix, {
        ...(revision !== undefined && { revision }),
        ...(last !== undefined && { after: last }),
        ...(wanted !== undefined && { limit: wanted }),
      })
      revision ??= listed.revision
      let full = false
      for (const entry of listed.entries) {
        if (paged && chosen.length === limit) {
          full = true
          break
        }
        last = entry.key
        if (selection.all || selection.matches(await hubForm(entry, type.hub))) chosen.push(entry)
      }
      if (full)
        return {
          entries: chosen,
          metadata: {
            resourceVersion: String(revision),
            continue: encodeToken({ revision, after: (last ?? '').slice(prefix.length) }),
          },
        }
      if (!paged || listed.remaining === 0 || chosen.length === limit) break
    }
  } catch (error) {
    if (error instanceof Compacted && token)
      throw expired(
        'The provided continue parameter is too old to display a consistent list result. Start a new list without it, or go on with the one in this answer: objects may be missing or come twice then.',
        encodeToken({ revision: LATEST, after: (after ?? '').slice(prefix.length) }),
      )
    throw error
  }
  const more = paged && listed.remaining > 0
  return {
    entries: chosen,
    metadata: {
      resourceVersion: String(revision),
      ...(more && { continue: encodeToken({ revision, after: (last ?? '').slice(prefix.length) }) }),
      ...(more && selection.all && server.feature('RemainingItemCount') && { remainingItemCount: listed.remaining }),
    },
  }
}

/** Writes a page from the texts that are kept of its objects. */
export async function pageResponse(scope: RequestScope, page: Page, representation: Representation): Promise<Response> {
  const { server, context, type } = scope
  requireForm(representation, LIST_FORMS)
  const metadata = { ...(behaves('self-link', server) && { selfLink: context.info.path }), ...page.metadata }
  const objects = await servedForms(page.entries, type)
  if (representation.form === 'Table') {
    const include = includeObjectOf(context.query)
    const now = server.clock.now()
    const rows = await Promise.all(
      page.entries.map(async (entry, i) =>
        rowOf(type, await hubForm(entry, type.hub), objects[i] as ApiObject, include, representation.metaVersion, now),
      ),
    )
    return dataResponse(context, tableOf(type, rows, metadata, representation.metaVersion), representation)
  }
  if (representation.form === 'PartialObjectMetadataList')
    return dataResponse(context, partialList(objects, metadata, representation.metaVersion), representation)
  if (representation.encoding === 'protobuf')
    return binaryResponse(context, binaryOf(context).list(type.apiVersion, type.listKind, metadata, objects))
  const { apiVersion, listKind } = type
  // Items of built-in lists carry no kind and version, those of custom types do.
  if (representation.encoding === 'yaml') {
    const items = type.custom ? objects : objects.map(({ kind: _kind, apiVersion: _version, ...rest }) => rest)
    return dataResponse(context, { kind: listKind, apiVersion, metadata, items }, representation)
  }
  const texts = joinedTexts(objects, type.custom ? objectText : itemText)
  const text = `{"kind":${JSON.stringify(listKind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadata)},"items":[${texts}]}`
  return textResponse(context, text, representation)
}
