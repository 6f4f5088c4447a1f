import { forbidden, invalid, notFound, tooLong } from '../../../machinery/field-error'
import type { KindContext } from '../../kind-context'
import { behaves } from '../../releases/ledger'
import { type Errors, label, labels, oneOf, qualifiedName, subdomain, within } from '../meta/rules'
import type { PodSpec } from './pod-types'
import {
  type ContainerContext,
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from './containers'
import type { FileKeyRef } from './environment'
import { type LaterPodSpec, withLater } from './later-pod'
import { validatePodClaims } from './pod-claims'
import { validatePodResources } from './pod-resources'
import { validateResources } from './resources'
import { validateAffinity, validateTolerations, validateTopologySpread } from './scheduling'
import { validatePodSecurity } from './security'
import { validateHostProcess, validateOs } from './pod-os'
import { validateVolumes } from './volumes'
import { plainAddress, validateDnsConfig } from './pod-dns'

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never']
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']
/** Allowed preemption policies. */
export const PREEMPTION_POLICIES: readonly string[] = ['PreemptLowerPriority', 'Never']
const MAXIMUM_DEADLINE = 2 ** 31 - 1

/** Whether the server allows privileged containers. */
export const privilegedAllowed = (context: KindContext): boolean => context.flag('allow-privileged') !== 'false'

/** Validates a pod spec, standalone or in a template. */
export function validatePodSpec(spec: PodSpec, field: string, context: KindContext, errors: Errors): void {
  const { release } = context
  const containers = spec.containers ?? []
  const inits = spec.initContainers ?? []
  // Only pods have no prefix: templates stand below the spec or at `template`.
  const volumes = validateVolumes(spec.volumes ?? [], `${field}.volumes`, context, errors, field !== 'spec')
  const inside: ContainerContext = {
    volumes,
    release,
    feature: context.feature,
    ...(spec.restartPolicy !== undefined && { restartPolicy: spec.restartPolicy }),
    ...(spec.terminationGracePeriodSeconds !== undefined && { gracePeriod: spec.terminationGracePeriodSeconds }),
    privilegedAllowed: privilegedAllowed(context),
    claims: new Set(spec.resourceClaims?.flatMap(({ name }) => (name ? [name] : []))),
    hostUsers: spec.hostUsers !== false,
    ...(spec.os && { os: spec.os.name ?? '' }),
  }
  validatePodClaims(spec.resourceClaims ?? [], release, `${field}.resourceClaims`, errors)
  validateContainers(containers, inside, `${field}.containers`, errors)
  validateInitContainers(inits, containers, inside, `${field}.initContainers`, errors)
  if (spec.ephemeralContainers)
    validateEphemeralContainers(
      spec.ephemeralContainers,
      containers,
      inits,
      inside,
      `${field}.ephemeralContainers`,
      errors,
    )
  validatePodResources(spec, inside, field, errors)
  oneOf(spec.restartPolicy, RESTART_POLICIES, `${field}.restartPolicy`, errors)
  oneOf(spec.dnsPolicy, DNS_POLICIES, `${field}.dnsPolicy`, errors)
  labels(spec.nodeSelector, `${field}.nodeSelector`, errors)
  validatePodSecurity(spec, context, field, errors)
  validateAffinity(spec.affinity, release, `${field}.affinity`, errors)
  validateDnsConfig(spec, `${field}.dnsConfig`, context, errors)
  for (const [i, { conditionType = '' }] of (spec.readinessGates ?? []).entries())
    qualifiedName(conditionType, `${field}.readinessGates[${i}].conditionType`, errors)
  validateTopologySpread(spec.topologySpreadConstraints ?? [], `${field}.topologySpreadConstraints`, errors, context)
  validateGates(spec, field, errors)
  validateHostProcess(spec, field, errors)
  validateHostUsers(spec, field, release, errors)
  validateHostnameOverride(spec, field, errors)
  if (spec.serviceAccountName) subdomain(spec.serviceAccountName, `${field}.serviceAccountName`, errors)
  if (spec.nodeName) subdomain(spec.nodeName, `${field}.nodeName`, errors)
  if (spec.activeDeadlineSeconds !== undefined)
    within(spec.activeDeadlineSeconds, 1, MAXIMUM_DEADLINE, `${field}.activeDeadlineSeconds`, errors)
  if (spec.hostname) label(spec.hostname, `${field}.hostname`, errors)
  if (spec.subdomain) label(spec.subdomain, `${field}.subdomain`, errors)
  validateTolerations(spec.tolerations ?? [], context, `${field}.tolerations`, errors)
  for (const { ip = '', hostnames = [] } of spec.hostAliases ?? []) {
    plainAddress(ip, `${field}.hostAliases.ip`, release, errors)
    for (const hostname of hostnames) subdomain(hostname, `${field}.hostAliases.hostnames`, errors)
  }
  if (spec.priorityClassName) subdomain(spec.priorityClassName, `${field}.priorityClassName`, errors)
  if (spec.runtimeClassName !== undefined) subdomain(spec.runtimeClassName, `${field}.runtimeClassName`, errors)
  if (spec.preemptionPolicy !== undefined)
    oneOf(spec.preemptionPolicy, PREEMPTION_POLICIES, `${field}.preemptionPolicy`, errors)
  if (spec.overhead) validateResources({ limits: spec.overhead }, inside, `${field}.overhead`, errors)
  validateOs(spec, field, errors)
  validateWorkloadRef(spec, field, errors)
  validateFileVolumes(spec, field, errors)
}

/** Each gate that holds back scheduling has its own name. */
function validateGates(spec: PodSpec, field: string, errors: Errors): void {
  const gates = new Set<string>()
  for (const [i, { name = '' }] of (spec.schedulingGates ?? []).entries()) {
    const at = `${field}.schedulingGates[${i}]`
    qualifiedName(name, at, errors)
    if (gates.has(name))
      errors.push({ reason: 'FieldValueDuplicate', field: at, message: `Duplicate value: "${name}"` })
    gates.add(name)
  }
}

const LONGEST_HOSTNAME = 64

/** A host name that replaces the pod's name as it is seen inside the pod (1.34). */
function validateHostnameOverride(spec: PodSpec, field: string, errors: Errors): void {
  const { hostnameOverride } = withLater<LaterPodSpec>(spec)
  if (hostnameOverride === undefined) return
  const at = `${field}.hostnameOverride`
  if (spec.setHostnameAsFQDN) errors.push(forbidden(at, 'may not be specified when setHostnameAsFQDN is true'))
  if (spec.hostNetwork) errors.push(forbidden(at, 'may not be specified when hostNetwork is true'))
  if (hostnameOverride.length > LONGEST_HOSTNAME) errors.push(tooLong(at, LONGEST_HOSTNAME))
  subdomain(hostnameOverride, at, errors)
}

/** The workload whose pods are scheduled together (1.35). */
function validateWorkloadRef(spec: PodSpec, field: string, errors: Errors): void {
  const { workloadRef } = withLater<LaterPodSpec>(spec)
  if (!workloadRef) return
  const { name = '', podGroup = '', podGroupReplicaKey } = workloadRef
  subdomain(name, `${field}.workloadRef.name`, errors)
  label(podGroup, `${field}.workloadRef.podGroup`, errors)
  if (podGroupReplicaKey) label(podGroupReplicaKey, `${field}.workloadRef.podGroupReplicaKey`, errors)
}

/** Variables from a file need it in an empty directory of the pod. */
function validateFileVolumes(spec: PodSpec, field: string, errors: Errors): void {
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name ?? '', volume]))
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const)
    for (const [i, { env = [] }] of (spec[list] ?? []).entries())
      for (const [j, { valueFrom }] of env.entries()) {
        const { fileKeyRef } = (valueFrom ?? {}) as { fileKeyRef?: FileKeyRef }
        if (!fileKeyRef) continue
        const { volumeName = '' } = fileKeyRef
        const volume = volumes.get(volumeName)
        const at = `${field}.${list}[${i}].env[${j}].valueFrom.fileKeyRef.volumeName`
        if (!volume) errors.push(notFound(at, volumeName))
        else if (!volume.emptyDir) errors.push(invalid(at, volumeName, 'referenced volume must be of type emptyDir'))
      }
}

