import { podOf } from '../api/kinds/shared/pod-types'
import { behaves } from '../api/releases/ledger'
import { isObject, type JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'

/** Conditions that the node sets; those of other authors have their own observedGeneration. */
const OWN = new Set<unknown>([
  'Initialized',
  'ContainersReady',
  'Ready',
  'PodScheduled',
  'PodResizePending',
  'PodResizeInProgress',
])

/** Adds to a pod's status patch the generation of the pod that it describes. */
export function withGeneration(status: JsonObject, pod: ApiObject, release: number): JsonObject {
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
