import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { podOf } from '../kinds/shared/pod-types'
import { CONTAINER_RULES } from './container-rules'
import { POD_RULES } from './pod-rules'
import type { ContainerView, PodView, PolicyView } from './rules'

/** The result of applying a policy to a pod. */
export interface Measured {
  /** A copy with the policy's defaults applied. */
  readonly filled: ApiObject
  /** Whether no defaults were applied. */
  readonly unchanged: boolean
  /** Violations of the policy. */
  readonly faults: readonly string[]
}

/** Applies a policy's defaults to a copy of a pod and collects violations. */
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

/** Drops empty security contexts, which have no meaning. */
function normal(object: ApiObject): unknown {
  const copy = clone(object)
  const { spec = {} } = podOf(copy)
  if (spec.securityContext && Object.keys(spec.securityContext).length === 0) delete spec.securityContext
  return copy
}
