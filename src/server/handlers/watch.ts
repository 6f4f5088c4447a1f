import { behaves } from '../../api/releases/ledger'
import { tooManyRequests } from '../../machinery/api-error'
import { notAcceptable } from '../../machinery/media-type-errors'
import { pushedResponse } from '../../machinery/pushed-stream'
import { declareStream } from '../../machinery/socket-stream'
import type { RequestContext } from '../context'
import { includeObjectOf, streamsOf } from '../wire/representation'
import { checkListOptions } from './list-options'
import { booleanParameter, listNumbers } from './options'
import { representationOf, versionParameter } from './read'
import type { RequestScope } from './request-scope'
import { selectionNamed, selectionOf } from './selection'
import { WatchEncoder } from './watch-encoder'
import { streamTypeOf } from './watch-frames'
import { WatchStream } from './watch-stream'

/** WATCH: existing objects (without a version or from 0), then every change, as a stream of events. */
export async function watchObjects(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const { query } = context
  const representation = representationOf(scope)
  // There is no YAML stream, and no other type that the client accepts is tried.
  if (representation.encoding === 'yaml') throw notAcceptable(streamsOf(['json', 'protobuf']))
  const { timeoutSeconds } = listNumbers(query)
  checkListOptions(query, true, server)
  const selection = selectionNamed(selectionOf(query, type), context.info)
  const version = versionParameter(query, 'cache')
  if (server.watches.open >= Number(server.flag('max-watches') ?? Infinity))
    throw tooManyRequests('too many watches are open, try again later', 1)
  const include = representation.form === 'Table' ? includeObjectOf(query) : 'Metadata'
  const stream = new WatchStream(scope, selection, new WatchEncoder(scope, representation, include))
  const minimum = Number(server.flag('min-request-timeout') ?? 1800)
  // A time that is over already ends the watch before its first event.
  const seconds = timeoutSeconds !== 0 ? timeoutSeconds : minimum * (1 + (server.requestRandom.bytes(1)[0] ?? 0) / 256)
  const bookmarks = booleanParameter(query, 'allowWatchBookmarks') === true && behaves('watch-bookmarks', server)
  const initial = behaves('watch-list', server) ? booleanParameter(query, 'sendInitialEvents') : undefined
  return pushedResponse(stream.open({ version, initial }, seconds * 1000, bookmarks), {
    status: 200,
    headers: headersOf(context, streamTypeOf(representation)),
  })
}

function headersOf({ request, warnings }: RequestContext, type: string): Headers {
  const headers = new Headers({ 'content-type': type, 'cache-control': 'no-cache, private' })
  warnings.writeTo(headers)
  return declareStream(request, headers, 'events')
}
