import { KIND_FACTS } from '../generated/kinds/facts'

/** Values of fields that have few, with the fields that have them (types of release 1.35 and their documentation). */
const VALUES: Readonly<Record<string, string>> = {
  'Cluster Namespaced *': 'Rule.scope',
  'Ignore Fail':
    'ValidatingAdmissionPolicySpec.failurePolicy ValidatingWebhook.failurePolicy MutatingWebhook.failurePolicy',
  'Deny Warn Audit': 'ValidatingAdmissionPolicyBindingSpec.validationActions',
  'Exact Equivalent': 'MatchResources.matchPolicy ValidatingWebhook.matchPolicy MutatingWebhook.matchPolicy',
  'Unknown None Some NoneOnDryRun': 'ValidatingWebhook.sideEffects MutatingWebhook.sideEffects',
  'Never IfNeeded': 'MutatingWebhook.reinvocationPolicy',
  '* CREATE UPDATE DELETE CONNECT': 'RuleWithOperations.operations',
  'ApplyConfiguration JSONPatch': 'Mutation.patchType',
  'RollingUpdate OnDelete': 'StatefulSetUpdateStrategy.type DaemonSetUpdateStrategy.type',
  'OrderedReady Parallel': 'StatefulSetSpec.podManagementPolicy',
  'Recreate RollingUpdate': 'DeploymentStrategy.type',
  'Object Pods Resource ContainerResource External': 'MetricSpec.type MetricStatus.type',
  'In NotIn': 'PodFailurePolicyOnExitCodesRequirement.operator',
  'FailJob FailIndex Ignore Count': 'PodFailurePolicyRule.action',
  'NonIndexed Indexed': 'JobSpec.completionMode',
  'TerminatingOrFailed Failed': 'JobSpec.podReplacementPolicy',
  'Allow Forbid Replace': 'CronJobSpec.concurrencyPolicy',
  'ReadWriteOnce ReadOnlyMany ReadWriteMany ReadWriteOncePod':
    'PersistentVolumeSpec.accessModes PersistentVolumeClaimSpec.accessModes PersistentVolumeClaimStatus.accessModes',
  'Recycle Delete Retain': 'PersistentVolumeSpec.persistentVolumeReclaimPolicy',
  'Block Filesystem': 'PersistentVolumeSpec.volumeMode PersistentVolumeClaimSpec.volumeMode',
  'Pending Available Bound Released Failed': 'PersistentVolumeStatus.phase',
  'Pending InProgress Infeasible': 'ModifyVolumeStatus.status',
  'Pending Bound Lost': 'PersistentVolumeClaimStatus.phase',
  'DirectoryOrCreate Directory FileOrCreate File Socket CharDevice BlockDevice': 'HostPathVolumeSource.type',
  'None ReadOnly ReadWrite': 'AzureDiskVolumeSource.cachingMode',
  'Shared Dedicated Managed': 'AzureDiskVolumeSource.kind',
  'TCP UDP SCTP': 'ContainerPort.protocol ServicePort.protocol EndpointPort.protocol PortStatus.protocol',
  'None HostToContainer Bidirectional': 'VolumeMount.mountPropagation',
  'HTTP HTTPS': 'HTTPGetAction.scheme',
  'File FallbackToLogsOnError': 'Container.terminationMessagePolicy EphemeralContainer.terminationMessagePolicy',
  'Always IfNotPresent Never':
    'Container.imagePullPolicy EphemeralContainer.imagePullPolicy ImageVolumeSource.pullPolicy',
  'In NotIn Exists DoesNotExist Gt Lt': 'NodeSelectorRequirement.operator',
  'NoSchedule PreferNoSchedule NoExecute': 'Taint.effect Toleration.effect',
  'Exists Equal Lt Gt': 'Toleration.operator',
  'Always OnFailure Never': 'PodSpec.restartPolicy',
  'ClusterFirstWithHostNet ClusterFirst Default None': 'PodSpec.dnsPolicy',
  'PreemptLowerPriority Never': 'PodSpec.preemptionPolicy',
  'DoNotSchedule ScheduleAnyway': 'TopologySpreadConstraint.whenUnsatisfiable',
  'Ignore Honor': 'TopologySpreadConstraint.nodeAffinityPolicy TopologySpreadConstraint.nodeTaintsPolicy',
  'Merge Strict': 'PodSecurityContext.supplementalGroupsPolicy',
  'OnRootMismatch Always': 'PodSecurityContext.fsGroupChangePolicy',
  'Unconfined RuntimeDefault Localhost': 'SeccompProfile.type AppArmorProfile.type',
  'Pending Running Succeeded Failed Unknown': 'PodStatus.phase',
  'Guaranteed Burstable BestEffort': 'PodStatus.qosClass',
  'ClusterIP NodePort LoadBalancer ExternalName': 'ServiceSpec.type',
  'ClientIP None': 'ServiceSpec.sessionAffinity',
  'Cluster Local': 'ServiceSpec.externalTrafficPolicy ServiceSpec.internalTrafficPolicy',
  'IPv4 IPv6': 'ServiceSpec.ipFamilies',
  'SingleStack PreferDualStack RequireDualStack': 'ServiceSpec.ipFamilyPolicy',
  'Pending Running Terminated': 'NodeStatus.phase',
  'Active Terminating': 'NamespaceStatus.phase',
  'Terminating NotTerminating BestEffort NotBestEffort PriorityClass CrossNamespacePodAffinity VolumeAttributesClass':
    'ResourceQuotaSpec.scopes ScopedResourceSelectorRequirement.scopeName',
  'In NotIn Exists DoesNotExist': 'ScopedResourceSelectorRequirement.operator',
  'Default Unmasked': 'SecurityContext.procMount',
  'Ingress Egress': 'NetworkPolicySpec.policyTypes',
  'None NoSchedule NoExecute': 'DeviceTaint.effect DeviceToleration.effect',
  'Exists Equal': 'DeviceToleration.operator',
  'FromClass FromClaim': 'DeviceAllocationConfiguration.source',
  'Immediate WaitForFirstConsumer': 'StorageClass.volumeBindingMode',
}

const BY_FIELD = new Map(
  [VALUES, ...KIND_FACTS.map(({ fieldValues = {} }) => fieldValues)]
    .flatMap(Object.entries<string>)
    .flatMap(([values, fields]) => fields.split(' ').map((field) => [field, values.split(' ')] as const)),
)

/** The values of a field, named by its type and itself such as `PodSpec.restartPolicy`; undefined where it may be anything. */
export const valuesOfField = (field: string): readonly string[] | undefined => BY_FIELD.get(field)
