import { forbidden } from '../../../machinery/field-error'
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
  const volumes = validateVolumes(spec.volumes ?? [], `${field}.volumes`, context, errors)
  const inside: ContainerContext = {
    volumes,
    release,
    feature: context.feature,
    ...(spec.restartPolicy !== undefined && { restartPolicy: spec.restartPolicy }),
    ...(spec.terminationGracePeriodSeconds !== undefined && { gracePeriod: spec.terminationGracePeriodSeconds }),
    privilegedAllowed: privilegedAllowed(context),
    ...(spec.resourceClaims && { claims: new Set(spec.resourceClaims.map(({ name }) => name ?? '')) }),
  }
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
  oneOf(spec.restartPolicy, RESTART_POLICIES, `${field}.restartPolicy`, errors)
  oneOf(spec.dnsPolicy, DNS_POLICIES, `${field}.dnsPolicy`, errors)
  labels(spec.nodeSelector, `${field}.nodeSelector`, errors)
  validatePodSecurity(spec, context.release, field, errors)
  validateAffinity(spec.affinity, release, `${field}.affinity`, errors)
  validateDnsConfig(spec, `${field}.dnsConfig`, context, errors)
  for (const [i, { conditionType = '' }] of (spec.readinessGates ?? []).entries())
    qualifiedName(conditionType, `${field}.readinessGates[${i}].conditionType`, errors)
  validateTopologySpread(spec.topologySpreadConstraints ?? [], `${field}.topologySpreadConstraints`, errors, release)
  validateHostProcess(spec, field, errors)
  if (spec.serviceAccountName) subdomain(spec.serviceAccountName, `${field}.serviceAccountName`, errors)
  if (spec.nodeName) subdomain(spec.nodeName, `${field}.nodeName`, errors)
  if (spec.activeDeadlineSeconds !== undefined)
    within(spec.activeDeadlineSeconds, 1, MAXIMUM_DEADLINE, `${field}.activeDeadlineSeconds`, errors)
  if (spec.hostname) label(spec.hostname, `${field}.hostname`, errors)
  if (spec.subdomain) label(spec.subdomain, `${field}.subdomain`, errors)
  validateTolerations(spec.tolerations ?? [], `${field}.tolerations`, errors)
  for (const { ip = '', hostnames = [] } of spec.hostAliases ?? []) {
    plainAddress(ip, `${field}.hostAliases.ip`, release, errors)
    for (const hostname of hostnames) subdomain(hostname, `${field}.hostAliases.hostnames`, errors)
  }
  if (spec.priorityClassName) subdomain(spec.priorityClassName, `${field}.priorityClassName`, errors)
  if (spec.runtimeClassName !== undefined) subdomain(spec.runtimeClassName, `${field}.runtimeClassName`, errors)
  if (spec.preemptionPolicy !== undefined)
    oneOf(spec.preemptionPolicy, PREEMPTION_POLICIES, `${field}.preemptionPolicy`, errors)
  if (spec.overhead) validateResources({ limits: spec.overhead }, undefined, `${field}.overhead`, errors)
  validateHostUsers(spec, field, release, errors)
  validateOs(spec, field, errors)
  const gates = new Set<string>()
  for (const [i, { name = '' }] of (spec.schedulingGates ?? []).entries()) {
    const at = `${field}.schedulingGates[${i}]`
    qualifiedName(name, at, errors)
    if (gates.has(name))
      errors.push({ reason: 'FieldValueDuplicate', field: at, message: `Duplicate value: "${name}"` })
    gates.add(name)
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
