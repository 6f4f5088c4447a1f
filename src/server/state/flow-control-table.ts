import type { ReleaseSpan } from '../../api/releases/ledger/row'

/** The resource requests that a flow matches. */
export interface FlowRule extends ReleaseSpan {
  readonly verbs: readonly string[]
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  readonly namespaces: readonly string[]
  readonly clusterScope?: boolean
}

/** A FlowSchema: which requests go to which priority level. */
export interface Flow extends ReleaseSpan {
  /** The matching schema with the lowest number applies. */
  readonly precedence: number
  readonly level: string
  readonly distinguish?: 'ByUser' | 'ByNamespace'
  /** `u:` users, `g:` groups, `s:` service accounts as namespace/name. */
  readonly subjects: readonly string[]
  readonly rules?: readonly FlowRule[]
  /** Non-resource paths. */
  readonly paths?: readonly { readonly verbs: readonly string[]; readonly urls: readonly string[] }[]
}

/** A PriorityLevelConfiguration; exempt if it has no shares. */
export interface Level extends ReleaseSpan {
  readonly shares?: number
  /** Percentage of its shares that it lends while they are unused. */
  readonly lendable?: number
  /** Without queues, excess requests are rejected. */
  readonly queuing?: { readonly queues: number; readonly handSize: number }
}

const EVERYTHING: Pick<Flow, 'rules' | 'paths'> = {
  rules: [{ verbs: ['*'], groups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }],
  paths: [{ verbs: ['*'], urls: ['*'] }],
}
const EVERYBODY = ['g:system:unauthenticated', 'g:system:authenticated']
const ELECT = ['get', 'create', 'update']
const LEASES: FlowRule = { verbs: ELECT, groups: ['coordination.orch.io'], resources: ['leases'], namespaces: ['*'] }
/** Resources used for leader election before leases. */
const OLD_LOCKS = { verbs: ELECT, groups: [''], resources: ['endpoints', 'configmaps'] }

/** The flow schemas of a new cluster by name, with the releases that create them (source: the published servers, 1.20 to 1.36). */
export const FLOWS: Readonly<Record<string, Flow>> = {
  exempt: { precedence: 1, level: 'exempt', subjects: ['g:system:masters'], ...EVERYTHING },
  probes: {
    since: 21,
    precedence: 2,
    level: 'exempt',
    subjects: EVERYBODY,
    paths: [{ verbs: ['get'], urls: ['/healthz', '/readyz', '/livez'] }],
  },
  'system-leader-election': {
    precedence: 100,
    level: 'leader-election',
    distinguish: 'ByUser',
    subjects: ['u:system:orch-controller-manager', 'u:system:orch-scheduler', 's:orch-system/*'],
    rules: [{ removed: 24, ...OLD_LOCKS, namespaces: ['orch-system'] }, LEASES],
  },
  'endpoint-controller': {
    since: 24,
    removed: 34,
    precedence: 150,
    level: 'workload-high',
    distinguish: 'ByUser',
    subjects: [
      'u:system:orch-controller-manager',
      's:orch-system/endpoint-controller',
      's:orch-system/endpointslicemirroring-controller',
    ],
    rules: [{ verbs: ELECT, groups: [''], resources: ['endpoints'], namespaces: ['*'] }],
  },
  'workload-leader-election': {
    removed: 34,
    precedence: 200,
    level: 'leader-election',
    distinguish: 'ByUser',
    subjects: ['s:orch-system/*'],
    rules: [{ ...OLD_LOCKS, namespaces: ['*'] }, LEASES],
  },
  'system-node-high': {
    since: 22,
    precedence: 400,
    level: 'node-high',
    distinguish: 'ByUser',
    subjects: ['g:system:nodes'],
    rules: [
      { verbs: ['*'], groups: [''], resources: ['nodes', 'nodes/status'], namespaces: ['*'], clusterScope: true },
      { verbs: ['*'], groups: ['coordination.orch.io'], resources: ['leases'], namespaces: ['*'] },
    ],
  },
  'system-nodes': {
    precedence: 500,
    level: 'system',
    distinguish: 'ByUser',
    subjects: ['g:system:nodes'],
    ...EVERYTHING,
  },
  'orch-controller-manager': {
    precedence: 800,
    level: 'workload-high',
    distinguish: 'ByNamespace',
    subjects: ['u:system:orch-controller-manager'],
    ...EVERYTHING,
  },
  'orch-scheduler': {
    precedence: 800,
    level: 'workload-high',
    distinguish: 'ByNamespace',
    subjects: ['u:system:orch-scheduler'],
    ...EVERYTHING,
  },
  'orch-system-service-accounts': {
    precedence: 900,
    level: 'workload-high',
    distinguish: 'ByNamespace',
    subjects: ['s:orch-system/*'],
    ...EVERYTHING,
  },
  'service-accounts': {
    precedence: 9000,
    level: 'workload-low',
    distinguish: 'ByUser',
    subjects: ['g:system:serviceaccounts'],
    ...EVERYTHING,
  },
  'global-default': {
    precedence: 9900,
    level: 'global-default',
    distinguish: 'ByUser',
    subjects: EVERYBODY,
    ...EVERYTHING,
  },
  'catch-all': {
    precedence: 10_000,
    level: 'catch-all',
    distinguish: 'ByUser',
    subjects: EVERYBODY,
    ...EVERYTHING,
  },
}

/** The priority levels of a new cluster by name. */
export const LEVELS: Readonly<Record<string, Level>> = {
  exempt: {},
  'catch-all': { shares: 5, lendable: 0 },
  system: { shares: 30, lendable: 33, queuing: { queues: 64, handSize: 6 } },
  'node-high': { since: 22, shares: 40, lendable: 25, queuing: { queues: 64, handSize: 6 } },
  'leader-election': { shares: 10, lendable: 0, queuing: { queues: 16, handSize: 4 } },
  'workload-high': { shares: 40, lendable: 50, queuing: { queues: 128, handSize: 6 } },
  'workload-low': { shares: 100, lendable: 90, queuing: { queues: 128, handSize: 6 } },
  'global-default': { shares: 20, lendable: 50, queuing: { queues: 128, handSize: 6 } },
}
