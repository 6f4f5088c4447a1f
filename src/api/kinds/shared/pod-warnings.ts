import { canonicalQuantity } from '../../../machinery/quantity'
import type { ObjectMeta } from '../../../machinery/object'
import { dns1123LabelWithoutDots } from '../../../machinery/names'
import { behaves, existsAt } from '../../releases/ledger'
import { APP_ARMOR } from './pod-annotations'
import { addressWarnings } from './address-warnings'
import { DEPRECATED_SOURCES } from './deprecated-sources'
import { deprecatedLabel, expressionWarnings } from './node-labels'
import type { Container, PodSpec } from './pod-types'
import { type Placed, portWarnings } from './port-warnings'
import { volumePathWarnings } from './volume-path-warnings'

const ANNOTATIONS: Readonly<Record<string, string>> = {
  'scheduler.alpha.orch.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.orch.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.orch.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
}
const SECCOMP_POD = 'seccomp.security.alpha.orch.io/pod'
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.orch.io/'

type Metadata = Pick<ObjectMeta, 'annotations'> | undefined

function* repeated<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Generator<[number, string]> {
  const seen = new Set<string>()
  for (const [i, item] of items.entries()) {
    const key = keyOf(item)
    if (key === undefined || key === '') continue
    if (seen.has(key)) yield [i, key]
    seen.add(key)
  }
}

const NO_SELECTOR = 'a null labelSelector results in matching no pod'

/** Labels of nodes that are deprecated, and selectors of pods that match none. */
function schedulingWarnings(spec: PodSpec, field: string, release: number): string[] {
  const texts: string[] = []
  for (const key in spec.nodeSelector) {
    const advice = deprecatedLabel(key, release)
    if (advice) texts.push(`${field}.nodeSelector[${key}]: ${advice}`)
  }
  const { nodeAffinity, podAffinity, podAntiAffinity } = spec.affinity ?? {}
  if (behaves('node-affinity-warnings', release)) {
    const [required, preferred] = [
      nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [],
      nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [],
    ]
    const at = `${field}.affinity.nodeAffinity`
    for (const [i, { matchExpressions }] of required.entries()) {
      const term = `${at}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[${i}]`
      texts.push(...expressionWarnings(matchExpressions, `${term}.matchExpressions`, release))
    }
    for (const [i, { preference }] of preferred.entries()) {
      const term = `${at}.preferredDuringSchedulingIgnoredDuringExecution[${i}].preference`
      texts.push(...expressionWarnings(preference?.matchExpressions, `${term}.matchExpressions`, release))
    }
  }
  for (const [i, { topologyKey = '', labelSelector }] of (spec.topologySpreadConstraints ?? []).entries()) {
    const at = `${field}.topologySpreadConstraints[${i}]`
    const advice = deprecatedLabel(topologyKey, release)
    const named = behaves('node-affinity-warnings', release) ? `${topologyKey} is ` : ''
    if (advice) texts.push(`${at}.topologyKey: ${named}${advice}`)
    if (!labelSelector && behaves('null-selector-warnings', release)) texts.push(`${at}.labelSelector: ${NO_SELECTOR}`)
  }
  return behaves('null-selector-warnings', release)
    ? [
        ...texts,
        ...affinityWarnings(podAffinity, `${field}.affinity.podAffinity`),
        ...affinityWarnings(podAntiAffinity, `${field}.affinity.podAntiAffinity`),
      ]
    : texts
}

function affinityWarnings(affinity: NonNullable<PodSpec['affinity']>['podAffinity'], field: string): string[] {
  const [required, preferred] = [
    affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [],
    affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [],
  ]
  return [
    ...required.flatMap(({ labelSelector }, i) =>
      labelSelector
        ? []
        : [`${field}.requiredDuringSchedulingIgnoredDuringExecution[${i}].labelSelector: ${NO_SELECTOR}`],
    ),
    ...preferred.flatMap(({ podAffinityTerm }, i) =>
      podAffinityTerm?.labelSelector
        ? []
        : [
            `${field}.preferredDuringSchedulingIgnoredDuringExecution[${i}].podAffinityTerm.labelSelector: ${NO_SELECTOR}`,
          ],
    ),
  ]
}

const profileOf = (context: object | undefined): unknown =>
  context && 'appArmorProfile' in context ? context.appArmorProfile : undefined

/** Annotations that fields have replaced. */
function annotationWarnings(
  spec: PodSpec,
  containers: readonly Placed[],
  metadata: Metadata,
  field: string,
  release: number,
): string[] {
  const annotations = metadata?.annotations ?? {}
  const at = (key: string): string => `${field}.annotations[${key}]`
  const ignored = behaves('seccomp-annotations-ignored', release)
  const seccomp = 'non-functional in v1.27+; use the "seccompProfile" field instead'
  const texts = Object.keys(annotations).flatMap((key) => (ANNOTATIONS[key] ? [`${at(key)}: ${ANNOTATIONS[key]}`] : []))
  if (ignored && !spec.securityContext?.seccompProfile && annotations[SECCOMP_POD] !== undefined)
    texts.push(`${at(SECCOMP_POD)}: ${seccomp}`)
  for (const [{ name = '', securityContext }] of containers) {
    const [forSeccomp, forAppArmor] = [`${SECCOMP_CONTAINER}${name}`, `${APP_ARMOR}${name}`]
    if (ignored && !securityContext?.seccompProfile && annotations[forSeccomp] !== undefined)
      texts.push(`${at(forSeccomp)}: ${seccomp}`)
    const profile = profileOf(spec.securityContext) ?? profileOf(securityContext)
    // Standalone pods get the field from the annotation instead.
    const template = field !== 'metadata'
    if (template && !profile && annotations[forAppArmor] !== undefined && behaves('app-armor-warnings', release))
      texts.push(`${at(forAppArmor)}: deprecated since v1.30; use the "appArmorProfile" field instead`)
  }
  return texts
}

