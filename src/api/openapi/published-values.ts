/**
 * Enum values of built-in fields (OpenAPI documents of releases 1.23 to 1.36): `value, value: field …`. `@35` is the first release that
 * publishes a value or field, `@-31` the first that no longer does.
 */
export const PUBLISHED_VALUES = `
  "", BlockDevice, CharDevice, Directory, DirectoryOrCreate, File, FileOrCreate, Socket:
    core.v1.HostPathVolumeSource.type
  "", ControllerExpansionFailed, ControllerExpansionInProgress, NodeExpansionFailed, NodeExpansionInProgress,
    NodeExpansionPending: core.v1.PersistentVolumeClaimStatus.resizeStatus
  ""@29, IPv4, IPv6: core.v1.ServiceSpec.ipFamilies
  *, CONNECT, CREATE, DELETE, UPDATE: admissionregistration.v1.RuleWithOperations.operations
    admissionregistration.v1alpha1.NamedRuleWithOperations.operations
    admissionregistration.v1beta1.NamedRuleWithOperations.operations
    admissionregistration.v1.NamedRuleWithOperations.operations
  *, Cluster, Namespaced: admissionregistration.v1.RuleWithOperations.scope
    admissionregistration.v1alpha1.NamedRuleWithOperations.scope
    admissionregistration.v1beta1.NamedRuleWithOperations.scope admissionregistration.v1.NamedRuleWithOperations.scope
  Active, Terminating: core.v1.NamespaceStatus.phase
  All, ExactCount: resource.v1.ExactDeviceRequest.allocationMode@35 resource.v1.DeviceSubRequest.allocationMode@35
    resource.v1beta1.DeviceRequest.allocationMode@35 resource.v1beta1.DeviceSubRequest.allocationMode@35
    resource.v1beta2.ExactDeviceRequest.allocationMode@35 resource.v1beta2.DeviceSubRequest.allocationMode@35
  Allow, Deny: admissionregistration.v1alpha1.ParamRef.parameterNotFoundAction
  Allow, Forbid, Replace: batch.v1.CronJobSpec.concurrencyPolicy
  Always, IfNotPresent, Never: core.v1.Container.imagePullPolicy core.v1.EphemeralContainer.imagePullPolicy
    core.v1.ImageVolumeSource.pullPolicy
  Always, Never, OnFailure: core.v1.PodSpec.restartPolicy
  Always, OnRootMismatch: core.v1.PodSecurityContext.fsGroupChangePolicy
  ApplyConfiguration, JSONPatch: admissionregistration.v1alpha1.Mutation.patchType
    admissionregistration.v1beta1.Mutation.patchType admissionregistration.v1.Mutation.patchType
  Approved, Denied, Failed: certificates.v1.CertificateSigningRequestCondition.type@-24
  Audit, Deny, Warn: admissionregistration.v1alpha1.ValidatingAdmissionPolicyBindingSpec.validationActions
    admissionregistration.v1beta1.ValidatingAdmissionPolicyBindingSpec.validationActions
    admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec.validationActions
  Available, Bound, Failed, Pending, Released: core.v1.PersistentVolumeStatus.phase
  BestEffort, Burstable, Guaranteed: core.v1.PodStatus.qosClass
  BestEffort, CrossNamespacePodAffinity, NotBestEffort, NotTerminating, PriorityClass, Terminating,
    VolumeAttributesClass@33: core.v1.ResourceQuotaSpec.scopes core.v1.ScopedResourceSelectorRequirement.scopeName
  Bidirectional, HostToContainer, None: core.v1.VolumeMount.mountPropagation
  Block, Filesystem: core.v1.PersistentVolumeSpec.volumeMode core.v1.PersistentVolumeClaimSpec.volumeMode
  Bound, Lost, Pending: core.v1.PersistentVolumeClaimStatus.phase
  ClientIP, None: core.v1.ServiceSpec.sessionAffinity
  Cluster, Local: core.v1.ServiceSpec.externalTrafficPolicy core.v1.ServiceSpec.internalTrafficPolicy
  ClusterFirst, ClusterFirstWithHostNet, Default, None: core.v1.PodSpec.dnsPolicy
  ClusterIP, ExternalName, LoadBalancer, NodePort: core.v1.ServiceSpec.type
  Complete, Failed, Suspended: batch.v1.JobCondition.type@-24
  Container, PersistentVolumeClaim, Pod: core.v1.LimitRangeItem.type@-24
  ContainersReady, Initialized, PodScheduled, Ready: core.v1.PodCondition.type@-24
    core.v1.PodReadinessGate.conditionType@-24
  ControllerResizeFailed@-31, ControllerResizeInProgress, ControllerResizeInfeasible@31, NodeResizeFailed@-31,
    NodeResizeInProgress, NodeResizeInfeasible@31, NodeResizePending:
    core.v1.PersistentVolumeClaimStatus.allocatedResourceStatuses
  Count, FailIndex@28, FailJob, Ignore: batch.v1.PodFailurePolicyRule.action
  Dedicated, Managed, Shared: core.v1.AzureDiskVolumeSource.kind
  Default, Unmasked: core.v1.SecurityContext.procMount policy.v1beta1.PodSecurityPolicySpec.allowedProcMountTypes
  Delete, Recycle, Retain: core.v1.PersistentVolumeSpec.persistentVolumeReclaimPolicy
    storage.v1.StorageClass.reclaimPolicy storage.v1beta1.StorageClass.reclaimPolicy
  DiskPressure, MemoryPressure, NetworkUnavailable, PIDPressure, Ready: core.v1.NodeCondition.type@-24
  DoNotSchedule, ScheduleAnyway: core.v1.TopologySpreadConstraint.whenUnsatisfiable
  DoesNotExist, Exists, Gt, In, Lt, NotIn: core.v1.NodeSelectorRequirement.operator
  DoesNotExist, Exists, In, NotIn: core.v1.ScopedResourceSelectorRequirement.operator
  Egress, Ingress: networking.v1.NetworkPolicySpec.policyTypes
  Equal, Exists: resource.v1alpha3.DeviceToleration.operator resource.v1beta1.DeviceToleration.operator
    resource.v1beta2.DeviceToleration.operator resource.v1.DeviceToleration.operator
  Equal, Exists, Gt@35, Lt@35: core.v1.Toleration.operator
  Equivalent, Exact: admissionregistration.v1.ValidatingWebhook.matchPolicy
    admissionregistration.v1.MutatingWebhook.matchPolicy admissionregistration.v1alpha1.MatchResources.matchPolicy
    admissionregistration.v1.MatchResources.matchPolicy
  Exact, ImplementationSpecific, Prefix: networking.v1.HTTPIngressPath.pathType
  ExternalDNS, ExternalIP, Hostname, InternalDNS, InternalIP: core.v1.NodeAddress.type@-24
  FQDN, IPv4, IPv6: discovery.v1.EndpointSlice.addressType discovery.v1beta1.EndpointSlice.addressType@36
  Fail, Ignore: admissionregistration.v1.ValidatingWebhook.failurePolicy
    admissionregistration.v1.MutatingWebhook.failurePolicy
    admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec.failurePolicy
    admissionregistration.v1.ValidatingAdmissionPolicySpec.failurePolicy
    admissionregistration.v1alpha1.MutatingAdmissionPolicySpec.failurePolicy
    admissionregistration.v1.MutatingAdmissionPolicySpec.failurePolicy
  Failed, Pending, Running, Succeeded, Unknown: core.v1.PodStatus.phase
  Failed, TerminatingOrFailed: batch.v1.JobSpec.podReplacementPolicy
  FallbackToLogsOnError, File: core.v1.Container.terminationMessagePolicy
    core.v1.EphemeralContainer.terminationMessagePolicy
  FieldValueDuplicate, FieldValueForbidden, FieldValueInvalid, FieldValueRequired:
    extensions.apis.apiextensions.v1.ValidationRule.reason
  FileSystemResizePending, Resizing: core.v1.PersistentVolumeClaimCondition.type@-24
  FromClaim, FromClass: resource.v1.DeviceAllocationConfiguration.source@35
    resource.v1beta1.DeviceAllocationConfiguration.source@35 resource.v1beta2.DeviceAllocationConfiguration.source@35
  HTTP, HTTPS: core.v1.HTTPGetAction.scheme
  Honor, Ignore: core.v1.TopologySpreadConstraint.nodeAffinityPolicy core.v1.TopologySpreadConstraint.nodeTaintsPolicy
  IfNeeded, Never: admissionregistration.v1.MutatingWebhook.reinvocationPolicy
    admissionregistration.v1alpha1.MutatingAdmissionPolicySpec.reinvocationPolicy
    admissionregistration.v1beta1.MutatingAdmissionPolicySpec.reinvocationPolicy
    admissionregistration.v1.MutatingAdmissionPolicySpec.reinvocationPolicy
  Immediate, WaitForFirstConsumer: storage.v1.StorageClass.volumeBindingMode
  In, NotIn: batch.v1.PodFailurePolicyOnExitCodesRequirement.operator
  InProgress, Infeasible, Pending: core.v1.ModifyVolumeStatus.status
  Indexed, NonIndexed: batch.v1.JobSpec.completionMode
  Localhost, RuntimeDefault, Unconfined: core.v1.SeccompProfile.type core.v1.AppArmorProfile.type
  Merge, Strict: core.v1.PodSecurityContext.supplementalGroupsPolicy
  NamespaceContentRemaining, NamespaceDeletionContentFailure, NamespaceDeletionDiscoveryFailure,
    NamespaceDeletionGroupVersionParsingFailure, NamespaceFinalizersRemaining: core.v1.NamespaceCondition.type@-24
  Never, PreemptLowerPriority: core.v1.PodSpec.preemptionPolicy scheduling.v1.PriorityClass.preemptionPolicy
    scheduling.v1alpha1.PriorityClass.preemptionPolicy scheduling.v1beta1.PriorityClass.preemptionPolicy
  NoExecute, NoSchedule: resource.v1alpha3.DeviceToleration.effect
  NoExecute, NoSchedule, None@35: resource.v1alpha3.DeviceTaint.effect resource.v1beta1.DeviceTaint.effect
    resource.v1beta1.DeviceToleration.effect resource.v1beta2.DeviceTaint.effect
    resource.v1beta2.DeviceToleration.effect resource.v1.DeviceTaint.effect resource.v1.DeviceToleration.effect
  NoExecute, NoSchedule, PreferNoSchedule: core.v1.Taint.effect core.v1.Toleration.effect
  None, NoneOnDryRun, Some, Unknown: admissionregistration.v1.ValidatingWebhook.sideEffects
    admissionregistration.v1.MutatingWebhook.sideEffects
  None, ReadOnly, ReadWrite: core.v1.AzureDiskVolumeSource.cachingMode
  OnDelete, RollingUpdate: apps.v1.StatefulSetUpdateStrategy.type apps.v1.DaemonSetUpdateStrategy.type
  OrderedReady, Parallel: apps.v1.StatefulSetSpec.podManagementPolicy
  Pending, Running, Terminated: core.v1.NodeStatus.phase
  Pod, PodGroup: scheduling.v1alpha2.PodGroupTemplate.disruptionMode scheduling.v1alpha2.PodGroupSpec.disruptionMode
  PreferDualStack, RequireDualStack, SingleStack: core.v1.ServiceSpec.ipFamilyPolicy
  ReadOnlyMany, ReadWriteMany, ReadWriteOnce, ReadWriteOncePod: core.v1.PersistentVolumeSpec.accessModes
    core.v1.PersistentVolumeClaimSpec.accessModes core.v1.PersistentVolumeClaimStatus.accessModes
  Recreate, RollingUpdate: apps.v1.DeploymentStrategy.type
  SCTP, TCP, UDP: core.v1.ContainerPort.protocol core.v1.ServicePort.protocol core.v1.EndpointPort.protocol
    core.v1.PortStatus.protocol discovery.v1.EndpointPort.protocol discovery.v1beta1.EndpointPort.protocol
    networking.v1.NetworkPolicyPort.protocol networking.v1.IngressPortStatus.protocol
  SIGABRT, SIGALRM, SIGBUS, SIGCHLD, SIGCLD, SIGCONT, SIGFPE, SIGHUP, SIGILL, SIGINT, SIGIO, SIGIOT, SIGKILL, SIGPIPE,
    SIGPOLL, SIGPROF, SIGPWR, SIGQUIT, SIGRTMAX, SIGRTMAX-1, SIGRTMAX-10, SIGRTMAX-11, SIGRTMAX-12, SIGRTMAX-13,
    SIGRTMAX-14, SIGRTMAX-2, SIGRTMAX-3, SIGRTMAX-4, SIGRTMAX-5, SIGRTMAX-6, SIGRTMAX-7, SIGRTMAX-8, SIGRTMAX-9,
    SIGRTMIN, SIGRTMIN+1, SIGRTMIN+10, SIGRTMIN+11, SIGRTMIN+12, SIGRTMIN+13, SIGRTMIN+14, SIGRTMIN+15, SIGRTMIN+2,
    SIGRTMIN+3, SIGRTMIN+4, SIGRTMIN+5, SIGRTMIN+6, SIGRTMIN+7, SIGRTMIN+8, SIGRTMIN+9, SIGSEGV, SIGSTKFLT, SIGSTOP,
    SIGSYS, SIGTERM, SIGTRAP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGUSR1, SIGUSR2, SIGVTALRM, SIGWINCH, SIGXCPU,
    SIGXFSZ: core.v1.Lifecycle.stopSignal core.v1.ContainerStatus.stopSignal
  any, cert sign, client auth, code signing, content commitment, crl sign, data encipherment, decipher only, digital
    signature, email protection, encipher only, ipsec end system, ipsec tunnel, ipsec user, key agreement, key
    encipherment, microsoft sgc, netscape sgc, ocsp signing, s/mime, server auth, signing, timestamping:
    certificates.v1.CertificateSigningRequestSpec.usages
`
