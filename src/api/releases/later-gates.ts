import type { GateRow } from './gate-row'

/** Feature gates since 1.27 that affect this server (gate lists of releases 1.27 to 1.36). */
export const LATER_GATES = {
  AggregatedDiscoveryRemoveBetaType: {
    stages: 'deprecated-on 33, deprecated-on-locked 35',
    does: 'Aggregated discovery is no longer available as v2beta1.',
  },
  AllowParsingUserUIDFromCertAuth: {
    stages: 'beta 33',
    does: 'Client certificates can contain the UID of their user.',
  },
  AnonymousAuthConfigurableEndpoints: {
    stages: 'alpha 31, beta 32, ga 34',
    does: 'anonymous in the authentication configuration.',
  },
  AppArmorFields: { stages: 'beta 30, ga 31, gone 33', does: 'appArmorProfile of pods and containers.' },
  AuthorizeNodeWithSelectors: {
    stages: 'alpha 31, beta 32, ga 34',
    does: 'Nodes can read only their own node object and the pods that run on them.',
  },
  AuthorizePodWebsocketUpgradeCreatePermission: {
    stages: 'beta 35',
    does: 'Opening a stream to a pod with GET also needs the permission to create it.',
  },
  AuthorizeWithSelectors: {
    stages: 'alpha 31, beta 32, ga 34',
    does: 'fieldSelector and labelSelector of access reviews.',
  },
  CRDObservedGenerationTracking: {
    stages: 'beta-off 35, beta 36',
    does: 'observedGeneration of custom resource definitions.',
  },
  CronJobsScheduledAnnotation: {
    stages: 'beta 28, ga 32, gone 35',
    does: 'Jobs of cron jobs have an annotation with the time that they were scheduled for.',
  },
  CSIServiceAccountTokenSecrets: { stages: 'beta 35, ga 36', does: 'serviceAccountTokenInSecrets of CSI drivers.' },
  ClusterTrustBundleProjection: {
    stages: 'alpha 29, beta-off 33',
    does: 'clusterTrustBundle sources of projected volumes.',
  },
  ConstrainedImpersonation: {
    stages: 'alpha 35, beta 36',
    does: 'Roles can say whom one may impersonate, and for which requests.',
  },
  ContainerRestartRules: { stages: 'alpha 34, beta 35', does: 'restartPolicyRules of containers.' },
  ContainerStopSignals: { stages: 'alpha 33', does: 'stopSignal of containers.' },
  CoordinatedLeaderElection: { stages: 'alpha 31, beta-off 33', does: 'strategy and preferredHolder of leases.' },
  CustomResourceFieldSelectors: {
    stages: 'alpha 30, beta 31, ga 32',
    does: 'Field selectors may use the selectable fields of a custom type.',
  },
  DRAConsumableCapacity: { stages: 'alpha 34, beta 36', does: 'Devices whose capacity several claims can share.' },
  DRADeviceBindingConditions: {
    stages: 'alpha 34, beta 36',
    does: 'Conditions that a device must meet before a pod is bound.',
  },
  DRADeviceTaints: { stages: 'alpha 33, beta 36', does: 'Taints of devices, and tolerations of requests for them.' },
  DRAExtendedResource: { stages: 'alpha 34, beta 36', does: 'Device classes that provide an extended resource.' },
  DRAListTypeAttributes: { stages: 'alpha 36', does: 'Attributes of devices that are lists.' },
  DRANodeAllocatableResources: {
    stages: 'alpha 36',
    does: 'Devices that represent allocatable resources of nodes, and the share that pods have of them.',
  },
  DRAPartitionableDevices: {
    stages: 'alpha 33, beta 36',
    does: 'Devices that share counters, such as partitions of one device.',
  },
  DRAPrioritizedList: {
    stages: 'alpha 33, beta 34, ga-free 36',
    does: 'Device requests with alternatives in order of priority.',
  },
  DRAResourceClaimDeviceStatus: {
    stages: 'alpha 32, beta 33',
    does: 'Status of each device in the status of a claim.',
  },
  DRAAdminAccess: {
    stages: 'alpha 32, beta 34, ga 36',
    does: 'Administrator access to devices that are in use.',
  },
  DRAWorkloadResourceClaims: { stages: 'alpha 36', does: 'resourceClaims of pod groups.' },
  DeploymentReplicaSetTerminatingReplicas: {
    stages: 'alpha 33, beta 35',
    does: 'terminatingReplicas in the status of deployments and replica sets.',
  },
  EnvFiles: { stages: 'alpha 34, beta 35', does: 'Environment variables from a file in a volume.' },
  ExtendWebSocketsToKubelet: { stages: 'beta 36', does: 'Nodes declare that they support WebSockets directly.' },
  GenericWorkload: { stages: 'alpha 35', does: 'workloadRef of pods; from 1.36 on schedulingGroup instead.' },
  HPAConfigurableTolerance: { stages: 'alpha 33, beta 35', does: 'tolerance in the scaling rules of autoscalers.' },
  HostnameOverride: { stages: 'alpha 34, beta 35', does: 'hostnameOverride of pods.' },
  ImageVolume: { stages: 'alpha 31, beta-off 33, beta 35, ga 36', does: 'image volumes of pods.' },
  ImageVolumeWithDigest: { stages: 'alpha 36', does: 'volumeStatus of image volumes.' },
  InPlacePodLevelResourcesVerticalScaling: {
    stages: 'alpha 35, beta 36',
    does: 'Pod-level resources in the status of pods.',
  },
  InPlacePodVerticalScaling: {
    stages: 'alpha 27, beta 33, ga 35',
    does: 'Container resources of a running pod can be changed; from 1.32 on through the subresource resize.',
  },
  InPlacePodVerticalScalingInitContainers: {
    stages: 'beta 36',
    does: 'Resources of running init containers can be changed, if the node declares support.',
  },
  JobBackoffLimitPerIndex: {
    stages: 'alpha 28, beta 29, ga 33',
    does: 'backoffLimitPerIndex and maxFailedIndexes of jobs.',
  },
  JobManagedBy: {
    stages: 'alpha 30, beta 32, ga 35',
    does: 'managedBy of jobs, for jobs that an external controller manages.',
  },
  JobPodReplacementPolicy: {
    stages: 'alpha 28, beta 29, ga 34',
    does: 'podReplacementPolicy of jobs, and the number of terminating pods in their status.',
  },
  JobSuccessPolicy: { stages: 'alpha 30, beta 31, ga 33', does: 'successPolicy of jobs.' },
  LoadBalancerIPMode: { stages: 'alpha 29, beta 30, ga 32, gone 35', does: 'ipMode in the status of load balancers.' },
  LogarithmicScaleDown: {
    stages: 'alpha 21, beta 22, ga 31',
    does: 'When a replica set scales down, it chooses at random among pods of similar age.',
  },
  MutablePodResourcesForSuspendedJobs: {
    stages: 'alpha 35, beta 36',
    does: 'The resources of containers can be updated while a job is suspended and has no active pods.',
  },
  MutableSchedulingDirectivesForSuspendedJobs: {
    stages: 'alpha 35, beta 36',
    does: 'The scheduling fields of a suspended job can be updated even if it has started before.',
  },
  MutatingAdmissionPolicy: {
    stages: 'alpha 30, beta-off 34, ga-free 36',
    does: 'Mutating admission policies are applied.',
  },
  MatchLabelKeysInPodAffinity: {
    stages: 'alpha 29, beta 31, ga 33',
    does: 'matchLabelKeys and mismatchLabelKeys of pod affinity terms.',
  },
  MatchLabelKeysInPodTopologySpreadSelectorMerge: {
    stages: 'beta 34',
    does: 'Values of matchLabelKeys are merged into the selectors of topology spread constraints.',
  },
  MutableCSINodeAllocatableCount: {
    stages: 'alpha 33, beta-off 34, beta 35, ga 36',
    does: 'nodeAllocatableUpdatePeriodSeconds of CSI drivers, and errorCode of volume errors.',
  },
  NodeDeclaredFeatures: {
    stages: 'alpha 35, beta 36',
    does: 'Nodes declare their features in status.declaredFeatures.',
  },
  OrderedNamespaceDeletion: {
    stages: 'beta-off 30, beta 33, ga 34',
    does: 'A terminating namespace loses its pods before everything else.',
  },
  PersistentVolumeLastPhaseTransitionTime: {
    stages: 'alpha 28, beta 29, ga 31, gone 33',
    does: 'lastPhaseTransitionTime in the status of volumes.',
  },
  PodCertificateRequest: { stages: 'alpha 34, beta-off 35', does: 'podCertificate sources of projected volumes.' },
  PodDeletionCost: {
    stages: 'alpha 21, beta 22',
    does: 'When a replica set scales down, it deletes the pods with the lowest pod-deletion-cost annotation first.',
  },
  PodDisruptionConditions: {
    stages: 'alpha 25, beta 26, ga 31, gone 34',
    does: 'The condition DisruptionTarget of pods, which says that a pod is being terminated and why.',
  },
  PodHostIPs: { stages: 'alpha 28, beta 29, ga 30, gone 32', does: 'hostIPs in the status of pods.' },
  PodIndexLabel: {
    stages: 'beta 28, ga 32, gone 35',
    does: 'Pods of indexed jobs and of stateful sets have their index as a label.',
  },
  DefaultHostNetworkHostPortsInPodTemplates: {
    stages: 'deprecated 28, gone 31',
    does: 'Host ports are set in pod templates that use the host network, as in pods.',
  },
  PodLevelResources: { stages: 'alpha 32, beta 34', does: 'Pod-level resources.' },
  PodLifecycleSleepAction: { stages: 'alpha 29, beta 30, ga 34', does: 'sleep hooks of containers.' },
  PodLifecycleSleepActionAllowZero: { stages: 'alpha 32, beta 33, ga 34', does: 'sleep hooks of 0 seconds.' },
  PodLogsQuerySplitStreams: { stages: 'alpha 32', does: 'stream parameter of log requests.' },
  PodObservedGenerationTracking: {
    stages: 'alpha 33, beta 34, ga 35',
    does: 'observedGeneration in the status and conditions of pods.',
  },
  PodTopologyLabelsAdmission: {
    stages: 'alpha 33, beta 35',
    does: 'Pods get the labels of the zone and the region of their node.',
  },
  PreferSameTrafficDistribution: {
    stages: 'alpha 33, beta 34, ga 35',
    does: 'forNodes hints of endpoints, and the values PreferSameZone and PreferSameNode of trafficDistribution.',
  },
  RecursiveReadOnlyMounts: { stages: 'alpha 30, beta 31, ga 33', does: 'recursiveReadOnly of volume mounts.' },
  RelaxedDNSSearchValidation: {
    stages: 'alpha 32, beta 33, ga 34',
    does: 'Search domains of pods may contain underscores, and may be a single dot.',
  },
  RelaxedEnvironmentVariableValidation: {
    stages: 'alpha 30, beta 32, ga 34',
    does: 'Names of environment variables may contain all printable ASCII characters except =.',
  },
  RelaxedServiceNameValidation: { stages: 'alpha 34, beta 36', does: 'Names of services may start with a digit.' },
  RemoteRequestHeaderUID: {
    stages: 'alpha 32, beta 33',
    does: 'An authenticating proxy can pass on the UID of a user (--requestheader-uid-headers).',
  },
  ResourceHealthStatus: { stages: 'alpha 31, beta 36', does: 'Health of devices in the status of containers.' },
  ResourceHealthStatusMessage: { stages: 'beta 36', does: 'message beside the health of a device.' },
  RestartAllContainersOnContainerExits: {
    stages: 'alpha 35, beta 36',
    does: 'Nodes declare that a container exit can restart all containers of the pod.',
  },
  RetryGenerateName: {
    stages: 'alpha 30, beta 31, ga 32',
    does: 'If a generated name is taken, the server tries up to seven others.',
  },
  SELinuxChangePolicy: { stages: 'alpha 32, beta 33, ga 36', does: 'seLinuxChangePolicy of pods.' },
  ServiceAccountNodeAudienceRestriction: {
    stages: 'beta-off 32, beta 33',
    does: 'Nodes can request tokens only for audiences that their pods use, or that roles grant them.',
  },
  ServiceAccountTokenJTI: {
    stages: 'alpha 29, beta 30, ga 32',
    does: 'Tokens of service accounts have an ID, which is in the extra values of their user.',
  },
  SELinuxMount: { stages: 'alpha 30, beta-off 33', does: 'seLinuxChangePolicy of pods can be MountOption.' },
  ServiceAccountTokenNodeBinding: {
    stages: 'alpha 29, beta 31, ga 33',
    does: 'Tokens can be bound to a node.',
  },
  ServiceAccountTokenNodeBindingValidation: {
    stages: 'alpha 29, beta 30, ga 32',
    does: 'A token that is bound to a node is valid as long as the node exists.',
  },
  ServiceAccountTokenPodNodeInfo: {
    stages: 'alpha 29, beta 30, ga 32',
    does: 'Tokens of pods contain their node, which is in the extra values of their user.',
  },
  ServiceNodePortStaticSubrange: {
    stages: 'alpha 27, beta 28, ga 29, gone 31',
    does: 'Node ports are allocated from the upper part of their range first.',
  },
  ServiceTrafficDistribution: { stages: 'alpha 30, beta 31, ga 33, gone 36', does: 'trafficDistribution of services.' },
  SidecarContainers: {
    stages: 'alpha 28, beta 29, ga 33',
    does: 'restartPolicy of init containers: with Always they are sidecars, which run beside the other containers.',
  },
  StructuredAuthenticationConfiguration: {
    stages: 'alpha 29, beta 30, ga 34',
    does: 'Token issuers and the mapping of their claims to users, in the file named by --authentication-config.',
  },
  StructuredAuthorizationConfiguration: {
    stages: 'alpha 29, beta 30, ga 32, gone 36',
    does: 'Authorizers and their order, in the file named by --authorization-config.',
  },
  StrictIPCIDRValidation: {
    stages: 'alpha 33, beta 36',
    does: 'Addresses and ranges in ambiguous forms are invalid.',
  },
  SupplementalGroupsPolicy: {
    stages: 'alpha 31, beta 33, ga 35',
    does: 'supplementalGroupsPolicy of pods, and the user in the status of containers.',
  },
  TaintTolerationComparisonOperators: {
    stages: 'alpha 35',
    does: 'Operators Lt and Gt of tolerations, for taints with whole numbers.',
  },
  TokenRequestServiceAccountUIDValidation: {
    stages: 'beta 34',
    does: 'A token request with the UID of another service account is a conflict.',
  },
  TopologyAwareWorkloadScheduling: { stages: 'alpha 36', does: 'schedulingConstraints of pod groups.' },
  UserNamespacesSupport: { stages: 'alpha 28, beta-off 30, beta 33, ga 36', does: 'hostUsers of pods, from 1.28 on.' },
  VolumeAttributesClass: {
    stages: 'alpha 29, beta-off 31, ga-free 34, ga 36',
    does: 'volumeAttributesClassName of claims and volumes.',
  },
  VolumeLimitScaling: { stages: 'alpha 35', does: 'preventPodSchedulingIfMissing of CSI drivers, from 1.36 on.' },
  WatchList: {
    stages: 'alpha 27, beta 32, beta-off 33, beta 34',
    does: 'A watch can start with all existing objects, followed by a bookmark.',
  },
  WorkloadAwarePreemption: { stages: 'alpha 36', does: 'disruptionMode and priority of pod groups.' },
} as const satisfies Readonly<Record<string, GateRow>>
