import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../../machinery/object'
import { asDraft, type Draft } from '../meta/draft'

/** A pod during decoding, defaulting or validation: every field may be missing. */
export type Pod = Draft<core.Pod>
export type PodSpec = Draft<core.PodSpec>
export type PodTemplate = Draft<core.PodTemplateSpec>
export type Container = Draft<core.Container>
export type Toleration = Draft<core.Toleration>

/** Views an object as a pod; undefined gives an empty one. */
export const podOf = (object: ApiObject | undefined): Pod => asDraft<core.Pod>(object)

/** Whether a pod's condition Ready is true. */
export const isPodReady = (pod: ApiObject): boolean =>
  (podOf(pod).status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')

/** Whether all containers of a pod have ended for good. */
export const hasPodEnded = (pod: ApiObject): boolean => ['Failed', 'Succeeded'].includes(podOf(pod).status?.phase ?? '')
