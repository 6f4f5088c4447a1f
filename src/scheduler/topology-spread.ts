import type * as core from 'kt126/core/v1'
import type { Draft } from '../api/kinds/meta/draft'
import { podOf } from '../api/kinds/shared/pod-types'
import { asDraft } from '../api/kinds/meta/draft'
import { compileLabelSelector, type LabelSelector } from '../machinery/labels'
import { least as leastOf } from '../machinery/lists'
import type { ApiObject } from '../machinery/object'
import { matchesNodes, tolerates } from './node-selection'
import type { FilterPlugin, Refusal } from './plugin'

type Constraint = Draft<core.TopologySpreadConstraint>

const OK: readonly Refusal[] = []
const MISMATCH = "node(s) didn't match pod topology spread constraints"

/** The selector of a constraint, extended by the pod's own values for its matchLabelKeys. */
export function spreadSelector(pod: ApiObject, { labelSelector, matchLabelKeys = [] }: Constraint): LabelSelector {
  const labels = pod.metadata.labels ?? {}
  const same = matchLabelKeys.flatMap((key) =>
    labels[key] === undefined ? [] : [{ key, operator: 'In' as const, values: [labels[key]] }],
  )
  if (same.length === 0 || !labelSelector) return compileLabelSelector(labelSelector)
  return compileLabelSelector({
    ...labelSelector,
    matchExpressions: [...(labelSelector.matchExpressions ?? []), ...same],
  })
}

/** Whether a node counts for a constraint, by its nodeAffinityPolicy (honoured by default) and nodeTaintsPolicy (ignored by default). */
function takesPart(pod: ApiObject): (constraint: Constraint, node: ApiObject) => boolean {
  const matches = matchesNodes(pod)
  const tolerations = podOf(pod).spec?.tolerations ?? []
  return ({ nodeAffinityPolicy, nodeTaintsPolicy }, node) =>
    (nodeAffinityPolicy === 'Ignore' || matches(node)) &&
    (nodeTaintsPolicy !== 'Honor' ||
      (asDraft<core.Node>(node).spec?.taints ?? []).every(
        (taint) => taint.effect === 'PreferNoSchedule' || tolerates(tolerations, taint),
      ))
}

const counts = (pod: ApiObject, other: ApiObject): boolean =>
  other.metadata.namespace === pod.metadata.namespace && other.metadata.deletionTimestamp === undefined

/** Spreads pods evenly over zones, nodes or other topology domains. */
export const topologySpread: FilterPlugin = {
  name: 'PodTopologySpread',
  prepare({ pod, nodes }) {
    const constraints = (podOf(pod).spec?.topologySpreadConstraints ?? []).filter(
      ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule',
    )
    if (constraints.length === 0) return () => OK
    const included = takesPart(pod)
    // A node that lacks one of the labels is in no domain of any constraint.
    const labelled = nodes.filter(({ object }) =>
      constraints.every(({ topologyKey = '' }) => object.metadata.labels?.[topologyKey] !== undefined),
    )
    const prepared = constraints.map((constraint) => {
      const key = constraint.topologyKey ?? ''
      const selector = spreadSelector(pod, constraint)
      const found = new Map<string, number>()
      for (const { object, pods } of labelled) {
        const domain = object.metadata.labels?.[key]
        if (domain === undefined || !included(constraint, object)) continue
        const here = [...pods].filter((other) => counts(pod, other) && selector.matches(other.metadata.labels))
        found.set(domain, (found.get(domain) ?? 0) + here.length)
      }
      const least = found.size < (constraint.minDomains ?? 1) ? 0 : leastOf(found.values())
      const self = selector.matches(pod.metadata.labels) ? 1 : 0
      return { key, found, least, self, maxSkew: constraint.maxSkew ?? 1 }
    })
    return ({ object }) => {
      for (const { key, found, least, self, maxSkew } of prepared) {
        const domain = object.metadata.labels?.[key]
        if (domain === undefined) return [{ reason: `${MISMATCH} (missing required label)`, final: true }]
        if ((found.get(domain) ?? 0) + self - least > maxSkew) return [{ reason: MISMATCH }]
      }
      return OK
    }
  },
}