/** Users of their own don't go with other namespaces of the host. */
function validateHostUsers(spec: PodSpec, field: string, release: number, errors: Errors): void {
  if (spec.hostUsers !== false) return
  const later = behaves('host-users-and-devices', release)
  const why = later ? 'when `hostUsers` is false' : 'when `pod.Spec.HostUsers` is false'
  if (spec.hostNetwork) errors.push(forbidden(`${field}.hostNetwork`, why))
  if (spec.hostPID) errors.push(forbidden(`${field}.HostPID`, why))
  if (spec.hostIPC) errors.push(forbidden(`${field}.HostIPC`, why))
  if (!later) return
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const)
    for (const [i, { volumeDevices = [] }] of (spec[list] ?? []).entries())
      if (volumeDevices.length > 0) errors.push(forbidden(`${field}.${list}[${i}].volumeDevices`, why))
}

/** A pod, unlike a template, needs a service account for the tokens in its volumes. */
export function validateTokenVolumes(spec: PodSpec, errors: Errors): void {
  if (spec.serviceAccountName) return
  for (const [i, { projected }] of (spec.volumes ?? []).entries())
    for (const [j, { serviceAccountToken }] of (projected?.sources ?? []).entries())
      if (serviceAccountToken)
        errors.push(
          forbidden(
            `spec.volumes[${i}].projected.sources[${j}].serviceAccountToken`,
            'must not be specified when serviceAccountName is not set',
          ),
        )
}
