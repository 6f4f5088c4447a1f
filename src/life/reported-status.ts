import { podOf } from '../api/kinds/shared/pod-types'
import { behaves } from '../api/releases/ledger'
import { isObject, type JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import type { StageContext } from './stage'

const READY_TO_START = 'PodReadyToStartContainers'

/** Conditions that the node sets; those of other authors have their own observedGeneration. */
const OWN = new Set<unknown>([
  READY_TO_START,
  'Initialized',
  'ContainersReady',
  'Ready',
  'PodScheduled',
  'PodResizePending',
  'PodResizeInProgress',
])

/** Completes a pod's status patch with what nodes of a release report: addresses of the host, the sandbox, the generation. */
export function asReported(status: JsonObject, pod: ApiObject, { now, release }: StageContext): JsonObject {
  const hostIP = status['hostIP']
  const hosts = behaves('host-addresses', release) && typeof hostIP === 'string' && { hostIPs: [{ ip: hostIP }] }
  return withGeneration({ ...status, ...hosts, ...withSandbox(status, pod, now, release) }, pod, release)
}

/** A pod has a sandbox from when it gets its address until its containers have ended. */
function withSandbox(status: JsonObject, pod: ApiObject, now: string, release: number): JsonObject {
  const { conditions } = status
  if (!behaves('sandbox-condition', release) || !Array.isArray(conditions)) return {}
  const { podIP, phase, conditions: old = [] } = podOf(pod).status ?? {}
  const reached = status['phase'] ?? phase
  const over = reached === 'Succeeded' || reached === 'Failed'
  const value = !over && (status['podIP'] ?? podIP) !== undefined ? 'True' : 'False'
  const before = old.find(({ type }) => type === READY_TO_START)
  const lastTransitionTime = before?.status === value ? (before.lastTransitionTime ?? now) : now
  const others = conditions.filter((one) => !isObject(one) || one['type'] !== READY_TO_START)
  return { conditions: [{ type: READY_TO_START, status: value, lastTransitionTime }, ...others] }
}

function withGeneration(status: JsonObject, pod: ApiObject, release: number): JsonObject {
  const { generation } = pod.metadata
  if (!generation || !behaves('pod-generation', release)) return status
  const { conditions } = status
  return {
    ...status,
    observedGeneration: generation,
    ...(Array.isArray(conditions) && {
      conditions: conditions.map((condition) =>
        isObject(condition) && OWN.has(condition['type'])
          ? { ...condition, observedGeneration: generation }
          : condition,
      ),
    }),
  }
}

/** Whether the pod has changed since its status was written; false if its status records no generation. */
export function generationIsStale(pod: ApiObject): boolean {
  const { observedGeneration } = (podOf(pod).status ?? {}) as { observedGeneration?: number }
  return observedGeneration !== undefined && observedGeneration !== pod.metadata.generation
}
