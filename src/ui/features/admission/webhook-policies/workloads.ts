import { ALLOWED, deploymentManifest, onCreate, podManifest, type PolicyText, reviewOf } from './policy'

const PODS = [onCreate('', 'pods')]
const DEPLOYMENTS = [onCreate('apps', 'deployments', 'UPDATE')]

const RESOURCES = `// Without requests the scheduler guesses; without limits one container can take a node's memory.
const NEEDED = [['requests', 'cpu'], ['requests', 'memory'], ['limits', 'memory']]

export default function (review: any) {
  const missing = review.request.object.spec.containers.flatMap(({ name, resources }: any) =>
    NEEDED.filter(([list, what]) => resources?.[list]?.[what] === undefined).map((path) => \`\${name}: \${path.join('.')}\`),
  )
  return { allowed: missing.length === 0, status: { code: 422, message: \`missing resources: \${missing.join(', ')}\` } }
}
`

const DEFAULTS = `// Containers without requests get a small default.
const SHARE = { cpu: '100m', memory: '128Mi' }

export default function (review: any) {
  const patch = review.request.object.spec.containers.flatMap(({ resources }: any, i: number) =>
    resources?.requests ? [] : [{ op: 'add', path: \`/spec/containers/\${i}/resources\`, value: { ...resources, requests: SHARE } }],
  )
  return { allowed: true, patch }
}
`

const PROBES = `// A rollout waits for ready pods; without a readiness probe every started pod counts as ready.
export default function (review: any) {
  const { containers } = review.request.object.spec.template.spec
  const bad = containers.filter((container: any) => !container.readinessProbe).map((container: any) => container.name)
  return { allowed: bad.length === 0, status: { code: 422, message: \`no readiness probe: \${bad.join(', ')}\` } }
}
`

const REPLICAS = `// With a single replica, draining its node causes an outage.
export default function (review: any) {
  const { metadata, spec } = review.request.object
  const production = metadata.labels?.env === 'production'
  const replicas = spec.replicas ?? 1
  return {
    allowed: !production || replicas >= 2,
    status: { code: 422, message: \`production needs 2 replicas or more, not \${replicas}\` },
  }
}
`

const SPREAD = `// Replicas on one node fail together.
export default function (review: any) {
  const { selector, template } = review.request.object.spec
  if (template.spec.topologySpreadConstraints) return { allowed: true }
  const value = [
    { maxSkew: 1, topologyKey: 'orch.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: selector },
  ]
  return { allowed: true, patch: [{ op: 'add', path: '/spec/template/spec/topologySpreadConstraints', value }] }
}
`

const SIDECAR = `// Adds a container to every pod that asks for one. A second call changes nothing.
export default function (review: any) {
  const { object } = review.request
  const wants = object.metadata.annotations?.['example.com/log-shipper'] === 'yes'
  const has = object.spec.containers.some((container: any) => container.name === 'log-shipper')
  if (!wants || has) return { allowed: true }
  return {
    allowed: true,
    patch: [
      {
        op: 'add',
        path: '/spec/containers/-',
        value: { name: 'log-shipper', image: 'registry.example/log-shipper:2.1' },
      },
    ],
  }
}
`

const requests = { cpu: '100m', memory: '128Mi' }
const SPREAD_RULE = {
  maxSkew: 1,
  topologyKey: 'orch.io/hostname',
  whenUnsatisfiable: 'ScheduleAnyway',
  labelSelector: { matchLabels: { app: 'shop' } },
}
const WANTS = { annotations: { 'example.com/log-shipper': 'yes' } }
const SHIPPER = { name: 'log-shipper', image: 'registry.example/log-shipper:2.1' }
const shipped = {
  ...podManifest({}, {}, WANTS),
  spec: { containers: [{ name: 'web', image: 'registry.example/shop:1.4' }, SHIPPER] },
}

/** Example webhooks that change workloads. */
export const WORKLOAD_POLICIES: readonly PolicyText[] = [
  {
    id: 'sidecar',
    title: 'Add a sidecar',
    about: 'Adds a second container to annotated pods.',
    group: 'Workloads',
    words: 'inject container log shipper proxy mesh',
    kind: 'Mutating',
    source: SIDECAR,
    rules: PODS,
    more: { reinvocationPolicy: 'IfNeeded' },
    passes: podManifest({}),
    fails: podManifest({}, {}, WANTS),
    becomes: shipped,
    further: [
      {
        id: 'twice',
        name: 'Called again, it adds nothing',
        review: reviewOf({ rules: PODS }, shipped),
        expect: ALLOWED,
      },
    ],
  },
  {
    id: 'resources',
    title: 'Require requests and limits',
    about: 'Refuses containers without requests and a memory limit.',
    group: 'Workloads',
    words: 'cpu memory quota',
    kind: 'Validating',
    source: RESOURCES,
    rules: PODS,
    passes: podManifest({ resources: { requests, limits: { memory: '256Mi' } } }),
    fails: podManifest({ resources: { requests } }),
    says: 'missing resources: web: limits.memory',
  },
  {
    id: 'default-requests',
    title: 'Set default requests',
    about: 'Gives containers without requests a small share of CPU and memory.',
    group: 'Workloads',
    words: 'cpu memory resources defaults',
    kind: 'Mutating',
    source: DEFAULTS,
    rules: PODS,
    passes: podManifest({ resources: { requests } }),
    fails: podManifest({}),
    becomes: podManifest({ resources: { requests } }),
  },
  {
    id: 'probes',
    title: 'Require readiness probes',
    about: 'Refuses Deployments whose containers have no readiness probe.',
    group: 'Workloads',
    words: 'health check rollout ready',
    kind: 'Validating',
    source: PROBES,
    rules: DEPLOYMENTS,
    passes: deploymentManifest(2, { container: { readinessProbe: { httpGet: { path: '/ready', port: 80 } } } }),
    fails: deploymentManifest(2),
    says: 'no readiness probe: web',
  },
  {
    id: 'replicas',
    title: 'At least two replicas in production',
    about: 'Refuses Deployments labelled env: production that have one replica.',
    group: 'Workloads',
    words: 'availability scale minimum',
    kind: 'Validating',
    source: REPLICAS,
    rules: DEPLOYMENTS,
    passes: deploymentManifest(2, { labels: { env: 'production' } }),
    fails: deploymentManifest(1, { labels: { env: 'production' } }),
    says: 'production needs 2 replicas or more, not 1',
    further: [
      {
        id: 'elsewhere',
        name: 'One replica elsewhere',
        review: reviewOf({ rules: DEPLOYMENTS }, deploymentManifest(1)),
        expect: ALLOWED,
      },
    ],
  },
  {
    id: 'spread',
    title: 'Spread replicas over nodes',
    about: 'Adds a topology spread constraint to Deployments that have none.',
    group: 'Workloads',
    words: 'topologySpreadConstraints availability affinity',
    kind: 'Mutating',
    source: SPREAD,
    rules: DEPLOYMENTS,
    passes: deploymentManifest(2, { template: { topologySpreadConstraints: [SPREAD_RULE] } }),
    fails: deploymentManifest(2),
    becomes: deploymentManifest(2, { template: { topologySpreadConstraints: [SPREAD_RULE] } }),
  },
]
