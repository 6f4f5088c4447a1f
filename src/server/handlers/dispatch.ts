import { behaves } from '../../api/releases/ledger'
import { ApiError, badRequest, methodNotAllowed, noSuchPath, notFoundError } from '../../machinery/api-error'
import { NoRoute } from '../../machinery/media-type-errors'
import { pathSegment } from '../../machinery/names'
import type { ServedType } from '../../registry/resource-type'
import type { Handler, RequestContext } from '../context'
import { type RequestInfo, wantsWatch } from '../request-info'
import type { Server } from '../server'
import { apiErrorOf } from '../errors'
import { unserved } from '../endpoints/unserved'
import type { RequestScope } from './request-scope'
import { deleteCollection, deleteOne } from './delete'
import { patchObject } from './patch'
import { patchKindOf } from './patch-document'
import { getObject } from './read'
import { listObjects } from './list-page'
import { type ResourceHandler, SUBRESOURCES, VIRTUAL_RESOURCES } from './subresources'
import { watchObjects } from './watch'
import { postObject, putObject } from './write'

/** One handler per verb; `route` checks what a verb needs of the path. */
const VERBS: Readonly<Record<string, ResourceHandler>> = {
  get: getObject,
  list: listObjects,
  watch: watchObjects,
  create: postObject,
  update: putObject,
  patch: patchObject,
  delete: deleteOne,
  deletecollection: deleteCollection,
}

const NOT_ALLOWED = () => methodNotAllowed({ group: '', resource: '' }, '')
const nameless = () => badRequest('name must be provided')
const ON_COLLECTION = new Set(['list', 'watch', 'create', 'deletecollection'])

/** Routes an authorized request to its handler: resources through the catalogue, all other paths to `elsewhere`. */
export const dispatch =
  (server: Server, elsewhere: Handler): Handler =>
  async (context) => {
    const { info } = context
    if (!info.isResourceRequest) return elsewhere(context)
    // Resource paths have one leading slash: with two, the path is authorized like a resource but matches nothing.
    if (info.path.startsWith('//')) return unserved(server, info.path)
    checkSegments(info)
    const type = server.catalogue.find(info.apiGroup, info.apiVersion, info.resource)
    // The old proxy paths are known to authorization only; nothing serves them.
    if (!type || info.verb === 'proxy') return unserved(server, info.path)
    const scope = { server, context, type }
    try {
      refuseDryRun(server, context)
      return await (type.custom ? routeCustom(scope) : route(scope))
    } catch (error) {
      // Where there is no route, there is no warning either.
      if (error instanceof NoRoute) context.warnings.clear()
      throw refusedAsAWhole(scope, error)
    }
  }

const DRY_RUN_VERBS = new Set(['create', 'update', 'patch', 'delete', 'deletecollection'])

function refuseDryRun(server: Server, { info, query }: RequestContext): void {
  if (DRY_RUN_VERBS.has(info.verb) && query.has('dryRun') && !behaves('dry-run', server))
    throw badRequest('the dryRun beta feature is disabled')
}

/**
 * Refuses names that can't be part of a path, and dot segments anywhere: neither may lead to another resource. The path behind a proxied
 * object is left to the backend.
 */
function checkSegments({ path, name, nameFromSelector, namespace, subresource, verb, rest }: RequestInfo): void {
  const refuse = (what: string, value: string): void => {
    const wrong = pathSegment(value)
    if (wrong.length > 0) throw badRequest(`${what} invalid: ${JSON.stringify(value)}: ${wrong.join(';')}`)
  }
  if (!nameFromSelector) refuse('Name parameter', name)
  if (isDot(namespace)) refuse('Namespace parameter', namespace)
  if (!path.includes('/.')) return
  const proxied = subresource === 'proxy' || verb === 'proxy'
  const own = proxied && rest !== '' ? path.slice(0, -rest.length) : path
  const dot = own.split('/').find(isDot)
  if (dot !== undefined) refuse('Path segment', dot)
}

const isDot = (segment: string): boolean => segment === '.' || segment === '..'

/** An unrecognized field together with another error is a bad request at every level (resource API, "Field validation" 4). */
function refusedAsAWhole({ server, context }: RequestScope, error: unknown): unknown {
  const both = context.unrecognized && error instanceof ApiError && error.reason === 'Invalid'
  if (!both || !server.feature('ServerSideFieldValidation')) return error
  const { message, details } = apiErrorOf(error, server.release, () => undefined)
  return new ApiError(400, 'BadRequest', message, details)
}

