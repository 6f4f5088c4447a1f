import type { Filter, RequestContext } from '../context'
import type { Server } from '../server'
import { mediaTypeOf } from '../wire/body'

/** Metric labels use known verbs only, whatever method a client sends. */
const OTHER = 'other'
const PLAIN_METHODS = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'])
const RESOURCE_VERBS: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
  proxy: 'PROXY',
}
const CONNECTS = new Set(['exec', 'attach', 'portforward', 'proxy'])

function verbOf(context: RequestContext): string {
  const { info, request } = context
  if (!info.isResourceRequest) return PLAIN_METHODS.has(request.method) ? request.method : OTHER
  if (CONNECTS.has(info.subresource)) return 'CONNECT'
  if (info.verb === 'patch' && mediaTypeOf(context) === 'application/apply-patch+yaml') return 'APPLY'
  return RESOURCE_VERBS[info.verb] ?? OTHER
}

interface Labels extends Record<string, string> {
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly scope: string
  readonly component: string
}

/** The labels of one kind of request and answer. The objects are reused, so the metrics registry finds their series by identity. */
interface Counted {
  readonly total: Readonly<Record<string, string>>
  readonly duration: Readonly<Record<string, string>>
}

/**
 * The subject of a request, limited to names that the server knows: an unknown path must not create a series of its own, or clients could
 * create any number of them.
 */
function labelsOf(server: Server, context: RequestContext): Labels {
  const { info } = context
  const verb = verbOf(context)
  const component = 'apiserver'
  const none = { verb, group: '', version: '', resource: '', subresource: '', scope: '', component }
  if (!info.isResourceRequest) return none
  const type = server.catalogue.find(info.apiGroup, info.apiVersion, info.resource)
  if (!type) return { ...none, resource: OTHER }
  const known = info.subresource === '' || type.subresources.has(info.subresource)
  return {
    verb,
    group: type.group,
    version: type.version,
    resource: type.resource,
    subresource: known ? info.subresource : OTHER,
    scope: info.namespace ? 'namespace' : info.name ? 'resource' : 'cluster',
    component,
  }
}

/** Counts requests and measures their durations, by subject. */
export const withMetrics = (server: Server): Filter => {
  const known = new Map<string, Counted>()
  const countedOf = (context: RequestContext, response: Response): Counted => {
    const labels = labelsOf(server, context)
    const dryRun = context.query.has('dryRun') && context.query.getAll('dryRun').includes('All') ? 'All' : ''
    const contentType = response.headers.get('content-type') ?? ''
    const key = `${labels.verb} ${labels.group} ${labels.version} ${labels.resource} ${labels.subresource} ${labels.scope} ${dryRun} ${response.status} ${contentType}`
    const before = known.get(key)
    if (before) return before
    const duration = { ...labels, dry_run: dryRun }
    const made = { duration, total: { ...duration, code: String(response.status), contentType } }
    known.set(key, made)
    return made
  }
  return (next) => async (context) => {
    const start = server.clock.steady()
    const response = await next(context)
    const { total, duration } = countedOf(context, response)
    server.metrics.count('apiserver_request_total', total)
    if (context.info.verb !== 'watch')
      server.metrics.observe('apiserver_request_duration_seconds', duration, (server.clock.steady() - start) / 1000)
    return response
  }
}
