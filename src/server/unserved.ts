import { noSuchPath } from '../machinery/api-error'
import { plainResponse } from './respond'
import type { Server } from './server'

const OWN_ROOTS = /^\/(api|version|openid\/v1\/jwks|\.well-known\/openid-configuration)(\/|$)/

/**
 * The answer for a path at which nothing is served. Below the groups that the server has of itself it is refused like a
 * missing object; of any other path the server knows nothing, and says so in plain text.
 */
export function unserved({ catalogue }: Server, path: string): Response {
  const group = /^\/apis\/([^/]+)/.exec(path)?.[1]
  if (OWN_ROOTS.test(path) || catalogue.types().some((type) => !type.custom && type.group === group)) throw noSuchPath()
  return plainResponse('404 page not found\n', 404)
}
