import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { podOf } from '../kinds/shared/pod-types'
import { CONTAINER_RULES } from './container-rules'
import { POD_RULES } from './pod-rules'
import type { ContainerView, PodView, PolicyView } from './rules'

/** A pod as one policy has it. */
export interface Measured {
  /** A copy with what the policy fills in. */
  readonly filled: ApiObject
  /** Whether nothing was filled in. */
  readonly unchanged: boolean
  /** What the policy refuses. */
  readonly faults: readonly string[]
}

/** Fills a copy of the pod as a policy has it, and measures it. */
export function measure(object: ApiObject, policy: PolicyView): Measured {
  const filled = clone(object)
  const pod = podOf(filled)
  const view: PodView = { pod, spec: (pod.spec ??= {}) }
  const faults: string[] = []
  const complain = (field: string, why: string) => faults.push(`${field}: ${why}`)
  for (const rule of POD_RULES) rule.fill?.(view, policy)
  for (const rule of POD_RULES) rule.check(view, policy, complain)
  for (const container of containersIn(view)) {
    for (const rule of CONTAINER_RULES) rule.fill?.(container, policy)
    for (const rule of CONTAINER_RULES) rule.check(container, policy, complain)
  }
  return { filled, unchanged: equal(normal(filled), normal(object)), faults }
}

function containersIn(view: PodView): ContainerView[] {
  return (['initContainers', 'containers'] as const).flatMap((list) =>
    (view.spec[list] ?? []).map((container, i) => ({
      ...view,
      container,
      path: `spec.${list}[${i}]`,
    })),
  )
}

/** Empty contexts mean nothing. */
function normal(object: ApiObject): unknown {
  const copy = clone(object)
  const { spec = {} } = podOf(copy)
  if (spec.securityContext && Object.keys(spec.securityContext).length === 0) delete spec.securityContext
  return copy
}
