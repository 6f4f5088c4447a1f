import { forbidden, invalid } from '../../../../machinery/field-error'
import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindContext } from '../../../kind-context'
import { behaves, type Served } from '../../../releases/ledger'
import type { Errors } from '../../meta/rules'
import { validatePodSpec } from '../../shared/pod-spec'
import { type Container, podOf, type PodSpec } from '../../shared/pod-types'
import { qosClassOf } from '../../shared/qos-class'
import { isSidecar } from '../../shared/sidecars'
import { declares } from '../node/declared-features'

const MIRROR = 'orch.io/config.mirror'
const RESIZED = ['cpu', 'memory']
/** Fields of a pod spec with containers that have resources, in the order in which they are checked. */
export const LISTS = ['initContainers', 'containers'] as const

type Amounts = Readonly<Record<string, unknown>>
interface Resources {
  readonly requests?: Amounts
  readonly limits?: Amounts
}
/** A pod spec with pod-level resources, which the typed packages lack. */
export type SizedSpec = PodSpec & { resources?: Resources }
/** The spec of a pod. */
export const sizedSpecOf = (object: ApiObject): SizedSpec => podOf(object).spec ?? {}

/** Whether the resources of a container can be changed while it runs. */
export const mayResize = (list: (typeof LISTS)[number], container: Container, served: Served): boolean =>
  list === 'containers' || isSidecar(container) || declares('InPlacePodVerticalScalingInitContainers', served)

/** Names of `requests` or `limits` that are gone; `what` is the beginning of the message. */
function removals(now: Resources, old: Resources, field: string, what: string, errors: Errors): void {
  for (const member of ['requests', 'limits'] as const) {
    const [left, before]: Amounts[] = [now[member] ?? {}, old[member] ?? {}]
    if (Object.keys(before ?? {}).some((name) => left?.[name] === undefined))
      errors.push(forbidden(`${field}.${member}`, `${what} ${member} cannot be removed`))
  }
}

/** Resources without those that can be resized. */
function fixedResources(resources: Resources = {}): object {
  const rest = (amounts: Amounts = {}) =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !RESIZED.includes(name)))
  const { requests, limits, ...others } = resources
  return { ...others, requests: rest(requests), limits: rest(limits) }
}
/** The part of a container that a resize must not change. */
const fixedPart = ({ resources, ...container }: Container): object => ({
  ...container,
  resources: fixedResources(resources),
})

const amountsOf = ({ resources = {} }: SizedSpec): Resources => resources
const hasOwnResources = (spec: SizedSpec): boolean =>
  [amountsOf(spec).requests, amountsOf(spec).limits].some((amounts) => Object.keys(amounts ?? {}).length > 0)

/** Why a pod cannot be resized at all. */
function whole(spec: SizedSpec, old: ApiObject, served: Served): string | undefined {
  const before = sizedSpecOf(old)
  const ownResources = hasOwnResources(before) || hasOwnResources(spec)
  if (ownResources && !behaves('resize-names-missing-gate', served.release))
    return 'pods with pod-level resources cannot be resized'
  if (old.metadata.annotations?.[MIRROR] !== undefined) return 'static pods cannot be resized'
  if (before.os?.name === 'windows') return 'windows pods cannot be resized'
  return undefined
}

/** Pod-level resources. Returns false if nothing else is to be checked. */
function validateOwnResources(spec: SizedSpec, before: SizedSpec, served: Served, errors: Errors): boolean {
  if (!hasOwnResources(spec) && !hasOwnResources(before)) return true
  if (!behaves('resize-whole-pods', served)) {
    const gate = 'InPlacePodLevelResourcesVerticalScalingEnabled'
    errors.push(
      forbidden('', `resize of pods with pod-level resources is forbidden when ${gate} feature gate is disabled`),
    )
    return false
  }
  if (before.resources && !spec.resources)
    errors.push(forbidden('spec.resources', 'pod-level resources cannot be removed'))
  else removals(amountsOf(spec), amountsOf(before), 'spec.resources', 'pod-level resource', errors)
  if (!equal(fixedResources(amountsOf(spec)), fixedResources(amountsOf(before))))
    errors.push(forbidden('spec', 'only cpu and memory resources are mutable at pod-level'))
  return true
}

/** Containers must be the same, in the same order. */
function validateOrder(spec: SizedSpec, before: SizedSpec, errors: Errors): boolean {
  const count = errors.length
  for (const list of ['containers', 'initContainers'] as const) {
    const [now, was] = [spec[list] ?? [], before[list] ?? []]
    if (now.length !== was.length)
      errors.push(forbidden(`spec.${list}`, `${list} may not be added or removed on resize`))
    else
      for (const [i, { name }] of was.entries())
        if (now[i]?.name !== name)
          errors.push(forbidden(`spec.${list}[${i}].name`, `${list} may not be renamed or reordered on resize`))
  }
  return errors.length === count
}

function validateContainers(spec: SizedSpec, before: SizedSpec, served: Served, errors: Errors): void {
  for (const list of LISTS)
    for (const [i, container] of (before[list] ?? []).entries())
      if (mayResize(list, container, served)) {
        const [now, was] = [spec[list]?.[i]?.resources ?? {}, container.resources ?? {}] as Resources[]
        removals(now ?? {}, was ?? {}, `spec.${list}[${i}].resources`, 'resource', errors)
      }
  for (const [i, container] of (before.containers ?? []).entries())
    if (!equal(fixedPart(container), fixedPart(spec.containers?.[i] ?? {})))
      errors.push(forbidden('spec', 'only cpu and memory resources are mutable'))
  for (const [i, container] of (before.initContainers ?? []).entries()) {
    const now = spec.initContainers?.[i] ?? {}
    const may = mayResize('initContainers', container, served)
    const what = may
      ? 'only cpu and memory resources for sidecar containers are mutable'
      : 'resources for non-sidecar init containers are immutable'
    if (!(may ? equal(fixedPart(container), fixedPart(now)) : equal(container, now)))
      errors.push(forbidden('spec', what))
  }
}

/** Errors of a pod that was resized (validation of pods, 1.33 to 1.35). */
export function validateResize(object: ApiObject, old: ApiObject, context: KindContext): Errors {
  const [spec, before] = [sizedSpecOf(object), sizedSpecOf(old)]
  const refused = whole(spec, old, context)
  if (refused !== undefined) return [forbidden('', refused)]
  const { status = {} } = podOf(old)
  const errors: Errors = []
  validatePodSpec(spec, 'spec', context, errors)
  if (qosClassOf(spec) !== (status.qosClass ?? qosClassOf(before)))
    errors.push(invalid('spec', status.qosClass, 'Pod QOS Class may not change as a result of resizing'))
  const running = (status.containerStatuses ?? []).find((one) => one.state?.running)
  if (running && !('resources' in running))
    errors.push(forbidden('spec', 'Pod running on node without support for resize'))
  if (validateOwnResources(spec, before, context, errors) && validateOrder(spec, before, errors))
    validateContainers(spec, before, context, errors)
  return errors
}
