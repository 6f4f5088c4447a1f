import type { PolicyRule } from './policy'
import { EVENTS, READ, rule } from './role-rules'
import type { RoleSpan } from './role-span'

/** The role of a controller added after 1.20, bound to the controller's service account. */
export interface ControllerRole extends RoleSpan {
  readonly name: string
  readonly rules: readonly PolicyRule[]
}

const DEVICES = 'resource.orch.io'
const CERTIFICATES = 'certificates.orch.io'

/** Controllers behind a feature gate, most of them off by default. */
export const GATED_CONTROLLERS: readonly ControllerRole[] = [
  {
    gate: 'DRADeviceTaints',
    name: 'device-taint-eviction-controller',
    rules: [
      rule(['delete', ...READ], '', 'pods'),
      rule(['patch', 'update'], '', 'pods/status'),
      rule(READ, DEVICES, 'resourceclaims'),
      rule(READ, DEVICES, 'resourceslices'),
      rule(READ, DEVICES, 'deviceclasses'),
      EVENTS,
    ],
  },
  {
    gate: 'DRAResourcePoolStatus',
    name: 'resourcepoolstatusrequest-controller',
    rules: [
      rule(['delete', ...READ], DEVICES, 'resourcepoolstatusrequests'),
      rule(['patch', 'update'], DEVICES, 'resourcepoolstatusrequests/status'),
      rule(READ, DEVICES, 'resourceslices'),
      rule(READ, DEVICES, 'resourceclaims'),
      EVENTS,
    ],
  },
  {
    since: 36,
    gate: 'GenericWorkload',
    name: 'podgroup-protection-controller',
    rules: [rule([...READ, 'update'], 'scheduling.orch.io', 'podgroups'), rule(READ, '', 'pods')],
  },
  {
    gate: 'PodCertificateRequest',
    name: 'podcertificaterequestcleaner',
    rules: [rule(['delete', ...READ], CERTIFICATES, 'podcertificaterequests')],
  },
  {
    since: 32,
    gate: 'ClusterTrustBundle',
    name: 'orch-apiserver-serving-clustertrustbundle-publisher',
    rules: [
      { ...rule(['attest'], CERTIFICATES, 'signers'), resourceNames: ['orch.io/orch-apiserver-serving'] },
      rule(['create', 'delete', 'list', 'update', 'watch'], CERTIFICATES, 'clustertrustbundles'),
      EVENTS,
    ],
  },
  {
    since: 21,
    gate: 'StorageVersionAPI',
    name: 'storage-version-garbage-collector',
    rules: [
      rule(READ, 'coordination.orch.io', 'leases'),
      rule(['delete', 'patch', 'update', ...READ], 'internal.apiserver.orch.io', 'storageversions'),
      rule(['get', 'patch', 'update'], 'internal.apiserver.orch.io', 'storageversions/status'),
    ],
  },
  {
    gate: 'StorageVersionMigrator',
    name: 'storage-version-migrator-controller',
    rules: [
      rule(['list', 'patch'], '*', '*'),
      rule(['update'], 'storagemigration.orch.io', 'storageversionmigrations/status'),
    ],
  },
]
