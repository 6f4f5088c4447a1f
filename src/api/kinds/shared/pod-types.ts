import type * as core from 'kt126/core/v1'
import type { ApiObject } from '../../../machinery/object'
import { asDraft, type Draft } from '../meta/draft'

/** A pod during decoding, defaulting or validation: every field may be missing. */
export type Pod = Draft<core.Pod>
/** A pod's spec as a client may send it: any field can be missing. */
export type PodSpec = Draft<core.PodSpec>
/** A pod template as a client may send it. */
export type PodTemplate = Draft<core.PodTemplateSpec>
/** A container as a client may send it. */
export type Container = Draft<core.Container>
/** A toleration as a client may send it. */
export type Toleration = Draft<core.Toleration>

/** Views an object as a pod; undefined gives an empty one. */
export const podOf = (object: ApiObject | undefined): Pod => asDraft<core.Pod>(object)

/** Whether a pod's condition Ready is true. */
export const isPodReady = (pod: ApiObject): boolean =>
  (podOf(pod).status?.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True')

/** Whether all containers of a pod have ended for good. */
export const hasPodEnded = (pod: ApiObject): boolean => ['Failed', 'Succeeded'].includes(podOf(pod).status?.phase ?? '')
