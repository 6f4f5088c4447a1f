/** Fields that a feature gate guards: while it is off, writes lose them unless the stored object uses them already. */
import type { Feature, GateName } from './gates'
import { isObject } from '../../machinery/json'
import type { Schema } from '../schema'

const TABLE: Readonly<Partial<Record<GateName, readonly string[]>>> = {
  AdmissionWebhookMatchConditions: [
    'admissionregistration.v1.MutatingWebhook matchConditions',
    'admissionregistration.v1.ValidatingWebhook matchConditions',
    'admissionregistration.v1beta1.MutatingWebhook matchConditions',
    'admissionregistration.v1beta1.ValidatingWebhook matchConditions',
  ],
  AnyVolumeDataSource: ['core.v1.PersistentVolumeClaimSpec dataSourceRef'],
  CRDValidationRatcheting: ['extensions.apis.apiextensions.v1.ValidationRule optionalOldSelf'],
  CSIServiceAccountToken: [
    'storage.v1.CSIDriverSpec tokenRequests requiresRepublish',
    'storage.v1beta1.CSIDriverSpec tokenRequests requiresRepublish',
  ],
  CSIStorageCapacity: ['storage.v1.CSIDriverSpec storageCapacity', 'storage.v1beta1.CSIDriverSpec storageCapacity'],
  CSIVolumeFSGroupPolicy: ['storage.v1.CSIDriverSpec fsGroupPolicy', 'storage.v1beta1.CSIDriverSpec fsGroupPolicy'],
  CSRDuration: [
    'certificates.v1.CertificateSigningRequestSpec expirationSeconds',
    'certificates.v1beta1.CertificateSigningRequestSpec expirationSeconds',
  ],
  ConfigurableFSGroupPolicy: ['core.v1.PodSecurityContext fsGroupChangePolicy'],
  CronJobTimeZone: [
    'batch.v1.CronJobSpec timeZone',
    'batch.v1beta1.CronJobSpec timeZone',
    'batch.v2alpha1.CronJobSpec timeZone',
  ],
  CustomResourceValidationExpressions: [
    'extensions.apis.apiextensions.v1.JSONSchemaProps x-orch-validations',
    'extensions.apis.apiextensions.v1beta1.JSONSchemaProps x-orch-validations',
  ],
  DaemonSetUpdateSurge: [
    'apps.v1.RollingUpdateDaemonSet maxSurge',
    'apps.v1beta2.RollingUpdateDaemonSet maxSurge',
    'extensions.v1beta1.RollingUpdateDaemonSet maxSurge',
  ],
  DynamicResourceAllocation: ['core.v1.PodSpec resourceClaims', 'core.v1.ResourceRequirements claims'],
  DynamicKubeletConfig: ['core.v1.NodeSpec configSource', 'core.v1.NodeStatus config'],
  EndpointSliceNodeName: ['discovery.v1.Endpoint nodeName', 'discovery.v1beta1.Endpoint nodeName'],
  EndpointSliceTerminatingCondition: [
    'discovery.v1.EndpointConditions serving terminating',
    'discovery.v1beta1.EndpointConditions serving terminating',
  ],
  EphemeralContainers: ['core.v1.PodSpec ephemeralContainers'],
  EvenPodsSpread: ['core.v1.PodSpec topologySpreadConstraints'],
  GRPCContainerProbe: ['core.v1.Probe grpc'],
  GenericEphemeralVolume: ['core.v1.Volume ephemeral'],
  HPAContainerMetrics: [
    'autoscaling.v2.MetricSpec containerResource',
    'autoscaling.v2beta1.MetricSpec containerResource',
    'autoscaling.v2beta2.MetricSpec containerResource',
  ],
  IPv6DualStack: ['core.v1.ServiceSpec ipFamilies ipFamilyPolicy'],
  IdentifyPodOS: ['core.v1.PodSpec os'],
  ImmutableEphemeralVolumes: ['core.v1.ConfigMap immutable', 'core.v1.Secret immutable'],
  IndexedJob: ['batch.v1.JobSpec completionMode'],
  IngressClassNamespacedParams: [
    'networking.v1.IngressClassParametersReference scope namespace',
    'networking.v1beta1.IngressClassParametersReference scope namespace',
  ],
  JobPodFailurePolicy: ['batch.v1.JobSpec podFailurePolicy'],
  MatchLabelKeysInPodTopologySpread: ['core.v1.TopologySpreadConstraint matchLabelKeys'],
  MaxUnavailableStatefulSet: [
    'apps.v1.RollingUpdateStatefulSetStrategy maxUnavailable',
    'apps.v1beta1.RollingUpdateStatefulSetStrategy maxUnavailable',
    'apps.v1beta2.RollingUpdateStatefulSetStrategy maxUnavailable',
  ],
  MinDomainsInPodTopologySpread: ['core.v1.TopologySpreadConstraint minDomains'],
  NetworkPolicyEndPort: ['networking.v1.NetworkPolicyPort endPort', 'extensions.v1beta1.NetworkPolicyPort endPort'],
  NetworkPolicyStatus: ['networking.v1.NetworkPolicy status', 'extensions.v1beta1.NetworkPolicy status'],
  NodeInclusionPolicyInPodTopologySpread: ['core.v1.TopologySpreadConstraint nodeAffinityPolicy nodeTaintsPolicy'],
  NonPreemptingPriority: [
    'core.v1.PodSpec preemptionPolicy',
    'scheduling.v1.PriorityClass preemptionPolicy',
    'scheduling.v1beta1.PriorityClass preemptionPolicy',
    'scheduling.v1alpha1.PriorityClass preemptionPolicy',
  ],
  PDBUnhealthyPodEvictionPolicy: [
    'policy.v1.PodDisruptionBudgetSpec unhealthyPodEvictionPolicy',
    'policy.v1beta1.PodDisruptionBudgetSpec unhealthyPodEvictionPolicy',
  ],
  PodAffinityNamespaceSelector: ['core.v1.PodAffinityTerm namespaceSelector'],
  PodOverhead: ['core.v1.PodSpec overhead', 'node.v1.RuntimeClass overhead', 'node.v1beta1.RuntimeClass overhead'],
  PodSchedulingReadiness: ['core.v1.PodSpec schedulingGates'],
  ProbeTerminationGracePeriod: ['core.v1.Probe terminationGracePeriodSeconds'],
  RecoverVolumeExpansionFailure: ['core.v1.PersistentVolumeClaimStatus allocatedResources resizeStatus'],
  RuntimeClass: ['core.v1.PodSpec runtimeClassName'],
  SELinuxMountReadWriteOncePod: ['storage.v1.CSIDriverSpec seLinuxMount', 'storage.v1beta1.CSIDriverSpec seLinuxMount'],
  ServiceAppProtocol: ['core.v1.ServicePort appProtocol', 'core.v1.EndpointPort appProtocol'],
  ServiceInternalTrafficPolicy: ['core.v1.ServiceSpec internalTrafficPolicy'],
  ServiceLBNodePortControl: ['core.v1.ServiceSpec allocateLoadBalancerNodePorts'],
  ServiceLoadBalancerClass: ['core.v1.ServiceSpec loadBalancerClass'],
  SetHostnameAsFQDN: ['core.v1.PodSpec setHostnameAsFQDN'],
  StartupProbe: ['core.v1.Container startupProbe'],
  StatefulSetAutoDeletePVC: [
    'apps.v1.StatefulSetSpec persistentVolumeClaimRetentionPolicy',
    'apps.v1beta1.StatefulSetSpec persistentVolumeClaimRetentionPolicy',
    'apps.v1beta2.StatefulSetSpec persistentVolumeClaimRetentionPolicy',
  ],
  StatefulSetMinReadySeconds: [
    'apps.v1.StatefulSetSpec minReadySeconds',
    'apps.v1beta1.StatefulSetSpec minReadySeconds',
    'apps.v1beta2.StatefulSetSpec minReadySeconds',
  ],
  StatefulSetStartOrdinal: [
    'apps.v1.StatefulSetSpec ordinals',
    'apps.v1beta1.StatefulSetSpec ordinals',
    'apps.v1beta2.StatefulSetSpec ordinals',
  ],
  SuspendJob: ['batch.v1.JobSpec suspend'],
  TTLAfterFinished: ['batch.v1.JobSpec ttlSecondsAfterFinished'],
  TokenRequestProjection: ['core.v1.VolumeProjection serviceAccountToken'],
  TopologyAwareHints: ['discovery.v1.Endpoint hints', 'discovery.v1beta1.Endpoint hints'],
  UserNamespacesStatelessPodsSupport: ['core.v1.PodSpec hostUsers'],
  WindowsHostProcessContainers: ['core.v1.WindowsSecurityContextOptions hostProcess'],
}