function route(scope: RequestScope): Promise<Response> {
  const { context, type } = scope
  const { info } = context
  const named = namedInPath(context)
  const lacksNamespace = type.namespaced && info.lacksNamespace
  // Lists and new objects don't need it.
  if (lacksNamespace && (named || info.verb === 'deletecollection')) throw badRequest('Namespace parameter required.')
  if (!inScope(context, type)) throw noSuchPath()
  if (info.subresource) {
    const subresource = type.subresources.get(info.subresource)
    if (!subresource || (info.rest !== '' && info.subresource !== 'proxy')) throw noSuchPath()
    if (!named) throw nameless()
    const handler = subresource.verbs.includes(info.verb) ? subresourceHandler(type, info) : undefined
    if (!handler || isHead(context, info.subresource)) throw NOT_ALLOWED()
    return routed(scope, handler)
  }
  // A create-only resource has no objects to address by name, and no list across all namespaces.
  if (named && !type.verbs.some((verb) => !ON_COLLECTION.has(verb))) throw noSuchPath()
  if (type.namespaced && info.namespace === '' && !type.verbs.includes('list')) throw noSuchPath()
  // What can be listed, but not watched, says so; the old watch paths don't lead to it.
  if (info.verb === 'watch' && !named && type.verbs.includes('list') && !type.verbs.includes('watch')) {
    if (!wantsWatch(context.query)) throw noSuchPath()
    return routed(scope, () => Promise.reject(methodNotAllowed(type, 'watch')))
  }
  // Each verb applies to a collection or to one object, never both; only the old watch paths name one object.
  if (!type.verbs.includes(info.verb) || (named === ON_COLLECTION.has(info.verb) && info.verb !== 'watch'))
    throw NOT_ALLOWED()
  if (isHead(context) || (info.verb === 'watch' && context.request.method !== 'GET')) throw NOT_ALLOWED()
  // Writing to all namespaces at once is not possible; reading is.
  const virtual = VIRTUAL_RESOURCES[`${type.group}/${type.resource}`]
  const inAll = type.namespaced && info.namespace === '' && !lacksNamespace
  if (inAll && (info.verb === 'create' || info.verb === 'deletecollection')) throw NOT_ALLOWED()
  const handler = virtual ? virtual[info.verb] : VERBS[info.verb]
  if (!handler) throw NOT_ALLOWED()
  return routed(scope, handler)
}

function routed(scope: RequestScope, handler: ResourceHandler): Promise<Response> {
  warnOfDeprecation(scope)
  return handler(scope)
}

/** Custom types have no fixed routes: the verb alone decides, and refusals name the type. */
async function routeCustom(scope: RequestScope): Promise<Response> {
  warnOfDeprecation(scope)
  const { server, context, type } = scope
  const { info } = context
  const notAllowed = () => methodNotAllowed(type, info.verb)
  if (!inScope(context, type)) return unserved(server, info.path)
  if (type.namespaced && info.namespace === '' && info.verb !== 'list' && info.verb !== 'watch')
    return unserved(server, info.path)
  if (info.subresource) {
    const subresource = type.subresources.get(info.subresource)
    if (!subresource) throw notFoundError(type, info.name)
    if (!namedInPath(context)) throw nameless()
    const handler = subresource.verbs.includes(info.verb) ? subresourceHandler(type, info) : undefined
    if (!handler) throw notAllowed()
    return handler(scope)
  }
  const handler = type.verbs.includes(info.verb) ? VERBS[info.verb] : undefined
  if (!handler || (info.verb === 'create' && type.frozen?.())) throw notAllowed()
  // The form of a patch is looked at first.
  if (info.verb === 'patch') patchKindOf(context, type)
  if (!namedInPath(context) && !ON_COLLECTION.has(info.verb)) throw nameless()
  return handler(scope)
}

/** Whether the path's scope fits the type: namespaced objects below a namespace, others not. A namespace is below itself only. */
const inScope = (context: RequestContext, type: ServedType): boolean => {
  const { namespace, name } = context.info
  if (type.namespaced) return namespace !== '' || !namedInPath(context)
  return namespace === '' || (type.resource === 'namespaces' && namedInPath(context) && namespace === name)
}

/** HEAD is authorized like GET, but only proxies accept it. */
const isHead = ({ request }: RequestContext, subresource = ''): boolean =>
  request.method === 'HEAD' && subresource !== 'proxy'

const subresourceHandler = ({ group, resource }: ServedType, { subresource, verb }: RequestInfo) =>
  SUBRESOURCES[`${group}/${resource}/${subresource}`]?.[verb] ??
  SUBRESOURCES[`*/${subresource}`]?.[verb] ??
  SUBRESOURCES['*']?.[verb]

/** Whether the path itself names an object; a name from a field selector does not count. */
function namedInPath({ info }: RequestContext): boolean {
  return info.name !== '' && !info.nameFromSelector
}

/** Resource API, "Calls to a deprecated REST endpoint": warning, audit annotation and gauge. */
function warnOfDeprecation(scope: RequestScope): void {
  const { server, context, type } = scope
  const { deprecated } = type
  if (!deprecated || !behaves('deprecation-warnings', server.release)) return
  const { subresource, verb } = context.info
  const readAs = verb === 'watch' && wantsWatch(context.query) ? 'list' : verb
  if (type.custom && subresource === '' && !type.verbs.includes(readAs)) return
  context.warnings.add(deprecated.warning)
  context.audit?.annotate('orch.io/deprecated', 'true')
  if (deprecated.removed) context.audit?.annotate('orch.io/removed-release', deprecated.removed)
  server.metrics.gauge(
    'apiserver_requested_deprecated_apis',
    {
      group: type.group,
      version: type.version,
      resource: type.resource,
      subresource: type.subresources.has(context.info.subresource) ? context.info.subresource : '',
      removed_release: deprecated.removed ?? '',
    },
    1,
  )
}
