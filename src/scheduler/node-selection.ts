import type * as core from 'kt126/core/v1'
import type { Draft } from '../api/kinds/meta/draft'
import { podOf } from '../api/kinds/shared/pod-types'
import type { ApiObject } from '../machinery/object'

type Term = Draft<core.NodeSelectorTerm>
type Requirement = Draft<core.NodeSelectorRequirement>

function meets(value: string | undefined, { operator, values = [] }: Requirement): boolean {
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value)
    case 'NotIn':
      return value === undefined || !values.includes(value)
    case 'Exists':
      return value !== undefined
    case 'DoesNotExist':
      return value === undefined
    case 'Gt':
    case 'Lt': {
      const [left, right] = [Number.parseInt(value ?? '', 10), Number.parseInt(values[0] ?? '', 10)]
      return operator === 'Gt' ? left > right : left < right
    }
    default:
      return false
  }
}

/** Whether a node matches a term: all its expressions and fields. An empty term matches nothing. */
export function meetsTerm(node: ApiObject, { matchExpressions = [], matchFields = [] }: Term): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false
  return (
    matchExpressions.every((requirement) => meets(node.metadata.labels?.[requirement.key ?? ''], requirement)) &&
    matchFields.every((requirement) =>
      meets(requirement.key === 'metadata.name' ? node.metadata.name : undefined, requirement),
    )
  )
}

/** Whether a node matches a node selector: at least one of its terms. */
export const meetsSelector = (node: ApiObject, selector: Draft<core.NodeSelector> | undefined): boolean =>
  selector === undefined || (selector.nodeSelectorTerms ?? []).some((term) => meetsTerm(node, term))

/** Returns a predicate: whether a node matches a pod's nodeSelector and required node affinity. */
export function matchesNodes(pod: ApiObject): (node: ApiObject) => boolean {
  const { nodeSelector = {}, affinity } = podOf(pod).spec ?? {}
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  return (node) =>
    Object.entries(nodeSelector).every(([key, value]) => node.metadata.labels?.[key] === value) &&
    meetsSelector(node, required)
}

/** Whether any of the tolerations tolerates a taint. */
export const tolerates = (
  tolerations: readonly Draft<core.Toleration>[],
  { key = '', value = '', effect = '' }: Draft<core.Taint>,
): boolean =>
  tolerations.some(
    (toleration) =>
      (!toleration.effect || toleration.effect === effect) &&
      (!toleration.key || toleration.key === key) &&
      (toleration.operator === 'Exists' || (toleration.value ?? '') === value),
  )
