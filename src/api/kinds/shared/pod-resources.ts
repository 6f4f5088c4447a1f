import { forbidden, invalid } from '../../../machinery/field-error'
import { compareQuantities, formatQuantity, parseQuantity } from '../../../machinery/quantity'
import { behaves, type Served } from '../../releases/ledger'
import type { Errors } from '../meta/rules'
import { podResourcesOf } from './later-pod'
import { sizeOfContainers } from './pod-size'
import type { PodSpec } from './pod-types'
import { isHugePages, isPodResource, type ResourceContext, validateResources } from './resources'
import { compareSerialized, type ResourceList } from './serialized-quantity'

/** Validates requests and limits of a whole pod, also against those of its containers. */
export function validatePodResources(spec: PodSpec, context: ResourceContext, field: string, errors: Errors): void {
  const resources = podResourcesOf(spec)
  if (!resources) return
  const at = `${field}.resources`
  if (spec.os?.name === 'windows') return void errors.push(forbidden(at, 'may not be set for a windows pod'))
  if (resources.claims) errors.push(forbidden(`${at}.claims`, 'claims may not be set for Resources at pod-level'))
  validateResources({ ...resources, claims: [...(resources.claims ?? [])] }, { ...context, ofPod: true }, at, errors)
  aggregate(spec, 'requests', resources.requests, () => true, at, errors)
  aggregate(spec, 'limits', resources.limits, isHugePages, at, errors)
  for (const [i, { resources: own }] of (spec.containers ?? []).entries())
    for (const [name, amount] of Object.entries(own?.limits ?? {})) {
      const limit = resources.limits?.[name]
      if (limit !== undefined && compareSerialized(amount, limit) > 0)
        errors.push(
          invalid(
            `${at}.containers[${i}][${name}].limits`,
            amount,
            `must be less than or equal to pod limits of ${limit}`,
          ),
        )
    }
}

/** The amounts of all containers together must not exceed those of the pod. */
function aggregate(
  spec: PodSpec,
  member: 'requests' | 'limits',
  ofPod: ResourceList | undefined,
  compared: (name: string) => boolean,
  field: string,
  errors: Errors,
): void {
  for (const [name, amount] of sizeOfContainers(spec, member)) {
    const most = ofPod?.[name]
    if (most === undefined || !compared(name) || compareQuantities(amount, parseQuantity(most)) <= 0) continue
    const why = `must be greater than or equal to aggregate container ${member} of ${formatQuantity(amount)}`
    errors.push(invalid(`${field}.${member}[${name}]`, most, why))
  }
}

/**
 * Completes requests and limits of a whole pod: requests are those of its containers, else its limits; limits of huge pages are those of its
 * containers.
 */
export function defaultPodResources(spec: PodSpec, served: Served): void {
  const resources = podResourcesOf(spec)
  if (!resources || !served.feature('PodLevelResources')) return
  const { limits = {}, requests = {} } = resources
  const some = Object.keys(limits).length + Object.keys(requests).length > 0
  if (some && behaves('pod-huge-page-limits', served.release))
    for (const [name, amount] of sizeOfContainers(spec, 'limits'))
      if (isHugePages(name) && requests[name] === undefined) limits[name] ??= formatQuantity(amount)
  if (Object.keys(limits).length === 0) return
  resources.limits = limits
  for (const [name, amount] of sizeOfContainers(spec, 'requests'))
    if (isPodResource(name) && !isHugePages(name)) requests[name] ??= formatQuantity(amount)
  for (const [name, limit] of Object.entries(limits)) if (isPodResource(name)) requests[name] ??= limit
  if (Object.keys(requests).length > 0) resources.requests = requests
}
