import { podOf } from '../api/kinds/shared/pod-types'
import type { JsonObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { killEvents } from './container-events'
import { statusesOf } from './container-statuses'
import { stoppedByNode } from './pod-status'
import type { StageContext, StageEvent } from './stage'

const REASON = 'DeadlineExceeded'
const MESSAGE = 'Pod was active on the node longer than the specified deadline'

/** When a pod has been on its node for its `activeDeadlineSeconds`, in milliseconds since the epoch; NaN if it has none, or has not begun. */
export const deadlineOf = (pod: ApiObject): number => {
  const { spec, status } = podOf(pod)
  return Date.parse(status?.startTime ?? '') + (spec?.activeDeadlineSeconds ?? NaN) * 1000
}

/** What a node says about a pod whose deadline has passed. */
export const overdueEvents = (pod: ApiObject): StageEvent[] => [
  { type: 'Normal', reason: REASON, message: MESSAGE },
  ...(statusesOf(pod).some(({ state }) => state?.running) ? killEvents(pod) : []),
]

/** The status of a pod whose deadline has passed: its node has stopped the containers. */
export const overdue = (pod: ApiObject, { now }: StageContext): JsonObject =>
  stoppedByNode(pod, now, { reason: REASON, message: MESSAGE })
