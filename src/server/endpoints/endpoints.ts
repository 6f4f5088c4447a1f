import { behaves } from '../../api/releases/ledger'
import { methodNotAllowed } from '../../machinery/api-error'
import type { Handler, RequestContext } from '../context'
import { InMemoryResponse } from '../../machinery/in-memory-response'
import { dataResponse } from '../wire/respond'
import { negotiate, type Offer, PLAIN_OFFER, UNROUTED_OFFER, wantsPretty } from '../wire/representation'
import type { Server } from '../server'
import { unserved } from './unserved'

/** A path served outside the resource API. */
export interface Endpoint {
  /** Matches the whole path; its capture groups are passed to `answer`. */
  readonly path: RegExp
  /** Answers every method, at exactly this path. Other endpoints answer GET only, with or without a trailing slash. */
  readonly anyMethod?: boolean
  /** Whether there is anything at this path. Without it there always is. */
  readonly exists?: (parts: readonly string[]) => boolean
  readonly answer: (context: RequestContext, parts: readonly string[]) => Response | Promise<Response>
}

/** A document in any encoding that the client accepts. `offer` says how a client that accepts none of them is refused. */
export const documentResponse = (
  context: RequestContext,
  data: unknown,
  offer: Offer = PLAIN_OFFER,
): Promise<Response> =>
  dataResponse(context, data, negotiate(context.request.headers.get('accept'), offer, wantsPretty(context)))

/** A document outside of the routes of the API, which refuses other media types by naming its own. */
export const unroutedResponse = (context: RequestContext, data: unknown): Promise<Response> =>
  documentResponse(context, data, UNROUTED_OFFER)

/** Paths of the resource API, and those that clients look for it at. Anything else that is not found is answered with a list of what is. */
const API_PATH = /^\/(api|apis|version|openid\/v1\/jwks|\.well-known\/openid-configuration)(\/|$)/

function notServed(server: Server, path: string, pathsServed: () => readonly string[]): Response {
  if (API_PATH.test(path) || !behaves('unknown-paths-list-others', server.release)) return unserved(server, path)
  return pathsResponse(pathsServed(), 404)
}

/** A list of what is served, always in JSON. */
export const pathsResponse = (paths: readonly string[], status = 200): Response =>
  new InMemoryResponse(JSON.stringify({ paths }, null, 2), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
  })

/** Routes non-resource requests to their endpoint. All endpoints are read-only. `pathsServed` is what answers about unknown paths list. */
export const endpointsHandler =
  (server: Server, endpoints: readonly Endpoint[], pathsServed: () => readonly string[]): Handler =>
  async (context) => {
    const asked = context.target.path
    const path = asked.replace(/(.)\/+$/, '$1')
    for (const { path: pattern, answer, anyMethod, exists } of endpoints) {
      const match = pattern.exec(anyMethod ? asked : path)
      if (!match) continue
      if (exists?.(match.slice(1)) === false) return notServed(server, path, pathsServed)
      if (context.request.method !== 'GET' && !anyMethod) throw methodNotAllowed({ group: '', resource: '' }, '')
      return answer(context, match.slice(1))
    }
    return notServed(server, path, pathsServed)
  }
