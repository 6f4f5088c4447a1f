import { addQuantities, compareQuantities, parseQuantity, type Quantity } from '../../../machinery/quantity'
import type { PodSpec } from './pod-types'
import { podResourcesOf } from './later-pod'
import { isNegative, isZero, type ResourceList } from './serialized-quantity'

const COUNTED = ['cpu', 'memory'] as const

function sum(into: Map<string, Quantity>, list: ResourceList | undefined): number {
  let found = 0
  for (const name of COUNTED) {
    const amount = list?.[name]
    if (amount === undefined || isNegative(amount) || isZero(amount)) continue
    const before = into.get(name)
    const value = parseQuantity(amount)
    into.set(name, before ? addQuantities(before, value) : value)
    found++
  }
  return found
}

/** QoS class of a pod: Guaranteed, Burstable or BestEffort, from its own CPU and memory, if it has any, or those of its containers. */
export function qosClassOf(spec: PodSpec): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const requests = new Map<string, Quantity>()
  const limits = new Map<string, Quantity>()
  let guaranteed = true
  const ofPod = podResourcesOf(spec)
  if (ofPod) {
    sum(requests, ofPod.requests)
    const limited = sum(limits, ofPod.limits)
    if (Object.keys(ofPod.limits ?? {}).length > 0 && limited < COUNTED.length) guaranteed = false
  }
  const containers = ofPod ? [] : [...(spec.containers ?? []), ...(spec.initContainers ?? [])]
  for (const { resources } of containers) {
    sum(requests, resources?.requests)
    if (sum(limits, resources?.limits) < COUNTED.length) guaranteed = false
  }
  if (requests.size === 0 && limits.size === 0) return 'BestEffort'
  const same = [...requests].every(([name, amount]) => {
    const limit = limits.get(name)
    return limit !== undefined && compareQuantities(limit, amount) === 0
  })
  return guaranteed && same && requests.size === limits.size ? 'Guaranteed' : 'Burstable'
}
