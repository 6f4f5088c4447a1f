import type { Release } from '../api/releases'
import type { MetricsRegistry } from './metrics'
import { documentResponse, type Endpoint } from './endpoints'
import type { Health } from './health'
import type { Server } from './server'

interface Parts {
  readonly server: Server
  readonly release: Release
  readonly health: Health
  readonly metrics: MetricsRegistry
}

/** What the server says of itself: version, health, metrics. */
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
    { path: /^\/version$/, answer: (context) => documentResponse(context, versionDocument(release)) },
    {
      path: /^\/(healthz|livez|readyz)(?:\/(.+))?$/,
      anyMethod: true,
      answer: (context, [endpoint, name = '']) => health.answer(context, endpoint as 'healthz', name),
    },
    {
      path: /^\/metrics$/,
      anyMethod: true,
      answer: () =>
        new Response(metrics.write(), { headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' } }),
    },
  ]
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
