import { addUsage, raiseUsage, readUsage } from '../../quota/amounts'
import type { Quantity } from '../../../machinery/quantity'
import type { PodSpec } from './pod-types'
import { initGroups } from './sidecars'

/** Resources of a pod's containers: the sum of regular containers and sidecars, or the largest init container. */
export function sizeOfContainers(
  { containers = [], initContainers = [] }: PodSpec,
  member: 'requests' | 'limits',
): Map<string, Quantity> {
  const total = new Map<string, Quantity>()
  const { beside, before } = initGroups(initContainers)
  for (const { resources } of [...containers, ...beside]) addUsage(total, readUsage(resources?.[member]))
  for (const group of before) {
    const together = new Map<string, Quantity>()
    for (const { resources } of group) addUsage(together, readUsage(resources?.[member]))
    raiseUsage(total, together)
  }
  return total
}
