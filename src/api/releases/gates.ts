import type { GateRow, GateStage } from './gate-row'
import { INERT_GATES } from './inert-gates'
import { LATER_GATES } from './later-gates'
import { ROLE_GATES } from './role-gates'

/**
 * Feature gates with the releases of their stages (resource API, "Feature gate life cycle"). By default alpha gates are off and beta gates
 * on; stable ones can't be switched off.
 */
const ROWS = {
  APIListChunking: {
    stages: 'alpha 8, beta 9, ga 29, gone 33',
    does: 'limit and continue parameters for paged lists.',
  },
  APIPriorityAndFairness: {
    stages: 'alpha 17, beta 20, ga 29, gone 31',
    does: 'The status of flow schemas shows whether their priority level exists. Requests are not queued.',
  },
  AggregatedDiscoveryEndpoint: {
    stages: 'alpha 26, beta 27, ga 30, gone 33',
    does: '/api and /apis return all resources of all groups to clients that request this.',
  },
  AnyVolumeDataSource: {
    stages: 'alpha 18, beta 24, ga 33',
    does: 'dataSourceRef of claims may be any object.',
  },
  BoundServiceAccountTokenVolume: {
    stages: 'alpha 13, beta 21, ga 22, gone 24',
    does: 'Pods get a projected volume with a bound token instead of a token secret.',
  },
  AdmissionWebhookMatchConditions: {
    stages: 'alpha 27, beta 28, ga 30, gone 33',
    does: 'matchConditions of admission webhooks.',
  },
  CRDValidationRatcheting: {
    stages: 'alpha 28, beta 30, ga 33',
    does: 'Objects of custom types may keep invalid values if an update does not change them.',
  },
  CSIServiceAccountToken: {
    stages: 'alpha 20, beta 21, ga 22, gone 25',
    does: 'CSI drivers can request service account tokens.',
  },
  CSIStorageCapacity: {
    stages: 'alpha 19, beta 21, ga 24, gone 28',
    does: 'CSIStorageCapacity objects and storageCapacity of CSI drivers.',
  },
  CSIVolumeFSGroupPolicy: { stages: 'alpha 19, beta 20, ga 23, gone 25', does: 'fsGroupPolicy of CSI drivers.' },
  CSRDuration: { stages: 'beta 22, ga 24, gone 26', does: 'expirationSeconds of certificate signing requests.' },
  ConfigurableFSGroupPolicy: { stages: 'alpha 18, beta 20, ga 23, gone 25', does: 'fsGroupChangePolicy of pods.' },
  CronJobTimeZone: { stages: 'alpha 24, beta 25, ga 27, gone 29', does: 'timeZone of cron jobs.' },
  CustomResourceDefaulting: {
    stages: 'alpha 15, beta 16, ga 17, gone 18',
    does: 'Schemas of custom types may declare defaults.',
  },
  CustomResourcePublishOpenAPI: {
    stages: 'alpha 14, beta 15, ga 16, gone 18',
    does: 'Custom types appear in the OpenAPI documents.',
  },
  CustomResourceSubresources: {
    stages: 'alpha 10, beta 11, ga 16, gone 18',
    does: 'Custom types may have the subresources status and scale.',
    inert: 'subresources of custom types are always available',
  },
  CustomResourceValidation: {
    stages: 'alpha 8, beta 9, ga 16, gone 18',
    does: 'Objects of custom types are validated by their schema.',
    inert: 'schemas of custom types are always applied',
  },
  CustomResourceValidationExpressions: {
    stages: 'alpha 23, beta 25, ga 29, gone 31',
    does: 'Validation rules with expressions in schemas of custom types.',
  },
  CustomResourceWebhookConversion: {
    stages: 'alpha 13, beta 15, ga 16, gone 18',
    does: 'Webhooks can convert between versions of custom types.',
    inert: 'conversion webhooks are always available',
  },
  DaemonSetUpdateSurge: { stages: 'alpha 21, beta 22, ga 25, gone 27', does: 'maxSurge of daemon sets.' },
  DefaultPodTopologySpread: {
    stages: 'alpha 19, beta 20, ga 24, gone 26',
    does: 'The scheduler spreads pods by default.',
    inert: 'the simulated scheduler always does',
  },
  DryRun: { stages: 'alpha 12, beta 13, ga-free 19, ga 26, gone 28', does: 'dryRun=All on writes.' },
  DynamicKubeletConfig: { stages: 'alpha 4, beta 11, deprecated 22, gone 26', does: 'configSource of nodes.' },
  DynamicResourceAllocation: { stages: 'alpha 26, beta-off 32, ga-free 34, ga 35', does: 'Resource claims of pods.' },
  EndpointSlice: {
    stages: 'alpha 16, beta-off 17, beta 18, ga 21, gone 25',
    does: 'EndpointSlice objects are kept for each service.',
  },
  EndpointSliceNodeName: { stages: 'alpha 20, ga 21, gone 25', does: 'nodeName of endpoints.' },
  EndpointSliceTerminatingCondition: {
    stages: 'alpha 20, beta 22, ga 26, gone 28',
    does: 'serving and terminating conditions of endpoints.',
  },
  EphemeralContainers: { stages: 'alpha 16, beta 23, ga 25, gone 27', does: 'Ephemeral containers of pods.' },
  EvenPodsSpread: { stages: 'alpha 16, beta 18, ga 19, gone 22', does: 'topologySpreadConstraints of pods.' },
  ExpandCSIVolumes: {
    stages: 'alpha 14, beta 16, ga-free 24, gone 27',
    does: 'CSI volumes can be expanded.',
    inert: 'volumes are not simulated',
  },
  ExpandInUsePersistentVolumes: {
    stages: 'alpha 11, beta 15, ga-free 24, gone 27',
    does: 'Volumes can be expanded while pods use them.',
    inert: 'volumes are not simulated',
  },
  ExpandPersistentVolumes: {
    stages: 'alpha 8, beta 11, ga-free 24, gone 27',
    does: 'The requested size of a bound claim can be increased.',
  },
  GRPCContainerProbe: { stages: 'alpha 23, beta 24, ga 27, gone 29', does: 'grpc probes.' },
  GenericEphemeralVolume: { stages: 'alpha 19, beta 21, ga 23, gone 25', does: 'ephemeral volumes of pods.' },
  HPAContainerMetrics: {
    stages: 'alpha 20, beta 27, ga 30, gone 32',
    does: 'containerResource metrics of autoscalers.',
  },
  HPAScaleToZero: { stages: 'alpha 16', does: 'minReplicas of autoscalers may be 0.' },
  IPv6DualStack: { stages: 'alpha 15, beta 21, ga 23, gone 27', does: 'Services can have IPv4 and IPv6 addresses.' },
  IdentifyPodOS: { stages: 'alpha 23, beta 24, ga 25, gone 27', does: 'os of pods.' },
  ImmutableEphemeralVolumes: { stages: 'alpha 18, beta 19, ga 21, gone 24', does: 'immutable ConfigMaps and Secrets.' },
  IndexedJob: { stages: 'alpha 21, beta 22, ga 24, gone 26', does: 'completionMode of jobs.' },
  IngressClassNamespacedParams: {
    stages: 'alpha 21, beta 22, ga 23, gone 25',
    does: 'Parameters of ingress classes may be in a namespace.',
  },
  JobMutableNodeSchedulingDirectives: {
    stages: 'beta 23, ga 27, gone 29',
    does: 'The scheduling fields of a suspended job can be updated if it has never started.',
  },
  JobPodFailurePolicy: { stages: 'alpha 25, beta 26, ga 31, gone 33', does: 'podFailurePolicy of jobs.' },
  JobReadyPods: {
    stages: 'alpha 23, beta 24, ga 29, gone 31',
    does: 'Job status counts ready pods.',
  },
  JobTrackingWithFinalizers: {
    stages: 'alpha 22, beta 23, beta-off 24, beta 25, ga 26, gone 29',
    does: 'Finalizers on the pods of a job, so that all are counted.',
  },
  LegacyServiceAccountTokenCleanUp: {
    stages: 'alpha 28, beta 29, ga 30, gone 32',
    does: 'Unused tokens that were created for service accounts are marked as invalid, and deleted later.',
  },
  LegacyServiceAccountTokenNoAutoGeneration: {
    stages: 'beta 24, ga-free 26, ga 27, gone 29',
    does: 'No token secrets are created for service accounts.',
  },
  LegacyServiceAccountTokenTracking: {
    stages: 'alpha 26, beta 27, ga 28, gone 30',
    does: 'Records when a token in a secret was last used.',
  },
  MatchLabelKeysInPodTopologySpread: {
    stages: 'alpha 25, beta 27',
    does: 'matchLabelKeys of topology spread constraints.',
  },
  MaxUnavailableStatefulSet: { stages: 'alpha 24, beta 35, beta-off 36', does: 'maxUnavailable of stateful sets.' },
  MinDomainsInPodTopologySpread: {
    stages: 'alpha 24, beta-off 25, beta 27, ga 30, gone 32',
    does: 'minDomains of topology spread constraints.',
  },
  MixedProtocolLBService: {
    stages: 'alpha 20, beta 24, ga 26, gone 28',
    does: 'Load balancer services may use several protocols.',
  },
  NamespaceDefaultLabelName: {
    stages: 'beta 21, ga 22, gone 24',
    does: 'Every namespace has the label orch.io/metadata.name.',
  },
  NetworkPolicyEndPort: { stages: 'alpha 21, beta 22, ga 25, gone 27', does: 'endPort of network policies.' },
  NetworkPolicyStatus: { stages: 'alpha 24, gone 28', does: 'Status of network policies.' },
  NodeInclusionPolicyInPodTopologySpread: {
    stages: 'alpha 25, beta 26, ga 33',
    does: 'nodeAffinityPolicy and nodeTaintsPolicy of topology spread constraints.',
  },
  NonPreemptingPriority: {
    stages: 'alpha 15, beta 19, ga 24, gone 26',
    does: 'preemptionPolicy of pods and priority classes.',
  },
  OpenAPIEnums: { stages: 'alpha 23, beta 24', does: 'enum of built-in fields in OpenAPI documents.' },
  OpenAPIV3: { stages: 'alpha 23, beta 24, ga 27, gone 29', does: '/openapi/v3.' },
  PDBUnhealthyPodEvictionPolicy: {
    stages: 'alpha 26, beta 27, ga 31, gone 33',
    does: 'unhealthyPodEvictionPolicy of disruption budgets.',
  },
  PodAffinityNamespaceSelector: {
    stages: 'alpha 21, beta 22, ga 24, gone 26',
    does: 'namespaceSelector of pod affinity terms.',
  },
  PodDisruptionBudget: {
    stages: 'alpha 3, beta 5, ga 21, gone 25',
    does: 'The disruption controller computes the status of disruption budgets.',
  },
  PodOverhead: { stages: 'alpha 16, beta 18, ga 24, gone 26', does: 'overhead of pods and runtime classes.' },
  PodPriority: { stages: 'alpha 8, beta 11, ga 14, gone 18', does: 'Priority of pods.' },
  PodSchedulingReadiness: { stages: 'alpha 26, beta 27, ga 30', does: 'schedulingGates of pods.' },
  PodSecurity: { stages: 'alpha 22, beta 23, ga 25, gone 28', does: 'The admission plugin PodSecurity.' },
  ProcMountType: {
    stages: 'alpha 12, beta-off 31, beta 33, ga 36',
    does: 'allowedProcMountTypes of pod security policies, before 1.25.',
  },
  ProbeTerminationGracePeriod: {
    stages: 'alpha 21, beta-off 22, beta 25, ga 28, gone 29',
    does: 'terminationGracePeriodSeconds of probes.',
  },
  ReadWriteOncePod: { stages: 'alpha 22, beta 27, ga 29, gone 31', does: 'The access mode ReadWriteOncePod.' },
  RecoverVolumeExpansionFailure: {
    stages: 'alpha 23, beta 32, ga 34',
    does: 'The requested size of a claim can be reduced after a failed expansion.',
  },
  RemainingItemCount: { stages: 'alpha 15, beta 16, ga 29, gone 33', does: 'remainingItemCount of paged lists.' },
  RemoveSelfLink: { stages: 'alpha 16, beta 20, ga 24, gone 30', does: 'Responses do not contain metadata.selfLink.' },
  RootCAConfigMap: {
    stages: 'alpha 13, beta 20, ga 21, gone 24',
    does: 'The ConfigMap orch-root-ca.crt in every namespace.',
  },
  RuntimeClass: {
    stages: 'alpha 12, beta 14, ga 20, gone 24',
    does: 'runtimeClassName of pods and the admission plugin RuntimeClass.',
  },
  RetroactiveDefaultStorageClass: {
    stages: 'alpha 25, beta 26, ga 28, gone 29',
    does: 'A claim that waits and names no class gets the class that becomes the default.',
  },
  SELinuxMountReadWriteOncePod: {
    stages: 'alpha 25, beta 27, ga 36',
    does: 'seLinuxMount of CSI drivers.',
  },
  ServerSideApply: {
    stages: 'alpha 14, beta 16, ga-free 22, ga 26, gone 32',
    does: 'Apply patches and managedFields.',
  },
  ServerSideFieldValidation: {
    stages: 'alpha 23, beta 25, ga 27, gone 32',
    does: 'Strict field validation on the server.',
  },
  ServiceAccountIssuerDiscovery: {
    stages: 'alpha 18, beta 20, ga 21, gone 24',
    does: 'Discovery document and key set of the service account issuer.',
  },
  ServiceAppProtocol: { stages: 'alpha 18, beta 19, ga 20, gone 23', does: 'appProtocol of service ports.' },
  ServiceIPStaticSubrange: {
    stages: 'alpha 24, beta 25, ga 26, gone 28',
    does: 'Cluster IPs are allocated from the upper part of the range first.',
    inert: 'addresses are allocated from the whole range',
  },
  ServiceInternalTrafficPolicy: {
    stages: 'alpha 21, beta 22, ga 26, gone 28',
    does: 'internalTrafficPolicy of services.',
  },
  ServiceLBNodePortControl: {
    stages: 'alpha 20, beta 22, ga 24, gone 26',
    does: 'allocateLoadBalancerNodePorts of services.',
  },
  ServiceLoadBalancerClass: { stages: 'alpha 21, beta 22, ga 24, gone 26', does: 'loadBalancerClass of services.' },
  SetHostnameAsFQDN: { stages: 'alpha 19, beta 20, ga 22, gone 24', does: 'setHostnameAsFQDN of pods.' },
  StartupProbe: { stages: 'alpha 16, beta 18, ga 20, gone 23', does: 'startupProbe of containers.' },
  StatefulSetAutoDeletePVC: {
    stages: 'alpha 23, beta 27, ga 32, gone 35',
    does: 'persistentVolumeClaimRetentionPolicy of stateful sets.',
  },
  StatefulSetMinReadySeconds: {
    stages: 'alpha 22, beta 23, ga 25, gone 27',
    does: 'minReadySeconds of stateful sets.',
  },
  StatefulSetStartOrdinal: { stages: 'alpha 26, beta 27, ga 31, gone 34', does: 'ordinals of stateful sets.' },
  StorageObjectInUseProtection: {
    stages: 'alpha 9, beta 10, ga-free 11, ga 23, gone 25',
    does: 'The admission plugin StorageObjectInUseProtection.',
  },
  StorageVersionHash: { stages: 'alpha 14, beta 15', does: 'storageVersionHash in discovery.' },
  SuspendJob: { stages: 'alpha 21, beta 22, ga 24, gone 26', does: 'suspend of jobs.' },
  TTLAfterFinished: { stages: 'alpha 12, beta 21, ga 23, gone 25', does: 'ttlSecondsAfterFinished of jobs.' },
  TaintNodesByCondition: {
    stages: 'alpha 8, beta 12, ga 17, gone 18',
    does: 'The admission plugin TaintNodesByCondition.',
  },
  TokenRequest: { stages: 'alpha 10, beta 12, ga 20, gone 22', does: 'The subresource token of service accounts.' },
  TokenRequestProjection: {
    stages: 'alpha 11, beta 12, ga 20, gone 22',
    does: 'serviceAccountToken sources of projected volumes.',
  },
  TopologyAwareHints: { stages: 'alpha 21, beta-off 23, beta 24, ga 33, gone 36', does: 'hints of endpoints.' },
  UserNamespacesStatelessPodsSupport: { stages: 'alpha 25, gone 28', does: 'hostUsers of pods.' },
  ValidatingAdmissionPolicy: {
    stages: 'alpha 26, beta-off 28, ga 30, gone 32',
    does: 'Validating admission policies are applied.',
  },
  WarningHeaders: { stages: 'beta 19, ga 22, gone 24', does: 'Warning headers.' },
  WatchBookmark: { stages: 'alpha 15, beta 16, ga 17, gone 33', does: 'BOOKMARK events of watches.' },
  WindowsHostProcessContainers: {
    stages: 'alpha 22, beta 23, ga 26, gone 28',
    does: 'hostProcess of Windows containers.',
  },
  ...LATER_GATES,
  ...ROLE_GATES,
} as const satisfies Readonly<Record<string, GateRow>>

/** Gates that affect this server, or that are marked inert. */
export type GateName = keyof typeof ROWS

/** Returns whether a feature is on. */
export type Feature = (name: GateName) => boolean

/** A gate through its releases, and what it changes here. */
export interface Gate {
  readonly name: GateName
  readonly stages: readonly { readonly stage: GateStage; readonly since: number }[]
  readonly does: string
  readonly inert?: string
}

function gate(name: GateName, { stages, ...rest }: GateRow): Gate {
  const spans = stages.split(', ').map((text) => {
    const [stage, since] = text.split(' ')
    return { stage: stage as GateStage, since: Number(since) }
  })
  return { name, stages: spans, ...rest }
}

/** All gates by name. */
export const GATES: ReadonlyMap<string, Gate> = new Map(
  (Object.entries({ ...ROWS, ...INERT_GATES }) as [GateName, GateRow][]).map(([name, row]) => [name, gate(name, row)]),
)
