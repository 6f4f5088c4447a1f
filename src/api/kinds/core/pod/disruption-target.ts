import { timestamp } from '../../../../machinery/clock'
import type { ApiObject } from '../../../../machinery/object'
import type { Feature } from '../../../releases/gates'
import { podOf } from '../../shared/pod-types'

/** Why a running pod is terminated (gate PodDisruptionConditions). */
export interface Disruption {
  readonly reason: 'EvictionByEvictionAPI' | 'PreemptionByScheduler' | 'DeletionByTaintManager' | 'DeletionByPodGC'
  readonly message: string
}

const TYPE = 'DisruptionTarget'

/** The DisruptionTarget condition; undefined if the release does not report it or the pod already has it. */
export function disruptionTarget(
  pod: ApiObject,
  { reason, message }: Disruption,
  now: number,
  feature: Feature,
): Readonly<Record<string, unknown>> | undefined {
  if (!feature('PodDisruptionConditions')) return undefined
  const before = podOf(pod).status?.conditions?.find(({ type }) => type === TYPE)
  if (before?.status === 'True' && before.reason === reason && before.message === message) return undefined
  const lastTransitionTime = before?.status === 'True' ? before.lastTransitionTime : timestamp(now)
  const { generation } = pod.metadata
  return {
    type: TYPE,
    status: 'True',
    ...(feature('PodObservedGenerationTracking') && generation !== undefined && { observedGeneration: generation }),
    lastProbeTime: null,
    lastTransitionTime,
    reason,
    message,
  }
}
