// Every page of the interface, and the objects that a cluster needs so that none of them is empty.

/** Values for the parameters of routes. */
const PARAMETERS = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' }

/** Queries for routes, so that the pages have something to show. */
const QUERIES = {
  '/explore/$group/$version/$resource': 'ns=shop',
  '/map': 'ns=shop',
  '/access/why': 'who=user:bob&verb=delete&what=secrets&ns=shop',
  '/access/rights': 'who=user:bob',
}

/** Tabs and states without a route of their own. */
const MORE_PLACES = [
  ['explore-yaml', '/explore/apps/v1/deployments/shop/web?tab=yaml'],
  ['explore-graph', '/explore/apps/v1/deployments/shop/web?tab=graph'],
  ['explore-events', '/explore/apps/v1/deployments/shop/web?tab=events'],
  ['explore-owners', '/explore/apps/v1/deployments/shop/web?tab=owners'],
  ['explore-cluster-wide', '/explore/core/v1/namespaces/-/default'],
  ['explore-unknown-kind', '/explore/example.com/v1/pears'],
  ['explore-missing', '/explore/core/v1/pods/shop/missing'],
  ['create-template', '/create?template=deployment'],
  ['reference-field', '/reference/apps/v1/deployments?field=spec.template.spec.containers'],
  ['not-found', '/no/such/page'],
]

/** Pages that look different once nodes are simulated. */
export const LIVING_PLACES = [
  ['living-nodes', '/workloads'],
  ['living-pending', '/workloads/pending'],
  ['living-rollouts', '/workloads/rollouts'],
  ['living-stages', '/workloads/stages'],
  ['living-map', '/map?ns=default'],
  ['living-pods', '/explore/core/v1/pods?ns=default'],
]

const nameOf = (route) => {
  const [area = '', ...rest] = route.split('/').slice(1)
  const last = rest.at(-1)?.replace('$', '')
  return [area || 'start', ...(last ? [last] : [])].join('-')
}

const placeOf = (route) =>
  route.replace(/\$(\w+)/g, (_, name) => PARAMETERS[name]) + (QUERIES[route] ? `?${QUERIES[route]}` : '')

/** Addresses after the `#`, each with the name of its picture: one for each route, and for tabs without one. */
export const placesOf = (routes) => [...routes.map((route) => [nameOf(route), placeOf(route)]), ...MORE_PLACES]

const labels = { app: 'web' }
const RBAC = 'rbac.authorization.orch.io'

/** Objects to show, each with the collection that it is created in. */
export const OBJECTS = [
  ['/api/v1/namespaces', { metadata: { name: 'shop' } }],
  [
    '/apis/apps/v1/namespaces/shop/deployments',
    {
      metadata: { name: 'web', labels },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [{ name: 'web', image: 'registry.example/shop/web:1.4', ports: [{ containerPort: 80 }] }],
          },
        },
      },
    },
  ],
  [
    '/api/v1/namespaces/shop/services',
    { metadata: { name: 'web' }, spec: { selector: labels, ports: [{ port: 80 }] } },
  ],
  ['/api/v1/namespaces/shop/configmaps', { metadata: { name: 'settings' }, data: { colour: 'green' } }],
  [
    `/apis/${RBAC}/v1/namespaces/shop/rolebindings`,
    {
      metadata: { name: 'bob-views' },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'view' },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: 'bob' }],
    },
  ],
]

/** Screen sizes of a desktop, a tablet and a phone. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

/** Both themes. */
export const SCHEMES = ['dark', 'light']
