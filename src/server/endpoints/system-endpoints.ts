import type { Release } from '../../api/releases'
import { behaves } from '../../api/releases/ledger'
import type { MetricsRegistry } from '../observation/metrics'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import { requireType } from '../wire/representation'
import { dataResponse } from '../wire/respond'
import type { Endpoint } from './endpoints'
import type { Health, HealthEndpoint } from './health'

interface Parts {
  readonly server: Server
  readonly release: Release
  readonly health: Health
  readonly metrics: MetricsRegistry
}

/** The endpoints about the server itself: version, health, metrics. */
export function systemEndpoints({ server, release, health, metrics }: Parts): Endpoint[] {
  metrics.onCollect(() => {
    for (const hub of server.catalogue.allHubs()) {
      const labels = { resource: hub.group ? `${hub.resource}.${hub.group}` : hub.resource }
      const count = server.store.count(hub.prefix)
      metrics.gauge('apiserver_storage_objects', labels, count)
      metrics.gauge('etcd_object_counts', labels, count)
    }
  })
  return [
    { path: /^\/version$/, answer: (context) => versionResponse(context, release) },
    {
      path: healthPath(release),
      anyMethod: true,
      exists: ([endpoint, name]) => name === undefined || health.names(endpoint as HealthEndpoint).includes(name),
      answer: (context, [endpoint, name = '']) => health.answer(context, endpoint as HealthEndpoint, name),
    },
    {
      path: /^\/metrics$/,
      anyMethod: true,
      answer: () =>
        new Response(metrics.write(), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } }),
    },
  ]
}

/** Early releases have /healthz only; /livez and /readyz came later. */
const healthPath = ({ minor }: Release): RegExp =>
  behaves('livez-and-readyz', minor) ? /^\/(healthz|livez|readyz)(?:\/(.+))?$/ : /^\/(healthz)(?:\/(.+))?$/

/** The version, always as JSON. */
function versionResponse(context: RequestContext, release: Release): Promise<Response> {
  requireType(context.request.headers.get('accept'), ['application/json'])
  return dataResponse(context, versionDocument(release), {
    encoding: 'json',
    form: 'object',
    metaVersion: 'v1',
    pretty: true,
  })
}

const versionDocument = ({ minor }: Release): Record<string, string> => ({
  major: '1',
  minor: String(minor),
  gitVersion: `v1.${minor}.0+orchard`,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '',
  goVersion: '',
  compiler: 'typescript',
  platform: 'orchard/javascript',
})
