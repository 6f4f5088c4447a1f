import { ALLOWED, type Manifest, onCreate, podManifest, type PolicyText, reviewOf } from './policy'

const PODS = [onCreate('', 'pods')]
const RBAC = 'rbac.authorization.orch.io'
const object = (apiVersion: string, kind: string, rest: object, metadata: object = {}): Manifest => ({
  apiVersion,
  kind,
  metadata: { name: 'shop', namespace: 'default', ...metadata },
  ...rest,
})

const LABELS = `// Every pod must say which team and app it belongs to.
const REQUIRED = ['team', 'app']

export default function (review: any) {
  const labels = review.request.object.metadata.labels ?? {}
  const missing = REQUIRED.filter((name) => !labels[name])
  return {
    allowed: missing.length === 0,
    status: { code: 422, message: \`these labels are missing: \${missing.join(', ')}\` },
  }
}
`

const CREATOR = `// Records the authenticated user. Clients cannot fake the name, because the webhook overwrites it.
const NAME = 'example.com/created-by'

export default function (review: any) {
  const { object, userInfo } = review.request
  const annotations = object.metadata.annotations ?? {}
  if (annotations[NAME] === userInfo.username) return { allowed: true }
  const value = { ...annotations, [NAME]: userInfo.username }
  return { allowed: true, patch: [{ op: 'add', path: '/metadata/annotations', value }] }
}
`

const NAMES = `// The name of a namespace must be TEAM-STAGE.
const PATTERN = /^[a-z0-9]+-(dev|test|prod)$/

export default function (review: any) {
  const { name } = review.request.object.metadata
  return { allowed: PATTERN.test(name), status: { code: 422, message: \`"\${name}" is not called TEAM-dev, -test or -prod\` } }
}
`

const LOAD_BALANCER = `// A load balancer costs money and exposes a service to the internet, so only listed namespaces may have one.
const NAMESPACES = ['ingress', 'edge']

export default function (review: any) {
  const { namespace, object } = review.request
  return {
    allowed: object.spec.type !== 'LoadBalancer' || NAMESPACES.includes(namespace),
    status: { code: 403, message: \`no load balancers in \${namespace}; use an Ingress\` },
  }
}
`

const HOSTS = `// Hosts of an Ingress must be under our own domain.
const DOMAIN = '.shop.example'

export default function (review: any) {
  const hosts = (review.request.object.spec.rules ?? []).map((rule: any) => rule.host ?? '*')
  const bad = hosts.filter((host: string) => !host.endsWith(DOMAIN))
  return { allowed: bad.length === 0, status: { code: 403, message: \`hosts outside of *\${DOMAIN}: \${bad.join(', ')}\` } }
}
`

const WILDCARDS = `// A rule with * also grants what nobody intended, and what the next release adds.
export default function (review: any) {
  const rules = review.request.object.rules ?? []
  const bad = ['verbs', 'resources', 'apiGroups'].filter((field) => rules.some((rule: any) => rule[field]?.includes('*')))
  return { allowed: bad.length === 0, status: { code: 403, message: \`name them instead of "*": \${bad.join(', ')}\` } }
}
`

const NAMESPACE = `// Only members of the group "keepers" may delete in production.
const KEEPERS = ['keepers']

export default function (review: any) {
  const { namespace, operation, userInfo } = review.request
  const keeper = (userInfo.groups ?? []).some((group: string) => KEEPERS.includes(group))
  if (namespace !== 'production' || operation !== 'DELETE' || keeper) return { allowed: true }
  return { allowed: false, status: { code: 403, message: \`\${userInfo.username} may not delete in production\` } }
}
`

const SIZE = `// Settings should be small. For larger data, use a volume.
const MOST = 1024

export default function (review: any) {
  const { data = {}, binaryData = {} } = review.request.object
  const texts = [...Object.values(data), ...Object.values(binaryData)] as string[]
  const size = texts.reduce((sum, text) => sum + text.length, 0)
  return {
    allowed: size <= MOST,
    status: { code: 422, message: \`\${size} characters are more than \${MOST}\` },
    warnings: size > MOST / 2 && size <= MOST ? [\`\${size} of \${MOST} characters are used\`] : [],
  }
}
`

const configMap = (length: number): Manifest => object('v1', 'ConfigMap', { data: { text: 'x'.repeat(length) } })
const service = (type: string): Manifest =>
  object('v1', 'Service', { spec: { type, selector: { app: 'shop' }, ports: [{ port: 80 }] } })
const ingress = (host: string): Manifest =>
  object('networking.orch.io/v1', 'Ingress', {
    spec: {
      rules: [
        {
          host,
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'shop', port: { number: 80 } } } }],
          },
        },
      ],
    },
  })
