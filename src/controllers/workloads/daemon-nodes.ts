import type * as apps from 'kt126/apps/v1'
import type * as core from 'kt126/core/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { clone } from '../../machinery/json'
import type { ApiObject, OwnerReference } from '../../machinery/object'
import { meetsSelector, tolerates } from '../../scheduler/node-selection'
import { podOf, type PodTemplate } from '../../api/kinds/shared/pod-types'
import { podFrom } from './pods'

/** A DaemonSet that may be incomplete. */
export type DaemonSet = Draft<apps.DaemonSet>
/** An object as a DaemonSet. */
export const daemonOf = (object: ApiObject): DaemonSet => asDraft<apps.DaemonSet>(object)

type Toleration = Draft<core.Toleration>
const tolerated = (name: string, effect: 'NoSchedule' | 'NoExecute'): Toleration => ({
  key: `node.orch.io/${name}`,
  operator: 'Exists',
  effect,
})
/** Taints that every daemon pod tolerates, because it must run on every node. */
const TOLERATIONS: readonly Toleration[] = [
  tolerated('not-ready', 'NoExecute'),
  tolerated('unreachable', 'NoExecute'),
  tolerated('disk-pressure', 'NoSchedule'),
  tolerated('memory-pressure', 'NoSchedule'),
  tolerated('pid-pressure', 'NoSchedule'),
  tolerated('unschedulable', 'NoSchedule'),
]
const isSame = (a: Toleration, b: Toleration): boolean =>
  a.key === b.key && a.effect === b.effect && a.operator === b.operator && (a.value ?? '') === (b.value ?? '')

/** The tolerations of a daemon's pods: those of the template, whose limits of time a toleration of every daemon replaces. */
function tolerationsOf(spec: Draft<core.PodSpec>): Toleration[] {
  const tolerations = [...(spec.tolerations ?? [])]
  const more = spec.hostNetwork ? [...TOLERATIONS, tolerated('network-unavailable', 'NoSchedule')] : TOLERATIONS
  for (const toleration of more) {
    const at = tolerations.findIndex((one) => isSame(one, toleration))
    tolerations.splice(at < 0 ? tolerations.length : at, 1, toleration)
  }
  return tolerations
}

/** Whether a daemon should run on a node, and whether an existing one may stay. */
export function belongs(template: PodTemplate | undefined, node: ApiObject): { runs: boolean; stays: boolean } {
  const spec = template?.spec ?? {}
  const { metadata } = node
  const affinity = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  const matches =
    (!spec.nodeName || spec.nodeName === metadata.name) &&
    Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => metadata.labels?.[key] === value) &&
    meetsSelector(node, affinity)
  const taints = asDraft<core.Node>(node).spec?.taints ?? []
  const free = (effects: readonly string[]) =>
    taints.every((taint) => !effects.includes(taint.effect ?? '') || tolerates(tolerationsOf(spec), taint))
  return { runs: matches && free(['NoSchedule', 'NoExecute']), stays: matches && free(['NoExecute']) }
}

const FIELD = 'metadata.name'

/** The node that a daemon's pod is on or is intended for. */
export function nodeOf(pod: ApiObject): string | undefined {
  const { spec } = podOf(pod)
  if (spec?.nodeName) return spec.nodeName
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? []
  return terms[0]?.matchFields?.find(({ key }) => key === FIELD)?.values?.[0]
}

/** The daemon's pod for one node, to which the scheduler binds it. */
export function podForNode(template: PodTemplate | undefined, owner: OwnerReference, node: string): ApiObject {
  const pod = podFrom(template, owner)
  const spec = (podOf(pod).spec ??= {})
  spec.tolerations = tolerationsOf(spec)
  const affinity = (spec.affinity = clone(spec.affinity ?? {}))
  affinity.nodeAffinity = {
    ...affinity.nodeAffinity,
    // The template's own requirements were evaluated before; the pod is pinned to this node.
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: FIELD, operator: 'In', values: [node] }] }],
    },
  }
  return pod
}
