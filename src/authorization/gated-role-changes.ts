import { READ, rule, WRITE } from './role-rules'
import type { RoleChange } from './role-span'

const UPDATE = ['update', 'patch']
const READ_UPDATE = [...READ, ...UPDATE]
const DEVICES = 'resource.orch.io'
const GROUPS = 'scheduling.orch.io'
const CERTIFICATES = 'certificates.orch.io'
const EVICTION = 'system:controller:device-taint-eviction-controller'
const url = (path: string) => ({ verbs: ['get'], nonResourceURLs: [path] })

/** Changes of roles since 1.27 that depend on a feature gate, each from the first release that has it. */
export const GATED_ROLE_CHANGES: readonly RoleChange[] = [
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
  // Registry credentials may come from a pod's service account.
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
]
