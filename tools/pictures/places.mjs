// Every page of the interface, and what a cluster needs so that none of them is empty.

/** Addresses behind the `#`, by the name of their picture. */
export const PLACES = {
  start: '/',
  learn: '/learn',
  explore: '/explore',
  'explore-list': '/explore/apps/v1/deployments?ns=shop',
  'explore-object': '/explore/apps/v1/deployments/shop/web',
  'explore-yaml': '/explore/apps/v1/deployments/shop/web?tab=yaml',
  'explore-graph': '/explore/apps/v1/deployments/shop/web?tab=graph',
  'explore-events': '/explore/apps/v1/deployments/shop/web?tab=events',
  'explore-owners': '/explore/apps/v1/deployments/shop/web?tab=owners',
  'explore-missing': '/explore/core/v1/pods/shop/missing',
  map: '/map?ns=shop',
  create: '/create',
  workloads: '/workloads',
  'workloads-pending': '/workloads/pending',
  'workloads-rollouts': '/workloads/rollouts',
  apply: '/apply',
  'apply-lab': '/apply/apps/v1/deployments/shop/web',
  access: '/access',
  'access-why': '/access/why?who=user:bob&verb=delete&what=secrets&ns=shop',
  'access-rights': '/access/rights?who=user:bob',
  'access-graph': '/access/graph',
  'access-compare': '/access/compare',
  'access-draft': '/access/draft',
  'access-least': '/access/least',
  'access-mistakes': '/access/mistakes',
  'access-abac': '/access/abac',
  'access-webhook': '/access/webhook',
  admission: '/admission',
  'admission-webhooks': '/admission/callbacks',
  'admission-policies': '/admission/policies',
  'admission-pod-security': '/admission/pod-security',
  'admission-audit': '/admission/audit',
  identity: '/identity',
  'identity-compare': '/identity/compare',
  'identity-certificates': '/identity/certificates',
  'identity-tokens': '/identity/tokens',
  'identity-provider': '/identity/provider',
  'identity-webhook': '/identity/callback',
  'identity-files': '/identity/files',
  watch: '/watch',
  releases: '/releases',
  'releases-versions': '/releases/versions',
  'releases-rehearsal': '/releases/rehearsal',
  'releases-plan': '/releases/plan',
  'releases-ledger': '/releases/ledger',
  reference: '/reference',
  'reference-kind': '/reference/apps/v1/deployments',
  console: '/console',
  connect: '/connect',
  settings: '/settings',
  'settings-release': '/settings/release',
  'settings-names': '/settings/names',
  'settings-storage': '/settings/storage',
  'settings-appearance': '/settings/appearance',
  'settings-keys': '/settings/keys',
}

const labels = { app: 'web' }
const RBAC = 'rbac.authorization.orch.io'

/** Objects to look at, each with the collection that it is created in. */
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

/** Widths of a screen at a desk, of a tablet and of a phone, with their heights. */
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

export const SCHEMES = ['dark', 'light']
