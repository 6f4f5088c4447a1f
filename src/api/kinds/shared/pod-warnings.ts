import type { PodSpec } from './pod-types'
import type { ObjectMeta } from '../../../machinery/object'
import { behaves, existsAt } from '../../releases/ledger'

const LABELS: Readonly<Record<string, string>> = {
  'beta.orch.io/arch': 'use "orch.io/arch" instead',
  'beta.orch.io/os': 'use "orch.io/os" instead',
  'failure-domain.beta.orch.io/region': 'use "topology.orch.io/region" instead',
  'failure-domain.beta.orch.io/zone': 'use "topology.orch.io/zone" instead',
  'beta.orch.io/instance-type': 'use "node.orch.io/instance-type" instead',
}
const ANNOTATIONS: Readonly<Record<string, string>> = {
  'scheduler.alpha.orch.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.orch.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.orch.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
}
const VOLUMES: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
}

function* repeated<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Generator<[number, string]> {
  const seen = new Set<string>()
  for (const [i, item] of items.entries()) {
    const key = keyOf(item)
    if (key === undefined || key === '') continue
    if (seen.has(key)) yield [i, key]
    seen.add(key)
  }
}

/** Warnings about a pod, standalone or in a template, that is valid but should be written differently. */
export function podWarnings(
  spec: PodSpec,
  metadata: Pick<ObjectMeta, 'annotations'> | undefined,
  field: string,
  release: number,
): string[] {
  if (!behaves('pod-warnings', release)) return []
  const texts: string[] = []
  const labelled = (key: string, at: string) => {
    const advice = LABELS[key]
    if (advice) texts.push(`${at}: deprecated since v1.14; ${advice}`)
  }
  for (const key in spec.nodeSelector) labelled(key, `${field}.nodeSelector[${key}]`)
  for (const [i, { topologyKey = '' }] of (spec.topologySpreadConstraints ?? []).entries())
    labelled(topologyKey, `${field}.topologySpreadConstraints[${i}].topologyKey`)
  const metadataField = field === 'spec' ? 'metadata' : field.replace(/\.spec$/, '.metadata')
  for (const key in metadata?.annotations)
    if (ANNOTATIONS[key]) texts.push(`${metadataField}.annotations[${key}]: ${ANNOTATIONS[key]}`)
  for (const [i, volume] of (spec.volumes ?? []).entries())
    for (const source of Object.keys(volume)) {
      const text = VOLUMES[source]
      if (text && existsAt({ since: Number(/v1\.(\d+)/.exec(text)?.[1]) }, release))
        texts.push(`${field}.volumes[${i}].${source}: ${text}`)
    }
  for (const [i, name] of repeated(spec.imagePullSecrets ?? [], ({ name }) => name))
    texts.push(`${field}.imagePullSecrets[${i}].name: duplicate name "${name}"`)
  for (const [i, secret] of (spec.imagePullSecrets ?? []).entries())
    if (!secret.name) texts.push(`${field}.imagePullSecrets[${i}].name: invalid empty name ""`)
  for (const [i, ip] of repeated(spec.hostAliases ?? [], ({ ip }) => ip))
    texts.push(`${field}.hostAliases[${i}].ip: duplicate ip "${ip}"`)
  for (const member of ['initContainers', 'containers'] as const)
    for (const [i, container] of (spec[member] ?? []).entries()) {
      const at = `${field}.${member}[${i}]`
      for (const [j, name] of repeated(container.env ?? [], ({ name }) => name))
        texts.push(`${at}.env[${j}].name: duplicate name "${name}"`)
      for (const list of ['limits', 'requests'] as const)
        for (const name of ['memory', 'ephemeral-storage'])
          if (/m$/.test(container.resources?.[list]?.[name] ?? ''))
            texts.push(
              `${at}.resources.${list}[${name}]: fractional byte value "${container.resources?.[list]?.[name]}" is invalid, must be an integer`,
            )
    }
  if (
    spec.priority !== undefined &&
    spec.terminationGracePeriodSeconds !== undefined &&
    spec.terminationGracePeriodSeconds < 0
  )
    texts.push(
      `${field}.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1`,
    )
  return texts
}
