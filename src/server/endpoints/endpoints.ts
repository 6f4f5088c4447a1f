import { behaves } from '../../api/releases/ledger'
import { methodNotAllowed } from '../../machinery/api-error'
import type { Handler, RequestContext } from '../context'
import { InMemoryResponse } from '../../machinery/in-memory-response'
import { dataResponse } from '../wire/respond'
import { negotiate, PLAIN_OFFER, wantsPretty } from '../wire/representation'
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

/** A document in any encoding that the client accepts. */
export const documentResponse = (context: RequestContext, data: unknown): Promise<Response> =>
  dataResponse(context, data, negotiate(context.request.headers.get('accept'), PLAIN_OFFER, wantsPretty(context)))

/** Paths of the resource API, and those that clients look for it at. Anything else that is not found is answered with a list of what is. */
const API_PATH = /^\/(api|apis|version|openid\/v1\/jwks|\.well-known\/openid-configuration)(\/|$)/

function notServed(server: Server, path: string, pathsServed: () => readonly string[]): Response {
  if (API_PATH.test(path) || !behaves('unknown-paths-list-others', server.release)) return unserved(server, path)
  return new InMemoryResponse(JSON.stringify({ paths: pathsServed() }, null, 2), {
    status: 404,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-cache, private' },
  })
}

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