/** Fields by type name. */
export type DisabledFields = ReadonlyMap<string, ReadonlySet<string>>

/** The table itself, for whoever explains why a field went missing. */
export const gatedFields = (): { gate: GateName; type: string; fields: string[] }[] =>
  (Object.entries(TABLE) as [GateName, readonly string[]][]).flatMap(([gate, rows]) =>
    rows.map((row) => {
      const [type = '', ...fields] = row.split(' ')
      return { gate, type, fields }
    }),
  )

/** The fields that the given features leave out. */
export function disabledFields(feature: Feature): DisabledFields {
  const found = new Map<string, Set<string>>()
  for (const { gate, type, fields } of gatedFields()) {
    if (feature(gate)) continue
    const known = found.get(type) ?? new Set()
    for (const field of fields) known.add(field)
    found.set(type, known)
  }
  return found
}

/**
 * The object without disabled fields, except those that `old`, the stored object, uses somewhere already.
 * The input is never changed; it is returned itself when it uses none of them.
 */
export function dropDisabledFields<T>(object: T, schema: Schema, disabled: DisabledFields, old?: unknown): T {
  if (disabled.size === 0) return object
  let used: Set<string> | undefined
  const keeps = (type: string, field: string): boolean => {
    if (old === undefined) return false
    used ??= usedFields(old, schema, disabled)
    return used.has(`${type} ${field}`)
  }
  return visit(object, schema, disabled, (type, field) => !keeps(type, field)) as T
}

function usedFields(value: unknown, schema: Schema, disabled: DisabledFields): Set<string> {
  const used = new Set<string>()
  visit(value, schema, disabled, (type, field) => {
    used.add(`${type} ${field}`)
    return false
  })
  return used
}

/** Visits every value under its schema and drops the disabled fields for which `drop` says so. */
function visit(
  value: unknown,
  schema: Schema,
  disabled: DisabledFields,
  drop: (type: string, field: string) => boolean,
): unknown {
  const { element, fields, name } = schema
  if (Array.isArray(value)) {
    if (!element) return value
    const items = value.map((item) => visit(item, element, disabled, drop))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (!isObject(value) || (!fields && !element)) return value
  const off = name === undefined ? undefined : disabled.get(name)
  let copy: Record<string, unknown> | undefined
  for (const key in value) {
    if (off?.has(key) && name !== undefined && drop(name, key)) {
      copy ??= { ...value }
      delete copy[key]
      continue
    }
    const field = fields?.get(key) ?? element
    if (!field || (!field.fields && !field.element)) continue
    const after = visit(value[key], field, disabled, drop)
    if (after === value[key]) continue
    copy ??= { ...value }
    copy[key] = after
  }
  return copy ?? value
}
