import type { GateRow } from './gate-row'

/** Feature gates since 1.20 that change default roles; most have no other effect here. */
export const ROLE_GATES = {
  ClusterTrustBundle: { stages: 'alpha 27, beta-off 33', does: 'Default roles for cluster trust bundles.' },
  ComponentFlagz: {
    stages: 'alpha 32, beta 36',
    does: '/flagz, and permission for system:monitoring to read it.',
  },
  ComponentStatusz: {
    stages: 'alpha 32, beta 36',
    does: '/statusz, and permission for system:monitoring to read it.',
  },
  DRADeviceTaintRules: {
    stages: 'alpha 35, beta-off 36',
    does: 'Permission for the scheduler to read device taint rules.',
  },
  DRAResourceClaimGranularStatusAuthorization: {
    stages: 'beta 36',
    does: 'Permissions for the scheduler and the controller to bind device claims.',
  },
  DRAResourcePoolStatus: {
    stages: 'alpha 36',
    does: 'The default role of the controller that reports the status of device pools.',
  },
  KubeletFineGrainedAuthz: {
    stages: 'alpha 32, beta 33, ga 36',
    does: 'Permissions of system:kubelet-api-admin for single paths of nodes.',
  },
  KubeletServiceAccountTokenForCredentialProviders: {
    stages: 'alpha 33, beta 34',
    does: 'Permission for nodes to read service accounts.',
  },
  MultiCIDRServiceAllocator: {
    stages: 'alpha 27, beta-off 31, ga-free 33, ga 34',
    does: 'Default roles for service CIDRs.',
  },
  StorageVersionAPI: {
    stages: 'alpha 20',
    does: 'The default role of the controller that removes storage versions of servers that no longer exist.',
  },
  StorageVersionMigrator: {
    stages: 'alpha 30, beta-off 35',
    does: 'The default role of the controller that migrates stored objects.',
  },
  WorkloadWithJob: { stages: 'alpha 36', does: 'Permissions for the job controller to manage workloads.' },
} as const satisfies Readonly<Record<string, GateRow>>
