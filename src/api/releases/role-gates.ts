import type { GateRow } from './gate-row'

/** Feature gates since 1.20 that change default roles; most have no other effect here. */
export const ROLE_GATES = {
  ClusterTrustBundle: { stages: 'alpha 27, beta-off 33', does: 'Default roles about bundles of trusted authorities.' },
  ComponentFlagz: {
    stages: 'alpha 32, beta 36',
    does: '/flagz, and the right of system:monitoring to read it.',
  },
  ComponentStatusz: {
    stages: 'alpha 32, beta 36',
    does: '/statusz, and the right of system:monitoring to read it.',
  },
  DRADeviceTaintRules: {
    stages: 'alpha 35, beta-off 36',
    does: 'The right of the scheduler to read rules of device taints.',
  },
  DRAResourceClaimGranularStatusAuthorization: {
    stages: 'beta 36',
    does: 'The rights of scheduler and controller to bind device claims.',
  },
  DRAResourcePoolStatus: {
    stages: 'alpha 36',
    does: 'The default role of the controller that tells the state of device pools.',
  },
  KubeletFineGrainedAuthz: {
    stages: 'alpha 32, beta 33, ga 36',
    does: 'The rights of system:kubelet-api-admin to single paths of nodes.',
  },
  KubeletServiceAccountTokenForCredentialProviders: {
    stages: 'alpha 33, beta 34',
    does: 'The right of nodes to read service accounts.',
  },
  MultiCIDRServiceAllocator: {
    stages: 'alpha 27, beta-off 31, ga-free 33, ga 34',
    does: 'Default roles about networks of services.',
  },
  StorageVersionAPI: {
    stages: 'alpha 20',
    does: 'The default role of the controller that forgets versions of servers that are gone.',
  },
  StorageVersionMigrator: {
    stages: 'alpha 30, beta-off 35',
    does: 'The default role of the controller that migrates stored objects.',
  },
  WorkloadWithJob: { stages: 'alpha 36', does: 'The rights of the job controller at workloads.' },
} as const satisfies Readonly<Record<string, GateRow>>
