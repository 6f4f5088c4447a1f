import { behaves } from '../../api/releases/ledger'
import { badRequest, expired } from '../../machinery/api-error'
import type { ApiObject } from '../../machinery/object'
import { hubForm, itemText, objectText, prefixOf, servedForms } from '../../registry/storage'
import { Compacted, type Entry, type ListResult } from '../../store/store'
import { binaryOf } from '../wire/binary'
import { joinedTexts } from '../wire/cached-lists'
import { binaryResponse, dataResponse, keptResponse } from '../wire/respond'
import { includeObjectOf, type Representation, requireForm } from '../wire/representation'
import { partialList, rowOf, tableOf } from '../wire/tables'
import type { RequestScope } from './request-scope'
import { decodeToken, encodeToken, LATEST } from './continue-token'
import { checkListOptions } from './list-options'
import { listNumbers } from './options'
import { selectionOf } from './selection'
import { keeperOf, LIST_FORMS, reach, representationOf, versionParameter } from './read'
import { goTypeOf } from './wrong-type'

const MAX_PAGE = 1_000_000

interface Page {
  readonly entries: readonly Entry[]
  readonly metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number }
}

/** LIST: a consistent page of a collection. */
export async function listObjects(scope: RequestScope): Promise<Response> {
  const { server, context } = scope
  const representation = representationOf(scope)
  checkListOptions(context.query, false, server)
  const page = await pageOf(scope)
  return pageResponse(scope, page, representation)
}

/** Reads one page of a list from the cache, the store or a continue token. */
export async function pageOf(scope: RequestScope): Promise<Page> {
  const { server, context, type } = scope
  const { query } = context
  const selection = selectionOf(query, type)
  const limit = Math.min(Math.max(listNumbers(query).limit, 0), MAX_PAGE)
  const prefix = prefixOf(type.hub, context.info.namespace)
  const token = server.feature('APIListChunking') ? query.get('continue') : null
  // A list at version 0 comes from the cache, which does not page.
  const cached = !token && query.get('resourceVersion') === '0' && keeperOf(type) === 'cache'
  const limited = limit > 0 && server.feature('APIListChunking') && !cached
  // A single named object is read by its key and is never paged.
  const named = selection.name && !token && (!type.namespaced || context.info.namespace !== '')
  const paged = limited && !named
  const match = query.get('resourceVersionMatch') ?? ''
  const version = versionParameter(query, limited || token || match === 'Exact' ? 'store' : keeperOf(type))
  let revision: number | undefined
  let after: string | undefined
  if (token) {
    const from = decodeToken(token)
    if (version) throw badRequest('specifying resource version is not allowed when using continue')
    if (from.revision !== LATEST) revision = from.revision
    after = prefix + from.after
    if (from.revision > server.store.revision)
      throw badRequest('continue key is not valid: it names a version that does not exist')
  } else if (version) {
    // Pages are read from the store, which does not say when to ask again.
    await reach(server, version, context.query, !limited && keeperOf(type) === 'cache')
    if (match === 'Exact' || (match === '' && limited)) revision = version
  }
  const chosen: Entry[] = []
  let listed: ListResult
  let last: string | undefined = after
  try {
    // A page with a selector reads on until it is full, so that a client never gets an empty page in the middle.
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
        'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.',
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

/** Writes a page from the cached texts of its objects. */
export async function pageResponse(scope: RequestScope, page: Page, representation: Representation): Promise<Response> {
  const { server, context, type } = scope
  requireForm(representation, LIST_FORMS, () => goTypeOf(type))
  const metadata = { ...(behaves('self-link', server) && { selfLink: context.info.path }), ...page.metadata }
  const objects = await servedForms(page.entries, type)
  if (representation.form === 'Table') {
    const include = includeObjectOf(context.query)
    const now = server.clock.now()
    const shown = await Promise.all(
      page.entries.map(async (entry, i) => ({
        hub: await hubForm(entry, type.hub),
        object: objects[i] as ApiObject,
      })),
    )
    const { rowOrder } = type.hub.behaviour
    if (rowOrder) shown.sort((left, right) => rowOrder(left.hub, right.hub))
    const rows = shown.map(({ hub, object }) => rowOf(type, hub, object, include, representation.metaVersion, now))
    return dataResponse(context, tableOf(type, rows, metadata, representation.metaVersion), representation)
  }
  if (representation.form === 'PartialObjectMetadataList')
    return dataResponse(context, partialList(objects, metadata, representation.metaVersion), representation)
  if (representation.encoding === 'protobuf')
    return binaryResponse(context, binaryOf(context).list(type.apiVersion, type.listKind, metadata, objects))
  const { apiVersion, listKind } = type
  // Lists of custom types have a token even where it is empty.
  if (type.custom) metadata.continue ??= ''
  // Items of built-in lists have no kind and apiVersion, those of custom types do.
  if (representation.encoding === 'yaml') {
    const items = type.custom ? objects : objects.map(({ kind: _kind, apiVersion: _version, ...rest }) => rest)
    return dataResponse(context, { kind: listKind, apiVersion, metadata, items }, representation)
  }
  const kept = {
    object: () => ({ kind: listKind, apiVersion, metadata, items: objects }),
    content: () => {
      const head = `{"kind":${JSON.stringify(listKind)},"apiVersion":${JSON.stringify(apiVersion)},"metadata":${JSON.stringify(metadata)},"items":[`
      return joinedTexts(objects, type.custom ? objectText : itemText, head, ']}\n')
    },
  }
  return keptResponse(context, kept, representation)
}
