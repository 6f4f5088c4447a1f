import type * as core from 'kt126/core/v1'
import { podResourcesOf } from '../kinds/shared/later-pod'
import { sizeOfContainers } from '../kinds/shared/pod-size'
import type { ApiObject } from '../../machinery/object'
import type { Quantity } from '../../machinery/quantity'
import { asDraft, type Draft } from '../kinds/meta/draft'
import { isExtended, isHugePages, isPodResource } from '../kinds/shared/resources'
import { addUsage, ONE, readUsage, type Usage } from './amounts'
import { podInScope } from './scopes'
import type { QuotaEvaluator } from './evaluator'

const COMPUTE = ['cpu', 'memory'] as const
/** Resources that every container must specify once a quota limits them. */
const DECLARED = COMPUTE.flatMap((name) => [name, `requests.${name}`, `limits.${name}`])
const POD_NAMES = new Set([
  'count/pods',
  'pods',
  ...DECLARED,
  'ephemeral-storage',
  'requests.ephemeral-storage',
  'limits.ephemeral-storage',
])

/** Quota usage of requests and limits: a plain name means requests. */
function sizeUsage(requests: Usage, limits: Usage): Map<string, Quantity> {
  const usage = new Map<string, Quantity>()
  for (const [name, amount] of requests) {
    if (POD_NAMES.has(name) || isHugePages(name)) usage.set(name, amount).set(`requests.${name}`, amount)
    else if (isExtended(name)) usage.set(`requests.${name}`, amount)
  }
  for (const [name, amount] of limits) if (POD_NAMES.has(`limits.${name}`)) usage.set(`limits.${name}`, amount)
  return usage
}

/** Whether a pod counts as running: finished pods, and those past their deletion grace period, use only object count. */
function isAtWork(pod: ApiObject, now: number): boolean {
  const { phase } = (pod.status ?? {}) as { phase?: string }
  if (phase === 'Failed' || phase === 'Succeeded') return false
  const { deletionTimestamp, deletionGracePeriodSeconds } = pod.metadata
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return true
  return now <= Date.parse(deletionTimestamp) + Number(deletionGracePeriodSeconds) * 1000
}

/** Resources of a pod: its own, or those of its containers, and the overhead. */
function podSize(spec: Draft<core.PodSpec>, member: 'requests' | 'limits'): Usage {
  const total = sizeOfContainers(spec, member)
  for (const [name, amount] of readUsage(podResourcesOf(spec)?.[member]))
    if (isPodResource(name)) total.set(name, amount)
  addUsage(total, readUsage(spec.overhead))
  return total
}

/** What a pod uses of a quota: itself, and the resources of its containers. */
export const pods: QuotaEvaluator = {
  updates: false,
  covers: (name) =>
    POD_NAMES.has(name) ||
    isHugePages(name.replace(/^requests\./, '')) ||
    (name.startsWith('requests.') && isExtended(name.slice('requests.'.length))),
  usage(pod, now) {
    const usage = new Map([['count/pods', ONE]])
    if (!isAtWork(pod, now)) return usage
    const { spec = {} } = asDraft<core.Pod>(pod)
    usage.set('pods', ONE)
    addUsage(usage, sizeUsage(podSize(spec, 'requests'), podSize(spec, 'limits')))
    return usage
  },
  inScope: podInScope,
  undeclared(pod, names) {
    const asked = names.filter((name) => DECLARED.includes(name))
    if (asked.length === 0) return []
    const { containers = [], initContainers = [] } = asDraft<core.Pod>(pod).spec ?? {}
    const missing = [...containers, ...initContainers].flatMap(({ resources }) => {
      const declared = sizeUsage(readUsage(resources?.requests), readUsage(resources?.limits))
      return asked.filter((name) => !declared.has(name))
    })
    return [...new Set(missing)].sort()
  },
}
