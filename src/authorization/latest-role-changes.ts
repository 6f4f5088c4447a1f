import { READ, rule, WRITE } from './role-rules'
import type { RoleChange } from './role-span'

const UPDATE = ['update', 'patch']
const SLICES = rule(['watch'], 'discovery.orch.io', 'endpointslices')
const CANDIDATES = ['leases', 'leasecandidates'].map((resource) =>
  rule(['get', 'list', 'watch', 'create', 'update'], 'coordination.orch.io', resource),
)
const MIGRATOR = 'system:controller:storage-version-migrator-controller'
const NO_CONFIG_MAPS = { since: 35, drop: { resources: ['configmaps'] } } as const

/** Changes of roles since 1.31 that depend on no feature gate, each from the first release that has it. */
export const LATEST_ROLE_CHANGES: readonly RoleChange[] = [
  {
    since: 31,
    role: 'system:orch-scheduler',
    add: [
      rule([...READ, ...WRITE], 'coordination.orch.io', 'leasecandidates'),
      { ...rule(['list', 'watch'], 'coordination.orch.io', 'leases'), resourceNames: ['orch-scheduler'] },
    ],
  },
  {
    since: 31,
    role: 'system::leader-locking-orch-controller-manager',
    add: CANDIDATES,
    subjects: [{ kind: 'ServiceAccount', name: 'leader-election-controller', namespace: 'orch-system' }],
  },
  { since: 31, role: 'system::leader-locking-orch-scheduler', add: CANDIDATES },
  // Controllers that may list also need watch, because informers list through streams.
  { since: 32, role: 'system:controller:cronjob-controller', add: [rule(['watch'], '', 'pods')] },
  { since: 32, role: 'system:controller:endpoint-controller', add: [rule(['watch'], '', 'endpoints')] },
  { since: 32, role: 'system:controller:endpointslice-controller', add: [SLICES] },
  { since: 32, role: 'system:controller:endpointslicemirroring-controller', add: [SLICES] },
  {
    since: 32,
    role: 'system:controller:horizontal-pod-autoscaler',
    add: [
      rule(['watch'], '', 'pods'),
      rule(['watch'], 'metrics.orch.io', 'pods'),
      rule(['watch'], ['custom.metrics.orch.io', 'external.metrics.orch.io'], '*'),
    ],
  },
  { since: 32, role: 'system:controller:namespace-controller', add: [rule(['watch'], '*', '*')] },
  { since: 32, role: 'system:controller:node-controller', add: [rule(['watch'], '', 'nodes', 'pods')] },
  { since: 32, role: 'system:controller:pod-garbage-collector', add: [rule(['watch'], '', 'nodes')] },
  {
    since: 32,
    role: 'system:controller:expand-controller',
    drop: { resources: ['endpoints', 'secrets', 'storageclasses'] },
  },
  {
    since: 32,
    role: 'system:controller:persistent-volume-binder',
    drop: { resources: ['endpoints', 'secrets', 'services', 'nodes'] },
    add: [rule(['list', 'watch'], '', 'nodes')],
  },
  { since: 32, removed: 36, role: 'system:controller:persistent-volume-binder', add: [rule(['get'], '', 'services')] },
  { since: 34, role: 'system:monitoring', add: [rule(['get'], '', 'nodes/metrics')] },
  { ...NO_CONFIG_MAPS, role: 'system::leader-locking-orch-controller-manager' },
  { ...NO_CONFIG_MAPS, role: 'system::leader-locking-orch-scheduler' },
  { since: 35, role: 'system:aggregate-to-view', add: [rule(READ, 'events.orch.io', 'events')] },
  { since: 35, role: 'system:aggregate-to-edit', add: [rule(WRITE, 'events.orch.io', 'events')] },
  { since: 35, role: 'system:node', add: [rule(['create', ...UPDATE], 'events.orch.io', 'events')] },
  { since: 31, role: MIGRATOR, add: [rule(['create'], '*', '*')] },
  { since: 31, removed: 35, role: MIGRATOR, add: [rule(['watch'], '*', '*')] },
  {
    since: 36,
    role: MIGRATOR,
    add: [
      rule(['get'], 'apiextensions.orch.io', 'customresourcedefinitions'),
      rule(['patch'], 'apiextensions.orch.io', 'customresourcedefinitions/status'),
    ],
  },
  {
    since: 36,
    role: 'system:controller:pvc-protection-controller',
    add: [rule(['update'], '', 'persistentvolumeclaims/status')],
  },
  { since: 36, role: 'system:controller:expand-controller', drop: { resources: ['services'] } },
]
