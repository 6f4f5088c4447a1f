import { READ, rule, WRITE } from './role-rules'
import type { RoleChange } from './role-changes'

const UPDATE = ['update', 'patch']
const READ_UPDATE = [...READ, ...UPDATE]
const DEVICES = 'resource.orch.io'
const GROUPS = 'scheduling.orch.io'
const CERTIFICATES = 'certificates.orch.io'
const SLICES = rule(['watch'], 'discovery.orch.io', 'endpointslices')
const CANDIDATES = ['leases', 'leasecandidates'].map((resource) =>
  rule(['get', 'list', 'watch', 'create', 'update'], 'coordination.orch.io', resource),
)
const EVICTION = 'system:controller:device-taint-eviction-controller'
const MIGRATOR = 'system:controller:storage-version-migrator-controller'
const NO_CONFIG_MAPS = { since: 35, drop: { resources: ['configmaps'] } } as const
const url = (path: string) => ({ verbs: ['get'], nonResourceURLs: [path] })

/** How roles changed since 1.31, each in the first release that has it. */
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
  // Whoever may list may watch as well: lists of caches come as a stream.
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
  {
    gate: 'KubeletFineGrainedAuthz',
    role: 'system:kubelet-api-admin',
    add: [rule(['*'], '', 'nodes/configz', 'nodes/healthz', 'nodes/pods')],
  },
  { gate: 'ComponentFlagz', role: 'system:monitoring', add: [url('/flagz')] },
  { gate: 'ComponentStatusz', role: 'system:monitoring', add: [url('/statusz')] },
  {
    since: 32,
    gate: 'DynamicResourceAllocation',
    role: 'system:node',
    add: [rule(['get'], DEVICES, 'resourceclaims'), rule(['deletecollection'], DEVICES, 'resourceslices')],
  },
  {
    since: 32,
    gate: 'DynamicResourceAllocation',
    role: 'system:orch-scheduler',
    add: [
      rule(READ, DEVICES, 'deviceclasses'),
      rule(READ_UPDATE, DEVICES, 'resourceclaims'),
      rule(READ_UPDATE, DEVICES, 'resourceclaims/status'),
      rule(READ, DEVICES, 'resourceslices'),
    ],
  },
  {
    since: 32,
    removed: 34,
    gate: 'DynamicResourceAllocation',
    role: 'system:orch-scheduler',
    add: [rule(READ_UPDATE, '', 'pods/finalizers')],
  },
  {
    since: 34,
    gate: 'DynamicResourceAllocation',
    role: 'system:orch-scheduler',
    add: [rule(['update'], '', 'pods/finalizers')],
  },
  {
    since: 33,
    gate: 'DynamicResourceAllocation',
    role: 'system:aggregate-to-view',
    add: [rule(READ, DEVICES, 'resourceclaims', 'resourceclaims/status', 'resourceclaimtemplates')],
  },
  {
    since: 33,
    gate: 'DynamicResourceAllocation',
    role: 'system:aggregate-to-edit',
    add: [rule(WRITE, DEVICES, 'resourceclaims', 'resourceclaimtemplates')],
  },
  {
    gate: 'MultiCIDRServiceAllocator',
    since: 29,
    role: 'system:node-proxier',
    add: [rule(['list', 'watch'], 'networking.orch.io', 'servicecidrs')],
  },
  { gate: 'ClusterTrustBundle', role: 'system:node', add: [rule(READ, CERTIFICATES, 'clustertrustbundles')] },
  // Credentials of registries may come from the service account of a pod.
  {
    gate: 'KubeletServiceAccountTokenForCredentialProviders',
    role: 'system:node',
    add: [rule(['get'], '', 'serviceaccounts')],
  },
  {
    gate: 'PodCertificateRequest',
    role: 'system:node',
    add: [rule(['create', ...READ], CERTIFICATES, 'podcertificaterequests')],
  },
  { since: 34, role: 'system:monitoring', add: [rule(['get'], '', 'nodes/metrics')] },
  { ...NO_CONFIG_MAPS, role: 'system::leader-locking-orch-controller-manager' },
  { ...NO_CONFIG_MAPS, role: 'system::leader-locking-orch-scheduler' },
  { since: 35, role: 'system:aggregate-to-view', add: [rule(READ, 'events.orch.io', 'events')] },
  { since: 35, role: 'system:aggregate-to-edit', add: [rule(WRITE, 'events.orch.io', 'events')] },
  { since: 35, role: 'system:node', add: [rule(['create', ...UPDATE], 'events.orch.io', 'events')] },
  {
    since: 35,
    removed: 36,
    gate: 'GenericWorkload',
    role: 'system:orch-scheduler',
    add: [rule(READ, GROUPS, 'workloads')],
  },
  {
    since: 36,
    gate: 'GenericWorkload',
    role: 'system:orch-scheduler',
    add: [rule(READ, GROUPS, 'podgroups'), rule(UPDATE, GROUPS, 'podgroups/status')],
  },
  {
    since: 36,
    gate: 'GenericWorkload',
    role: 'system:aggregate-to-view',
    add: [rule(READ, GROUPS, 'workloads', 'podgroups', 'podgroups/status')],
  },
  {
    since: 36,
    gate: 'GenericWorkload',
    role: 'system:aggregate-to-edit',
    add: [rule(WRITE, GROUPS, 'workloads', 'podgroups')],
  },
  {
    gate: 'WorkloadWithJob',
    role: 'system:controller:job-controller',
    add: [rule(['create', ...READ], GROUPS, 'workloads', 'podgroups')],
  },
  {
    gate: 'DRAWorkloadResourceClaims',
    role: 'system:controller:resource-claim-controller',
    add: [rule(READ, GROUPS, 'podgroups'), rule(UPDATE, GROUPS, 'podgroups/status')],
  },
  {
    gate: 'DRAResourceClaimGranularStatusAuthorization',
    role: 'system:controller:resource-claim-controller',
    add: [rule(UPDATE, DEVICES, 'resourceclaims/binding')],
  },
  {
    gate: 'DRAResourceClaimGranularStatusAuthorization',
    role: 'system:orch-scheduler',
    add: [rule(UPDATE, DEVICES, 'resourceclaims/binding')],
  },
  {
    gate: 'DRAExtendedResource',
    role: 'system:orch-scheduler',
    add: [rule(['create', 'delete'], DEVICES, 'resourceclaims')],
  },
  {
    gate: 'DRADeviceTaints',
    removed: 35,
    role: 'system:orch-scheduler',
    add: [rule(READ, DEVICES, 'devicetaintrules')],
  },
  { gate: 'DRADeviceTaintRules', role: 'system:orch-scheduler', add: [rule(READ, DEVICES, 'devicetaintrules')] },
  { gate: 'DRADeviceTaints', removed: 35, role: EVICTION, add: [rule(READ, DEVICES, 'devicetaintrules')] },
  {
    gate: 'DRADeviceTaintRules',
    role: EVICTION,
    add: [rule(READ, DEVICES, 'devicetaintrules'), rule(UPDATE, DEVICES, 'devicetaintrules/status')],
  },
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
