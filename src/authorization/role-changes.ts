import type { GateName } from '../api/releases/gates'
import { READ, rule, WRITE } from './later-controllers'
import type { PolicyRule } from './policy'

/** What becomes of the rules of one default cluster role in a release. */
export interface RoleChange {
  readonly since: number
  /** The feature gate that brings it sooner where it is switched on. */
  readonly gate?: GateName
  readonly role: string
  readonly add?: readonly PolicyRule[]
  /** A resource that goes: from rules with one verb where it is given, from all of them where it is not. */
  readonly drop?: { readonly resource: string; readonly verb?: string }
}

const READ_UPDATE = [...READ, 'update', 'patch']
const DEVICES = 'resource.orch.io'
const STORAGE = 'storage.orch.io'

/** Until 1.28 leaders could be elected by endpoints; leases are all that is left. */
const LEADER_ENDPOINTS = { since: 28, drop: { resource: 'endpoints' } } as const

/** How roles changed after 1.20. Rights that come with a gate come in the release that turned it on by default. */
export const ROLE_CHANGES: readonly RoleChange[] = [
  {
    since: 21,
    role: 'system:orch-scheduler',
    add: [rule(READ, STORAGE, 'csidrivers'), rule(READ, STORAGE, 'csistoragecapacities')],
  },
  { since: 22, role: 'system:orch-scheduler', add: [rule(READ, '', 'namespaces')] },
  { since: 22, role: 'system:aggregate-to-view', add: [rule(READ, 'discovery.orch.io', 'endpointslices')] },
  {
    since: 22,
    role: 'system:aggregate-to-edit',
    // Writing endpoints lets an editor send traffic of others wherever they like.
    drop: { verb: 'create', resource: 'endpoints' },
    add: [
      rule(['create'], '', 'pods/eviction'),
      rule(['create'], '', 'serviceaccounts/token'),
      rule(WRITE, '', 'events'),
    ],
  },
  { since: 23, role: 'system:controller:job-controller', add: [rule(['patch'], 'batch', 'jobs')] },
  {
    since: 26,
    gate: 'PodDisruptionConditions',
    role: 'system:controller:node-controller',
    add: [rule(['patch'], '', 'pods/status'), rule(['get'], '', 'pods')],
  },
  { since: 26, role: 'system:controller:disruption-controller', add: [rule(['patch', 'update'], '', 'pods/status')] },
  {
    since: 26,
    gate: 'PodDisruptionConditions',
    role: 'system:controller:pod-garbage-collector',
    add: [rule(['patch'], '', 'pods/status')],
  },
  { since: 27, role: 'system:basic-user', add: [rule(['create'], 'authentication.orch.io', 'selfsubjectreviews')] },
  {
    since: 27,
    gate: 'StatefulSetAutoDeletePVC',
    role: 'system:controller:statefulset-controller',
    add: [rule(['delete', 'update'], '', 'persistentvolumeclaims')],
  },
  { since: 27, role: 'system:monitoring', add: [{ verbs: ['get'], nonResourceURLs: ['/metrics/slis'] }] },
  { ...LEADER_ENDPOINTS, role: 'system:orch-scheduler' },
  { ...LEADER_ENDPOINTS, role: 'system:orch-controller-manager' },
  // Whoever runs several replicas in a namespace elects their leader by a lease there.
  { since: 28, role: 'system:aggregate-to-edit', add: [rule([...WRITE, ...READ], 'coordination.orch.io', 'leases')] },
  { since: 33, role: 'system:node-proxier', add: [rule(['list', 'watch'], 'networking.orch.io', 'servicecidrs')] },
  { since: 33, role: 'system:orch-scheduler', add: [rule(READ, STORAGE, 'volumeattachments')] },
  {
    since: 33,
    role: 'system:kubelet-api-admin',
    add: [rule(['*'], '', 'nodes/configz', 'nodes/healthz', 'nodes/pods')],
  },
  // Credentials of registries may come from the service account of a pod.
  { since: 34, role: 'system:node', add: [rule(['get'], '', 'serviceaccounts')] },
  {
    since: 34,
    role: 'system:node',
    add: [rule(['get'], DEVICES, 'resourceclaims'), rule(['deletecollection'], DEVICES, 'resourceslices')],
  },
  {
    since: 34,
    role: 'system:aggregate-to-view',
    add: [rule(READ, DEVICES, 'resourceclaims', 'resourceclaims/status', 'resourceclaimtemplates')],
  },
  {
    since: 34,
    role: 'system:aggregate-to-edit',
    add: [rule(WRITE, DEVICES, 'resourceclaims', 'resourceclaimtemplates')],
  },
  {
    since: 34,
    role: 'system:orch-scheduler',
    add: [
      rule(READ, DEVICES, 'deviceclasses'),
      rule(READ_UPDATE, DEVICES, 'resourceclaims'),
      rule(READ_UPDATE, DEVICES, 'resourceclaims/status'),
      rule(READ_UPDATE, '', 'pods/finalizers'),
      rule(READ, DEVICES, 'resourceslices'),
    ],
  },
  { since: 36, role: 'system:aggregate-to-view', add: [rule(READ, 'scheduling.orch.io', 'workloads')] },
  { since: 36, role: 'system:aggregate-to-edit', add: [rule(WRITE, 'scheduling.orch.io', 'workloads')] },
]

/** The rules of a role after one change; a rule that is left without resources goes. */
export function changedRules(rules: readonly PolicyRule[], { add = [], drop }: RoleChange): PolicyRule[] {
  const kept = rules.flatMap((one): PolicyRule[] => {
    if (!drop || !one.resources?.includes(drop.resource)) return [one]
    if (drop.verb !== undefined && !one.verbs.includes(drop.verb)) return [one]
    const resources = one.resources.filter((resource) => resource !== drop.resource)
    return resources.length > 0 ? [{ ...one, resources }] : []
  })
  return [...kept, ...add]
}
