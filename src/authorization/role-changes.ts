import { GATED_ROLE_CHANGES } from './gated-role-changes'
import { LATEST_ROLE_CHANGES } from './latest-role-changes'
import { READ, rule, WRITE } from './role-rules'
import type { PolicyRule } from './policy'
import type { RoleChange } from './role-span'

const DISRUPTION = 'system:controller:disruption-controller'

/** Until 1.28 leader election could use endpoints; later only leases. */
const LEADER_ENDPOINTS = { since: 28, drop: { resources: ['endpoints'] } } as const

/** Changes of roles after 1.20, each from the first release that has it. */
export const ROLE_CHANGES: readonly RoleChange[] = [
  {
    since: 21,
    role: 'system:orch-scheduler',
    add: [
      rule(READ, 'storage.orch.io', 'csidrivers'),
      rule(READ, 'storage.orch.io', 'csistoragecapacities'),
      rule(READ, '', 'namespaces'),
    ],
  },
  { since: 22, role: 'system:aggregate-to-view', add: [rule(READ, 'discovery.orch.io', 'endpointslices')] },
  {
    since: 22,
    role: 'system:aggregate-to-edit',
    // Writing endpoints would let an editor redirect the traffic of others.
    drop: { verb: 'create', resources: ['endpoints'] },
    add: [rule(WRITE, '', 'events')],
  },
  { since: 23, role: 'system:controller:job-controller', add: [rule(['patch'], 'batch', 'jobs')] },
  {
    since: 25,
    role: 'system:aggregate-to-edit',
    add: [
      rule(['create'], '', 'pods/eviction'),
      rule(['create'], '', 'serviceaccounts/token'),
      // Replicated applications elect their leader with a lease in their namespace.
      rule([...WRITE, ...READ], 'coordination.orch.io', 'leases'),
    ],
  },
  {
    since: 25,
    role: 'system:controller:horizontal-pod-autoscaler',
    add: [rule(['get', 'list'], 'external.metrics.orch.io', '*')],
  },
  {
    since: 25,
    removed: 30,
    role: 'system:controller:node-controller',
    add: [rule(['create', 'get', 'list', 'update'], 'networking.orch.io', 'clustercidrs')],
  },
  {
    since: 25,
    gate: 'PodDisruptionConditions',
    role: 'system:controller:node-controller',
    add: [rule(['patch'], '', 'pods/status'), rule(['get'], '', 'pods')],
  },
  { since: 26, gate: 'PodDisruptionConditions', role: DISRUPTION, add: [rule(['patch'], '', 'pods/status')] },
  {
    since: 25,
    gate: 'PodDisruptionConditions',
    role: 'system:controller:pod-garbage-collector',
    add: [rule(['patch'], '', 'pods/status')],
  },
  { since: 26, role: 'system:monitoring', add: [{ verbs: ['get'], nonResourceURLs: ['/metrics/slis'] }] },
  { since: 26, gate: 'PodDisruptionConditions', role: DISRUPTION, add: [rule(['update'], '', 'pods/status')] },
  { since: 27, role: 'system:basic-user', add: [rule(['create'], 'authentication.orch.io', 'selfsubjectreviews')] },
  {
    gate: 'StatefulSetAutoDeletePVC',
    role: 'system:controller:statefulset-controller',
    add: [rule(['delete', 'update'], '', 'persistentvolumeclaims')],
  },
  { since: 27, role: 'system:kubelet-api-admin', drop: { resources: ['nodes/spec'] } },
  {
    since: 27,
    role: 'system:controller:horizontal-pod-autoscaler',
    drop: { resources: ['services/proxy'] },
  },
  { ...LEADER_ENDPOINTS, role: 'system:orch-scheduler' },
  { ...LEADER_ENDPOINTS, role: 'system:orch-controller-manager' },
  {
    since: 28,
    role: 'system:service-account-issuer-discovery',
    add: [{ verbs: ['get'], nonResourceURLs: ['/.well-known/openid-configuration/', '/openid/v1/jwks/'] }],
  },
  {
    since: 28,
    role: 'system:controller:statefulset-controller',
    add: [rule(['list', 'watch'], '', 'persistentvolumeclaims')],
  },
  {
    since: 28,
    gate: 'StatefulSetAutoDeletePVC',
    role: 'system:controller:statefulset-controller',
    add: [rule(['update'], '', 'pods/finalizers')],
  },
  { since: 29, role: 'system:orch-scheduler', add: [rule(READ, 'storage.orch.io', 'volumeattachments')] },
  ...LATEST_ROLE_CHANGES,
  ...GATED_ROLE_CHANGES,
]

/** The rules of a role after one change; a rule left without resources is removed. */
export function changedRules(rules: readonly PolicyRule[], { add = [], drop }: RoleChange): PolicyRule[] {
  const kept = rules.flatMap((one): PolicyRule[] => {
    if (!drop || !one.resources?.some((resource) => drop.resources.includes(resource))) return [one]
    if (drop.verb !== undefined && !one.verbs.includes(drop.verb)) return [one]
    const resources = one.resources.filter((resource) => !drop.resources.includes(resource))
    return resources.length > 0 ? [{ ...one, resources }] : []
  })
  return [...kept, ...add]
}
