import { FieldPath, forbidden, invalid, required } from '../../../machinery/field-error'
import { goQuoted } from '../../../machinery/go-quote'
import { addAll } from '../../../machinery/lists'
import { annotationKeyErrors } from '../../../machinery/object-meta'
import { parseIp } from '../../../machinery/ip'
import type { KindContext } from '../../kind'
import { behaves, type Served } from '../../releases/ledger'
import type { Errors } from '../meta/rules'
import {
  address,
  label,
  labels,
  oneOf,
  qualifiedName,
  subdomain,
  subdomainWithUnderscores,
  within,
} from '../meta/rules'
import type { PodSpec, PodTemplate } from './pod-types'
import type { ContainerContext } from './containers'
import { validateContainers, validateEphemeralContainers, validateInitContainers } from './containers'
import { validateResources } from './resources'
import { validateAffinity, validateTolerations, validateTopologySpread } from './scheduling'
import { validateSeccompAgreement, validateSeccompAnnotations } from './seccomp'
import { validatePodSecurity } from './security'
import { validateHostProcess, validateOs } from './pod-os'
import { validateVolumes } from './volumes'

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never']
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']
/** Allowed preemption policies. */
export const PREEMPTION_POLICIES: readonly string[] = ['PreemptLowerPriority', 'Never']
const MAXIMUM_DEADLINE = 2 ** 31 - 1
const MIRROR = 'orch.io/config.mirror'
const APPARMOR = 'container.apparmor.security.beta.orch.io/'

/** An address whose message has no examples in earlier releases. */
function plainAddress(ip: string, field: string, release: number, errors: Errors): void {
  if (behaves('address-errors-give-examples', release)) address(ip, field, errors)
  else if (!parseIp(ip)) errors.push(invalid(field, ip, 'must be valid IP address'))
}

function dnsConfig(spec: PodSpec, field: string, served: Served, errors: Errors): void {
  const config = spec.dnsConfig
  if (spec.dnsPolicy === 'None') {
    if (!config) return void errors.push(required(field, 'must provide `dnsConfig` when `dnsPolicy` is None'))
    if ((config.nameservers ?? []).length === 0)
      errors.push(required(`${field}.nameservers`, 'must provide at least one DNS nameserver when `dnsPolicy` is None'))
  }
  if (!config) return
  const [most, longest] = behaves('long-dns-search-list', served.release) ? [32, 2048] : [6, 256]
  const servers = config.nameservers ?? []
  if (servers.length > 3) errors.push(invalid(`${field}.nameservers`, servers, 'must not have more than 3 nameservers'))
  for (const [i, server] of servers.entries())
    plainAddress(server, `${field}.nameservers[${i}]`, served.release, errors)
  const searches = config.searches ?? []
  if (searches.length > most)
    errors.push(invalid(`${field}.searches`, searches, `must not have more than ${most} search paths`))
  if (searches.join(' ').length > longest)
    errors.push(
      invalid(
        `${field}.searches`,
        searches,
        `must not have more than ${longest} characters (including spaces) in the search list`,
      ),
    )
  const relaxed = behaves('underscores-in-search-domains', served)
  for (const [i, search] of searches.entries())
    if (!relaxed || search !== '.')
      (relaxed ? subdomainWithUnderscores : subdomain)(search.replace(/\.$/, ''), `${field}.searches[${i}]`, errors)
  for (const [i, { name }] of (config.options ?? []).entries())
    if (!name) errors.push(required(`${field}.options[${i}]`, 'must not be empty'))
}

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
  dnsConfig(spec, `${field}.dnsConfig`, context, errors)
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

/** Whether a pod annotation is immutable. */
const isFixed = (key: string): boolean => key === MIRROR || key.startsWith(APPARMOR)

/** Errors of changes to annotations of a pod that are fixed once it exists. */
export function validateAnnotationChanges(
  now: Readonly<Record<string, string>> = {},
  before: Readonly<Record<string, string>> = {},
  errors: Errors,
): void {
  for (const key of new Set([...Object.keys(before), ...Object.keys(now)]))
    if (isFixed(key) && now[key] !== before[key]) {
      const change = before[key] === undefined ? 'add' : 'remove or update'
      const what = key === MIRROR ? 'mirror pod annotation' : 'AppArmor annotations'
      errors.push(forbidden(`metadata.annotations[${key}]`, `may not ${change} ${what}`))
    }
}

/** Validates annotations about a pod's containers. */
export function validatePodAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  spec: PodSpec,
  field: string,
  release: number,
  errors: Errors,
): void {
  validateSeccompAnnotations(annotations, field, release, errors)
  for (const key in annotations) {
    const at = `${field}[${key}]`
    const value = annotations[key] ?? ''
    if (key === MIRROR && !spec.nodeName)
      errors.push(invalid(at, value, 'must set spec.nodeName if mirror pod annotation is set'))
    if (!key.startsWith(APPARMOR)) continue
    const container = key.slice(APPARMOR.length)
    const all = [...(spec.containers ?? []), ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])]
    if (!all.some(({ name }) => name === container)) errors.push(invalid(at, container, 'container not found'))
    if (value !== '' && value !== 'runtime/default' && value !== 'unconfined' && !value.startsWith('localhost/'))
      errors.push(invalid(at, value, `invalid AppArmor profile name: ${goQuoted(value)}`))
  }
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

/** Validates a pod template: labels, annotations, spec, and no ephemeral containers. */
export function validatePodTemplate(template: PodTemplate, field: string, context: KindContext, errors: Errors): void {
  const { labels: ofTemplate, annotations } = template.metadata ?? {}
  labels(ofTemplate, `${field}.labels`, errors)
  addAll(errors, annotationKeyErrors(annotations, FieldPath.of(field).child('annotations')))
  const spec = template.spec ?? {}
  validatePodAnnotations(annotations, spec, `${field}.annotations`, context.release, errors)
  validatePodSpec(spec, `${field}.spec`, context, errors)
  validateSeccompAgreement(annotations, spec, `${field}.spec`, context.release, errors)
  if ((spec.ephemeralContainers ?? []).length > 0)
    errors.push(forbidden(`${field}.spec.ephemeralContainers`, 'ephemeral containers not allowed in pod template'))
}

/** Validates a template that must use restart policy Always: of all workloads except jobs. `kind` appears in messages. */
export function validateLastingTemplate(template: PodTemplate, field: string, kind: string, errors: Errors): void {
  const policy = template.spec?.restartPolicy
  if (policy !== undefined && policy !== 'Always')
    errors.push({
      reason: 'FieldValueNotSupported',
      field: `${field}.spec.restartPolicy`,
      message: `Unsupported value: "${policy}": supported values: "Always"`,
    })
  if (template.spec?.activeDeadlineSeconds !== undefined)
    errors.push(forbidden(`${field}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`))
}
