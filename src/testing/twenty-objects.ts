import type { Scenario } from '../scenarios/scenario'

const MAPS = '/api/v1/namespaces/shop/configmaps'

const group = (i: number): Scenario['objects'] => {
  const metadata = (name: string) => ({ name: `${name}-${i}`, namespace: 'shop' })
  const labels = { app: `app-${i}` }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'app', image: `shop/app:${i}` }] } }
  return [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('settings'), data: { colour: 'red', size: String(i) } },
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadata('app'),
      spec: { replicas: 2, selector: { matchLabels: labels }, template },
    },
    { apiVersion: 'v1', kind: 'Service', metadata: metadata('app'), spec: { selector: labels, ports: [{ port: 80 }] } },
  ]
}

/** A lesson that starts with twenty objects on the page of their config maps, and has one step: to delete the first map. */
export const TWENTY_OBJECTS: Scenario = {
  format: 1,
  title: 'Twenty objects',
  summary: 'A shop with six programs.',
  page: '/explore/core/v1/configmaps?ns=shop',
  objects: [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } },
    ...Array.from({ length: 6 }, (_, i) => group(i) ?? []).flat(),
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'seller', namespace: 'shop' } },
  ],
  steps: [
    {
      title: 'Take a setting away',
      text: 'Delete *settings-0*.',
      check: [{ ask: `GET ${MAPS}/settings-0`, status: 404 }],
      solution: [{ send: `DELETE ${MAPS}/settings-0` }],
    },
  ],
}
