import { noSuchPath } from '../../machinery/api-error'
import { at, isObject } from '../../machinery/json'
import { wrongNames } from '../../names/choice'
import type { Server } from '../server'
import { plainResponse } from '../wire/respond'

const OWN_ROOTS = /^\/(api|version|openid\/v1\/jwks|\.well-known\/openid-configuration)(\/|$)/

const API_SERVICES = { group: 'apiregistration.orch.io', resource: 'apiservices' }

/** An APIService names another server for this version, which can't be reached from here. */
function isElsewhere({ reader }: Server, path: string): boolean {
  const [, group, version] = /^\/apis\/([^/]+)\/([^/]+)/.exec(path) ?? []
  if (group === undefined || version === undefined) return false
  return isObject(at(reader.get(API_SERVICES, undefined, `${version}.${group}`), 'spec', 'service'))
}

/**
 * The answer for a path where nothing is served. Below a group of the server's own it is refused like a missing object; for any other path
 * the answer is a plain-text 404.
 */
export function unserved(server: Server, path: string): Response {
  const { catalogue } = server
  if (isElsewhere(server, path)) return plainResponse('service unavailable\n', 503)
  const group = /^\/apis\/([^/]+)/.exec(path)?.[1]
  const isOwn = OWN_ROOTS.test(path) || catalogue.types().some((type) => !type.custom && type.group === group)
  // A client that uses the other set of names needs a Status, whose message explains it.
  if (isOwn || wrongNames(group) !== undefined) throw noSuchPath()
  return plainResponse('404 page not found\n', 404)
}
