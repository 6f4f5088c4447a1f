import type { KindContext } from '../../kind'
import type { PodSpec } from './pod-spec'

interface Gated {
  readonly gate: string
  readonly inUse: (spec: PodSpec) => boolean
  readonly drop: (spec: PodSpec) => void
}

const spreads = <Key extends string>(...keys: Key[]): Pick<Gated, 'inUse' | 'drop'> => ({
  inUse: (spec) => (spec.topologySpreadConstraints ?? []).some((one) => keys.some((key) => Object.hasOwn(one, key))),
  drop: (spec) => {
    for (const one of spec.topologySpreadConstraints ?? [])
      for (const key of keys) delete (one as Partial<Record<string, unknown>>)[key]
  },
})
const members = (...keys: (keyof PodSpec)[]): Pick<Gated, 'inUse' | 'drop'> => ({
  inUse: (spec) => keys.some((key) => spec[key] !== undefined),
  drop: (spec) => {
    for (const key of keys) delete spec[key]
  },
})
const containersOf = (spec: PodSpec) => [
  ...(spec.containers ?? []),
  ...(spec.initContainers ?? []),
  ...(spec.ephemeralContainers ?? []),
]

/** Fields of pods that a release has only behind a gate. */
const GATED: readonly Gated[] = [
  { gate: 'MinDomainsInPodTopologySpread', ...spreads('minDomains') },
  { gate: 'NodeInclusionPolicyInPodTopologySpread', ...spreads('nodeAffinityPolicy', 'nodeTaintsPolicy') },
  { gate: 'MatchLabelKeysInPodTopologySpread', ...spreads('matchLabelKeys') },
  { gate: 'UserNamespacesStatelessPodsSupport', ...members('hostUsers') },
  { gate: 'PodSchedulingReadiness', ...members('schedulingGates') },
  {
    gate: 'DynamicResourceAllocation',
    inUse: (spec) => spec.resourceClaims !== undefined,
    drop: (spec) => {
      delete spec.resourceClaims
      for (const { resources } of containersOf(spec)) if (resources) delete resources.claims
    },
  },
  {
    gate: 'ProcMountType',
    inUse: (spec) => containersOf(spec).some(({ securityContext }) => securityContext?.procMount !== undefined),
    drop: (spec) => {
      for (const { securityContext } of containersOf(spec)) if (securityContext) delete securityContext.procMount
    },
  },
]

/** Removes fields whose gate is off, unless the object had them before. */
export function dropGated(spec: PodSpec, old: PodSpec | undefined, context: KindContext): void {
  for (const { gate, inUse, drop } of GATED)
    if (inUse(spec) && !context.feature(gate) && !(old && inUse(old))) drop(spec)
}