const role = (verbs: string[]): Manifest =>
  object(`${RBAC}/v1`, 'Role', { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs }] })
const namespace = (name: string): Manifest => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
const CREATED_BY = { annotations: { 'example.com/created-by': 'alice' } }
const prices = (namespace: string): Manifest =>
  object('v1', 'ConfigMap', { data: { tea: '3.20' } }, { name: 'prices', namespace })
const DELETES = [
  { operations: ['DELETE'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], scope: 'Namespaced' },
]

/** Example webhooks about rules of a whole cluster. */
export const CLUSTER_POLICIES: readonly PolicyText[] = [
  {
    id: 'labels',
    title: 'Require labels',
    about: 'Rejects pods without team and app labels.',
    group: 'Metadata',
    words: 'owner team cost',
    kind: 'Validating',
    source: LABELS,
    rules: PODS,
    passes: podManifest({}, {}, { labels: { team: 'orchard', app: 'shop' } }),
    fails: podManifest({}, {}, { labels: { app: 'shop' } }),
    says: 'these labels are missing: team',
  },
  {
    id: 'creator',
    title: 'Record who created it',
    about: 'Writes the name of the user into an annotation.',
    group: 'Metadata',
    words: 'annotation owner author audit',
    kind: 'Mutating',
    source: CREATOR,
    rules: PODS,
    passes: podManifest({}, {}, CREATED_BY),
    fails: podManifest({}),
    becomes: podManifest({}, {}, CREATED_BY),
  },
  {
    id: 'namespace-names',
    title: 'Namespace names follow a pattern',
    about: 'Refuses namespaces whose name is not TEAM-dev, TEAM-test or TEAM-prod.',
    group: 'Metadata',
    words: 'naming convention regex',
    kind: 'Validating',
    source: NAMES,
    rules: [onCreate('', 'namespaces')],
    passes: namespace('shop-prod'),
    fails: namespace('shop'),
    says: '"shop" is not called TEAM-dev, -test or -prod',
  },
  {
    id: 'load-balancers',
    title: 'Refuse load balancers',
    about: 'Only listed namespaces can have services of type LoadBalancer.',
    group: 'Network',
    words: 'service expose internet cost',
    kind: 'Validating',
    source: LOAD_BALANCER,
    rules: [onCreate('', 'services', 'UPDATE')],
    passes: service('ClusterIP'),
    fails: service('LoadBalancer'),
    says: 'no load balancers in default; use an Ingress',
  },
  {
    id: 'ingress-hosts',
    title: 'Ingress hosts under one domain',
    about: 'Refuses Ingresses with a host outside a domain.',
    group: 'Network',
    words: 'dns host name domain',
    kind: 'Validating',
    source: HOSTS,
    rules: [onCreate('networking.orch.io', 'ingresses', 'UPDATE')],
    passes: ingress('www.shop.example'),
    fails: ingress('www.other.example'),
    says: 'hosts outside of *.shop.example: www.other.example',
  },
  {
    id: 'wildcards',
    title: 'No wildcards in roles',
    about: 'Refuses roles whose rules have * as verb, resource or group.',
    group: 'Access and limits',
    words: 'rbac role star least privilege',
    kind: 'Validating',
    source: WILDCARDS,
    rules: [onCreate(RBAC, 'roles', 'UPDATE')],
    passes: role(['get', 'list']),
    fails: role(['*']),
    says: 'name them instead of "*": verbs',
  },
  {
    id: 'production',
    title: 'Deny by namespace',
    about: 'Only some users can delete in one namespace.',
    group: 'Access and limits',
    words: 'delete protect production',
    kind: 'Validating',
    source: NAMESPACE,
    operation: 'delete',
    rules: DELETES,
    passes: prices('default'),
    fails: prices('production'),
    says: 'alice may not delete in production',
    further: [
      {
        id: 'keeper',
        name: 'A keeper deletes in production',
        review: reviewOf({ rules: DELETES, operation: 'delete' }, prices('production'), {
          userInfo: { username: 'kim', groups: ['keepers'] },
        }),
        expect: ALLOWED,
      },
    ],
  },
  {
    id: 'config-size',
    title: 'Limit the size of config maps',
    about: 'Refuses config maps with more than 1,024 characters; warns from 512.',
    group: 'Access and limits',
    words: 'quota limit large ConfigMap etcd',
    kind: 'Validating',
    source: SIZE,
    rules: [onCreate('', 'configmaps', 'UPDATE')],
    passes: configMap(100),
    fails: configMap(1100),
    says: '1100 characters are more than 1024',
  },
]
