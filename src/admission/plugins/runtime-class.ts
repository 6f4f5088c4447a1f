import type * as node from 'kt126/node/v1'
import { unclassifiedError } from '../../machinery/api-error'
import type { PodSpec } from '../../api/kinds/shared/pod-types'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { compareSerialized, type ResourceList } from '../../api/kinds/shared/serialized-quantity'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { podSpecIn } from '../shared/pods'
import { refused } from '../shared/request'
import { mergeTolerations } from '../shared/tolerations'

type RuntimeClass = Draft<node.RuntimeClass>

const CLASSES = { group: 'node.orch.io', resource: 'runtimeclasses' }

const sameAmounts = (a: ResourceList, b: ResourceList): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([name, amount]) => {
    const other = b[name]
    return other !== undefined && compareSerialized(amount, other) === 0
  })

/** Applies a runtime class's overhead and scheduling constraints to a pod (admission document, RuntimeClass). */
export function runtimeClass({ reader, feature }: AdmissionEnvironment): AdmissionPlugin {
  const withOverhead = feature('PodOverhead')

  function classFor(request: AdmissionRequest, spec: PodSpec): RuntimeClass | undefined {
    const name = spec.runtimeClassName
    if (name === undefined) return undefined
    if (name === '') throw unclassifiedError('resource name may not be empty')
    const found = reader.get(CLASSES, undefined, name)
    if (!found) throw refused(request, `pod rejected: RuntimeClass "${name}" not found`)
    return asDraft<node.RuntimeClass>(found)
  }

  function setOverhead(request: AdmissionRequest, spec: PodSpec, { overhead }: RuntimeClass): void {
    if (!overhead) return
    const fixed = overhead.podFixed ?? {}
    // On reinvocation, the overhead is the one set before.
    if (spec.overhead && !sameAmounts(spec.overhead, fixed))
      throw refused(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")
    spec.overhead = { ...fixed }
  }

  function setScheduling(request: AdmissionRequest, spec: PodSpec, { scheduling }: RuntimeClass): void {
    if (!scheduling) return
    const selector = Object.entries(scheduling.nodeSelector ?? {})
    for (const [key, value] of selector) {
      const own = spec.nodeSelector?.[key]
      if (own !== undefined && own !== value)
        throw refused(
          request,
          `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${own}`,
        )
    }
    if (selector.length > 0) spec.nodeSelector = { ...spec.nodeSelector, ...Object.fromEntries(selector) }
    const tolerations = mergeTolerations(spec.tolerations ?? [], scheduling.tolerations ?? [])
    if (tolerations.length > 0) spec.tolerations = tolerations
  }

  return {
    name: 'RuntimeClass',
    operations: ['CREATE'],
    admit(request) {
      const spec = podSpecIn(request)
      const found = spec && classFor(request, spec)
      if (!spec || !found) return
      if (withOverhead) setOverhead(request, spec, found)
      setScheduling(request, spec, found)
    },
    validate(request) {
      const spec = podSpecIn(request)
      if (!spec || !withOverhead) return
      const fixed = classFor(request, spec)?.overhead?.podFixed
      if (fixed === undefined && spec.overhead)
        throw refused(request, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead')
      if (fixed !== undefined && !sameAmounts(spec.overhead ?? {}, fixed))
        throw refused(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")
    },
  }
}
