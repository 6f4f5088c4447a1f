import { methodNotAllowed } from '../../machinery/api-error'
import type { Handler, RequestContext } from '../context'
import { dataResponse } from '../wire/respond'
import { negotiate, PLAIN_OFFER, wantsPretty } from '../wire/representation'
import type { Server } from '../server'
import { unserved } from './unserved'

/** What is served beside resources. */
export interface Endpoint {
  /** Matches the whole path; its groups are handed to `answer`. */
  readonly path: RegExp
  /** Answers whatever the method is, and at this very path; others answer GET alone, with a slash at the end too. */
  readonly anyMethod?: boolean
  readonly answer: (context: RequestContext, parts: readonly string[]) => Response | Promise<Response>
}

/** A document in whatever encoding the client accepts. */
export const documentResponse = (context: RequestContext, data: unknown): Promise<Response> =>
  dataResponse(context, data, negotiate(context.request.headers.get('accept'), PLAIN_OFFER, wantsPretty(context)))

/** Leads non-resource requests to their endpoint. All of them are only read. */
export const endpointsHandler =
  (server: Server, endpoints: readonly Endpoint[]): Handler =>
  async (context) => {
    const asked = context.target.path
    const path = asked.replace(/(.)\/+$/, '$1')
    for (const { path: pattern, answer, anyMethod } of endpoints) {
      const match = pattern.exec(anyMethod ? asked : path)
      if (!match) continue
      if (context.request.method !== 'GET' && !anyMethod) throw methodNotAllowed({ group: '', resource: '' }, '')
      return answer(context, match.slice(1))
    }
    return unserved(server, path)
  }
