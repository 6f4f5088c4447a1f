import type { StartObject } from './start-state'

interface Flow {
  readonly precedence: number
  readonly level: string
  readonly distinguish?: 'ByUser' | 'ByNamespace'
  readonly subjects: readonly string[]
  readonly leases?: boolean
}

/** Who is served at which level when requests queue up: name, precedence, level, subjects as `u:` users, `g:` groups, `s:` accounts. */
const FLOWS: Readonly<Record<string, Flow>> = {
  exempt: { precedence: 1, level: 'exempt', subjects: ['g:system:masters'] },
  'system-leader-election': {
    precedence: 100,
    level: 'leader-election',
    distinguish: 'ByUser',
    subjects: ['u:system:orch-controller-manager', 'u:system:orch-scheduler', 's:orch-system/*'],
    leases: true,
  },
  'workload-leader-election': {
    precedence: 200,
    level: 'leader-election',
    distinguish: 'ByUser',
    subjects: ['s:orch-system/*'],
    leases: true,
  },
  'system-nodes': { precedence: 500, level: 'system', distinguish: 'ByUser', subjects: ['g:system:nodes'] },
  'orch-controller-manager': {
    precedence: 800,
    level: 'workload-high',
    distinguish: 'ByNamespace',
    subjects: ['u:system:orch-controller-manager'],
  },
  'orch-scheduler': {
    precedence: 800,
    level: 'workload-high',
    distinguish: 'ByNamespace',
    subjects: ['u:system:orch-scheduler'],
  },
  'orch-system-service-accounts': {
    precedence: 900,
    level: 'workload-high',
    distinguish: 'ByNamespace',
    subjects: ['s:orch-system/*'],
  },
  'service-accounts': {
    precedence: 9000,
    level: 'workload-low',
    distinguish: 'ByUser',
    subjects: ['g:system:serviceaccounts'],
  },
  'global-default': {
    precedence: 9900,
    level: 'global-default',
    distinguish: 'ByUser',
    subjects: ['g:system:unauthenticated', 'g:system:authenticated'],
  },
  'catch-all': {
    precedence: 10_000,
    level: 'catch-all',
    distinguish: 'ByUser',
    subjects: ['g:system:unauthenticated', 'g:system:authenticated'],
  },
}

/** Shares of each priority level, and its queues where it has any. */
const LEVELS: Readonly<Record<string, { shares: number; queues?: number; handSize?: number } | null>> = {
  exempt: null,
  'catch-all': { shares: 5 },
  system: { shares: 30, queues: 64, handSize: 6 },
  'leader-election': { shares: 10, queues: 16, handSize: 4 },
  'workload-high': { shares: 40, queues: 128, handSize: 6 },
  'workload-low': { shares: 100, queues: 128, handSize: 6 },
  'global-default': { shares: 20, queues: 128, handSize: 6 },
}

function subjectOf(text: string): object {
  const [, kind, name = ''] = /^(.):(.*)$/.exec(text) ?? []
  if (kind === 'u') return { kind: 'User', user: { name } }
  if (kind === 'g') return { kind: 'Group', group: { name } }
  const [namespace, account] = name.split('/')
  return { kind: 'ServiceAccount', serviceAccount: { namespace, name: account } }
}

/** Flow control's own objects, in the version that they are served in. */
export function flowControlObjects(version = 'v1beta3'): StartObject[] {
  const group = 'flowcontrol.apiserver.orch.io'
  // Shares have another name from v1beta3 on.
  const shares = /^v1(?:beta3)?$/.test(version) ? 'nominalConcurrencyShares' : 'assuredConcurrencyShares'
  const levels = Object.entries(LEVELS).map(([name, level]) => ({
    target: { group, version, resource: 'prioritylevelconfigurations' },
    object: {
      metadata: { name },
      spec: level
        ? {
            type: 'Limited',
            limited: {
              [shares]: level.shares,
              limitResponse: level.queues
                ? { type: 'Queue', queuing: { queues: level.queues, handSize: level.handSize, queueLengthLimit: 50 } }
                : { type: 'Reject' },
            },
          }
        : { type: 'Exempt' },
    },
  }))
  const schemas = Object.entries(FLOWS).map(([name, flow]) => ({
    target: { group, version, resource: 'flowschemas' },
    object: {
      metadata: { name },
      spec: {
        matchingPrecedence: flow.precedence,
        priorityLevelConfiguration: { name: flow.level },
        ...(flow.distinguish && { distinguisherMethod: { type: flow.distinguish } }),
        rules: [
          {
            subjects: flow.subjects.map(subjectOf),
            resourceRules: flow.leases
              ? [
                  {
                    apiGroups: ['coordination.orch.io'],
                    resources: ['leases'],
                    namespaces: ['*'],
                    verbs: ['get', 'create', 'update'],
                  },
                ]
              : [{ apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true, verbs: ['*'] }],
            ...(!flow.leases && { nonResourceRules: [{ nonResourceURLs: ['*'], verbs: ['*'] }] }),
          },
        ],
      },
    },
  }))
  return [...levels, ...schemas]
}
