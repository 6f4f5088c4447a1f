import type { Filter } from '../context'
import type { Server } from '../server'

/** Counts requests and their durations, by what they are about. */
export const withMetrics =
  (server: Server): Filter =>
  (next) =>
  async (context) => {
    const { info } = context
    const start = server.clock.steady()
    const response = await next(context)
    const labels = {
      verb: context.info.isResourceRequest ? info.verb.toUpperCase() : context.request.method,
      group: info.apiGroup,
      version: info.apiVersion,
      resource: info.resource,
      subresource: info.subresource,
      scope: !info.isResourceRequest ? '' : info.namespace ? 'namespace' : info.name ? 'resource' : 'cluster',
      component: 'apiserver',
    }
    const dryRun = context.query.getAll('dryRun').includes('All') ? 'All' : ''
    server.metrics.count('apiserver_request_total', {
      ...labels,
      dry_run: dryRun,
      code: String(response.status),
      contentType: response.headers.get('content-type') ?? '',
    })
    if (info.verb !== 'watch')
      server.metrics.observe(
        'apiserver_request_duration_seconds',
        { ...labels, dry_run: dryRun },
        (server.clock.steady() - start) / 1000,
      )
    return response
  }
