import { forbidden, invalid } from '../../../../machinery/field-error'
import { clone, equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { SubresourceBehaviour } from '../../../subresource-behaviour'
import type { KindContext } from '../../../kind-context'
import type { Errors } from '../../meta/rules'
import { validatePodSpec } from '../../shared/pod-spec'
import { type Container, podOf } from '../../shared/pod-types'
import { qosClassOf } from '../../shared/qos-class'
import { isSidecar, later } from '../../shared/sidecars'
import { behaves, type Served } from '../../../releases/ledger'
import { declares } from '../node/declared-features'
import { countSpecChange } from './pod-generation'

const MIRROR = 'orch.io/config.mirror'
const RESIZED = ['cpu', 'memory']
const LISTS = ['initContainers', 'containers'] as const

const mayResize = (list: (typeof LISTS)[number], container: Container, served: Served): boolean =>
  list === 'containers' || isSidecar(container) || declares('InPlacePodVerticalScalingInitContainers', served)

/** Takes only container resources and resize policies from the request, everything else from the stored pod. */
function keepResources(object: ApiObject, old: ApiObject, served: Served): void {
  const { name, namespace, uid, resourceVersion, managedFields } = object.metadata
  const given = podOf(object).spec ?? {}
  const stored = clone(old)
  for (const list of LISTS)
    for (const container of podOf(stored).spec?.[list] ?? []) {
      const asked = given[list]?.find((one) => one.name === container.name)
      if (!asked || !mayResize(list, container, served)) continue
      Object.assign(container, { resources: clone(asked.resources ?? {}) })
      const { resizePolicy } = later(asked)
      if (resizePolicy) Object.assign(container, { resizePolicy: clone(resizePolicy) })
    }
  const own = { name, namespace, uid, resourceVersion, managedFields }
  const kept = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
  object['spec'] = stored['spec']
  object['status'] = stored['status']
  object.metadata = { ...stored.metadata, ...kept }
}

/** Whether a started container requests different resources than before. */
const asksForOther = (object: ApiObject, old: ApiObject): boolean =>
  (podOf(old).spec?.containers ?? []).some(
    ({ name, resources = {} }, i) =>
      (podOf(old).status?.containerStatuses ?? []).some((status) => status.name === name) &&
      !equal(resources.requests ?? {}, podOf(object).spec?.containers?.[i]?.resources?.requests ?? {}),
  )

type Amounts = Readonly<Record<string, unknown>>

function containerFaults(now: Container, old: Container, field: string, errors: Errors): void {
  for (const member of ['requests', 'limits'] as const) {
    const [left, before]: Amounts[] = [now.resources?.[member] ?? {}, old.resources?.[member] ?? {}]
    if (Object.keys(before ?? {}).some((name) => left?.[name] === undefined))
      errors.push(forbidden(`${field}.resources.${member}`, `resource ${member} cannot be removed`))
  }
}

/** The parts of a container's resources that are immutable while it runs. */
function fixedPart({ resources = {} }: Container): object {
  const rest = (amounts: Amounts = {}) =>
    Object.fromEntries(Object.entries(amounts).filter(([name]) => !RESIZED.includes(name)))
  const { requests, limits, ...others } = resources
  return { ...others, requests: rest(requests), limits: rest(limits) }
}

function whole(old: ApiObject): string | undefined {
  const { spec = {} } = podOf(old)
  if (old.metadata.annotations?.[MIRROR] !== undefined) return 'static pods cannot be resized'
  if (spec.os?.name === 'windows') return 'windows pods cannot be resized'
  return undefined
}

function validateResize(object: ApiObject, old: ApiObject, context: KindContext): Errors {
  const refused = whole(old)
  if (refused !== undefined) return [forbidden('', refused)]
  const { spec = {} } = podOf(object)
  const { spec: before = {}, status = {} } = podOf(old)
  const errors: Errors = []
  validatePodSpec(spec, 'spec', context, errors)
  if (qosClassOf(spec) !== (status.qosClass ?? qosClassOf(before)))
    errors.push(invalid('spec', status.qosClass, 'Pod QOS Class may not change as a result of resizing'))
  const unsupported = (status.containerStatuses ?? []).some((one) => one.state?.running && !('resources' in one))
  if (unsupported) errors.push(forbidden('spec', 'Pod running on node without support for resize'))
  for (const list of LISTS)
    for (const [i, container] of (before[list] ?? []).entries())
      containerFaults(spec[list]?.[i] ?? {}, container, `spec.${list}[${i}]`, errors)
  const moved = LISTS.some((list) =>
    (before[list] ?? []).some((one, i) => !equal(fixedPart(one), fixedPart(spec[list]?.[i] ?? {}))),
  )
  if (moved) errors.push(forbidden('spec', 'only cpu and memory resources are mutable'))
  return errors
}

/** The subresource that resizes a running pod (resource API, "Resize"). */
export const resize: SubresourceBehaviour = {
  prepareForUpdate(object, old, { release, feature }) {
    keepResources(object, old, { release, feature })
    countSpecChange(object, old, release)
    if (behaves('resize-proposed', release) && asksForOther(object, old))
      object['status'] = { ...podOf(object).status, resize: 'Proposed' }
  },
  validateUpdate: validateResize,
}
