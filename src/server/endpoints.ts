import { methodNotAllowed, noSuchPath } from '../machinery/api-error'
import type { Handler, RequestContext } from './context'
import { dataResponse } from './respond'
import { negotiate, PLAIN_OFFER, wantsPretty } from './representation'

/** What is served beside resources. */
export interface Endpoint {
  /** Matches the whole path; its groups are handed to `answer`. */
  readonly path: RegExp
  readonly answer: (context: RequestContext, parts: readonly string[]) => Response | Promise<Response>
}

/** A document in whatever encoding the client accepts. */
export const documentResponse = (context: RequestContext, data: unknown): Response =>
  dataResponse(context, data, negotiate(context.request.headers.get('accept'), PLAIN_OFFER, wantsPretty(context.query)))

/** Leads non-resource requests to their endpoint. All of them are only read. */
export const endpointsHandler =
  (endpoints: readonly Endpoint[]): Handler =>
  async (context) => {
    const path = context.url.pathname.replace(/(.)\/+$/, '$1')
    for (const { path: pattern, answer } of endpoints) {
      const match = pattern.exec(path)
      if (!match) continue
      if (context.request.method !== 'GET' && context.request.method !== 'HEAD')
        throw methodNotAllowed({ group: '', resource: '' }, '')
      return answer(context, match.slice(1))
    }
    throw noSuchPath()
  }