function volumeWarnings(spec: PodSpec, field: string, release: number): string[] {
  const texts: string[] = []
  for (const [i, volume] of (spec.volumes ?? []).entries())
    for (const source of Object.keys(volume)) {
      const text = DEPRECATED_SOURCES[source]
      if (text && existsAt({ since: Number(/v1\.(\d+)/.exec(text)?.[1]) }, release))
        texts.push(`${field}.volumes[${i}].${source}: ${text}`)
    }
  return [...texts, ...volumePathWarnings(spec.volumes ?? [], release)]
}

/** Warnings about amounts of bytes that are no whole numbers. */
export function fractionWarnings(
  amounts: Readonly<Record<string, string | undefined>> | undefined,
  names: readonly string[],
  field: string,
): string[] {
  return names.flatMap((name) => {
    const amount = canonicalQuantity(amounts?.[name] ?? '0')
    return /[num]$/.test(amount)
      ? [`${field}[${name}]: fractional byte value "${amount}" is invalid, must be an integer`]
      : []
  })
}

/** Variables that hide another one of the same name without using its value. */
function variableWarnings({ env = [] }: Container, at: string, release: number): string[] {
  return Array.from(repeated(env, ({ name }) => name)).flatMap(([i, name]) => {
    if (!behaves('hidden-variable-warnings', release)) return [`${at}.env[${i}].name: duplicate name "${name}"`]
    const { value = '', valueFrom } = env[i] ?? {}
    const former = `$(${name})`
    if (!valueFrom && value !== former && value.includes(former)) return []
    const why = behaves('dropped-variable-warnings', release) ? ', which may be dropped when using apply' : ''
    return [`${at}.env[${i}]: hides previous definition of "${name}"${why}`]
  })
}

function containerWarnings(containers: readonly Placed[], release: number): string[] {
  const bytes = ['memory', 'ephemeral-storage']
  return containers.flatMap(([container, at]) => [
    ...variableWarnings(container, at, release),
    ...fractionWarnings(container.resources?.limits, bytes, `${at}.resources.limits`),
    ...fractionWarnings(container.resources?.requests, bytes, `${at}.resources.requests`),
  ])
}

/** Addresses and names that occur twice, or in a form that not all programs read alike. */
function listWarnings(spec: PodSpec, field: string, release: number): string[] {
  const texts: string[] = []
  for (const [i, name] of repeated(spec.imagePullSecrets ?? [], ({ name }) => name))
    texts.push(`${field}.imagePullSecrets[${i}].name: duplicate name "${name}"`)
  for (const [i, secret] of (spec.imagePullSecrets ?? []).entries())
    if (!secret.name) texts.push(`${field}.imagePullSecrets[${i}].name: invalid empty name ""`)
  for (const [i, ip] of repeated(spec.hostAliases ?? [], ({ ip }) => ip))
    texts.push(`${field}.hostAliases[${i}].ip: duplicate ip "${ip}"`)
  if (!behaves('address-warnings', release)) return texts
  for (const [i, server] of (spec.dnsConfig?.nameservers ?? []).entries())
    texts.push(...addressWarnings(server, `${field}.dnsConfig.nameservers[${i}]`, release))
  for (const [i, { ip = '' }] of (spec.hostAliases ?? []).entries())
    texts.push(...addressWarnings(ip, `${field}.hostAliases[${i}].ip`, release))
  return texts
}

/** Warnings about a pod, standalone or in a template, that is valid but should be written differently. */
export function podWarnings(spec: PodSpec, metadata: Metadata, field: string, release: number): string[] {
  if (!behaves('pod-warnings', release)) return []
  const containers = (['initContainers', 'containers'] as const).flatMap((member) =>
    (spec[member] ?? []).map((container, i): Placed => [container, `${field}.${member}[${i}]`]),
  )
  const metadataField = field === 'spec' ? 'metadata' : field.replace(/\.spec$/, '.metadata')
  const texts = [
    ...schedulingWarnings(spec, field, release),
    ...annotationWarnings(spec, containers, metadata, metadataField, release),
    ...volumeWarnings(spec, field, release),
    ...listWarnings(spec, field, release),
    ...containerWarnings(containers, release),
    ...portWarnings(containers, release),
  ]
  const { terminationGracePeriodSeconds: grace } = spec
  if (grace !== undefined && grace < 0)
    texts.push(
      `${field}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
    )
  return texts
}

/** Warning about a name that makes a bad host name, for pods and the kinds that name pods after themselves. */
export function podNameWarnings(name = '', release: number, use = 'in Pod names and hostnames'): string[] {
  if (!behaves('pod-name-warnings', release)) return []
  const unfit = dns1123LabelWithoutDots(name)
  return unfit.length > 0
    ? [
        `metadata.name: this is used ${use}, which can result in surprising behavior; a DNS label is recommended: [${unfit.join(' ')}]`,
      ]
    : []
}
