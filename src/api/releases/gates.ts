/**
 * Feature gates that change what this control plane does, with the releases of their stages: alpha (off), beta (on, can
 * be switched off), ga (always on), gone (the name is no longer known). `beta-off` is a beta that is off by default.
 */
export type GateStage = 'alpha' | 'beta-off' | 'beta' | 'ga' | 'deprecated' | 'gone'

const TABLE = `
APIListChunking                        alpha 8, beta 9
AnyVolumeDataSource                    alpha 18, beta 24
BoundServiceAccountTokenVolume         alpha 13, beta 21, ga 22, gone 24
CSIServiceAccountToken                 alpha 20, beta 21, ga 22, gone 25
CSIStorageCapacity                     alpha 19, beta 21, ga 24
CSIVolumeFSGroupPolicy                 alpha 19, beta 20, ga 23, gone 26
CSRDuration                            beta 22, ga 24, gone 26
ConfigurableFSGroupPolicy              alpha 18, beta 20, ga 23, gone 26
CronJobTimeZone                        alpha 24, beta 25, ga 27
CustomResourceDefaulting               alpha 15, beta 16, ga 17, gone 19
CustomResourcePublishOpenAPI           alpha 14, beta 15, ga 16, gone 19
CustomResourceSubresources             alpha 10, beta 11, ga 16, gone 19
CustomResourceValidation               alpha 8, beta 9, ga 16, gone 19
CustomResourceValidationExpressions    alpha 23, beta 25
CustomResourceWebhookConversion        alpha 13, beta 15, ga 16, gone 19
DaemonSetUpdateSurge                   alpha 21, beta 22, ga 25
DefaultPodTopologySpread               alpha 19, beta 20, ga 24, gone 26
DryRun                                 alpha 12, beta 13, ga 19
DynamicKubeletConfig                   alpha 4, beta 11, deprecated 22, gone 26
DynamicResourceAllocation              alpha 26
EndpointSlice                          alpha 16, beta 17, ga 21, gone 25
EndpointSliceNodeName                  alpha 20, beta 21, ga 22, gone 25
EndpointSliceTerminatingCondition      alpha 20, beta 22, ga 26
EphemeralContainers                    alpha 16, beta 23, ga 25, gone 27
EvenPodsSpread                         alpha 16, beta 18, ga 19, gone 22
ExpandCSIVolumes                       alpha 14, beta 16, ga 24, gone 27
ExpandInUsePersistentVolumes           alpha 11, beta 15, ga 24, gone 27
ExpandPersistentVolumes                alpha 8, beta 11, ga 24, gone 27
GRPCContainerProbe                     alpha 23, beta 24, ga 27
GenericEphemeralVolume                 alpha 19, beta 21, ga 23, gone 25
HPAContainerMetrics                    alpha 20, beta 27
HPAScaleToZero                         alpha 16
IPv6DualStack                          alpha 15, beta 21, ga 23, gone 25
IdentifyPodOS                          alpha 23, beta 24, ga 25, gone 27
ImmutableEphemeralVolumes              alpha 18, beta 19, ga 21, gone 24
IndexedJob                             alpha 21, beta 22, ga 24, gone 26
IngressClassNamespacedParams           alpha 21, beta 22, ga 23, gone 25
JobMutableNodeSchedulingDirectives     beta 23, ga 27
JobPodFailurePolicy                    alpha 25, beta 26
JobReadyPods                           alpha 23, beta 24
JobTrackingWithFinalizers              alpha 22, beta 23, beta-off 24, beta 25, ga 26
LegacyServiceAccountTokenNoAutoGeneration  beta 24, ga 26
LegacyServiceAccountTokenTracking      alpha 26, beta 27
MatchLabelKeysInPodTopologySpread      alpha 25, beta 27
MaxUnavailableStatefulSet              alpha 24
MinDomainsInPodTopologySpread          alpha 24, beta-off 25, beta 27
MixedProtocolLBService                 alpha 20, beta 24, ga 26
NamespaceDefaultLabelName              beta 21, ga 22, gone 24
NetworkPolicyEndPort                   alpha 21, beta 22, ga 25, gone 27
NetworkPolicyStatus                    alpha 24
NodeInclusionPolicyInPodTopologySpread alpha 25, beta 26
NonPreemptingPriority                  alpha 15, beta 19, ga 24, gone 26
OpenAPIV3                              alpha 23, beta 24, ga 27
PDBUnhealthyPodEvictionPolicy          alpha 26, beta 27
PodAffinityNamespaceSelector           alpha 21, beta 22, ga 24, gone 26
PodDisruptionBudget                    alpha 3, beta 5, ga 21, gone 25
PodOverhead                            alpha 16, beta 18, ga 24, gone 26
PodPriority                            alpha 8, beta 11, ga 14, gone 18
PodSchedulingReadiness                 alpha 26, beta 27
PodSecurity                            alpha 22, beta 23, ga 25
ProbeTerminationGracePeriod            alpha 21, beta-off 22, beta 25
ReadWriteOncePod                       alpha 22, beta 27
RecoverVolumeExpansionFailure          alpha 23
RemainingItemCount                     alpha 15, beta 16
RemoveSelfLink                         alpha 16, beta 20, ga 24
RootCAConfigMap                        alpha 13, beta 20, ga 21, gone 24
RuntimeClass                           alpha 12, beta 14, ga 20, gone 24
SELinuxMountReadWriteOncePod           alpha 25, beta-off 27
ServerSideApply                        alpha 14, beta 16, ga 22
ServerSideFieldValidation              alpha 23, beta 25, ga 27
ServiceAccountIssuerDiscovery          alpha 18, beta 20, ga 21, gone 24
ServiceAppProtocol                     alpha 18, beta 19, ga 20, gone 23
ServiceIPStaticSubrange                alpha 24, beta 25, ga 26
ServiceInternalTrafficPolicy           alpha 21, beta 22, ga 26
ServiceLBNodePortControl               alpha 20, beta 22, ga 24, gone 26
ServiceLoadBalancerClass               alpha 21, beta 22, ga 24, gone 26
SetHostnameAsFQDN                      alpha 19, beta 20, ga 22, gone 24
StartupProbe                           alpha 16, beta 18, ga 20, gone 23
StatefulSetAutoDeletePVC               alpha 23, beta 27
StatefulSetMinReadySeconds             alpha 22, beta 23, ga 25, gone 27
StatefulSetStartOrdinal                alpha 26, beta 27
StorageObjectInUseProtection           alpha 9, beta 10, ga 11, gone 25
StorageVersionHash                     alpha 14, beta 15
SuspendJob                             alpha 21, beta 22, ga 24, gone 26
TTLAfterFinished                       alpha 12, beta 21, ga 23, gone 25
TaintNodesByCondition                  alpha 8, beta 12, ga 17, gone 18
TokenRequest                           alpha 10, beta 12, ga 20, gone 22
TokenRequestProjection                 alpha 11, beta 12, ga 20, gone 22
TopologyAwareHints                     alpha 21, beta-off 23, beta 24
UserNamespacesStatelessPodsSupport     alpha 25
WarningHeaders                         beta 19, ga 22, gone 24
WatchBookmark                          alpha 15, beta 16, ga 17
WindowsHostProcessContainers           alpha 22, beta 23, ga 26
`

/** By name: the releases in which a stage begins, in order. */
export const GATES: ReadonlyMap<string, readonly { readonly stage: GateStage; readonly since: number }[]> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [name = '', ...rest] = line.split(/\s+/)
      const stages = rest
        .join(' ')
        .split(', ')
        .map((text) => {
          const [stage, since] = text.split(' ')
          return { stage: stage as GateStage, since: Number(since) }
        })
      return [name, stages]
    }),
)
