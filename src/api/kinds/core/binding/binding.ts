import type * as core from 'kt126/core/v1'
import { timestamp } from '../../../../machinery/clock'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { validateBinding } from '../../shared/pod-update'

/** Assigns a pod to a node. It is never stored: creating one updates the pod. */
export const binding: KindBehaviour = {
  group: '',
  resource: 'bindings',
  kind: 'Binding',
  defaults(object) {
    object['target'] ??= {}
  },
  validate(object) {
    const errors: Errors = []
    validateBinding(object, errors)
    return errors
  },
}

/**
 * Assigns the pod to the binding's node, changing the draft. Returns why this is not possible, which is a conflict of `pods/binding`.
 * `labelled`: copy the binding's labels to the pod; `checked`: the binding's UID and resourceVersion are those that the pod must have.
 */
export function bindPod(
  pod: ApiObject,
  given: ApiObject,
  now: number,
  { labelled, checked }: { readonly labelled: boolean; readonly checked: boolean },
): string | undefined {
  const draft = asDraft<core.Pod>(pod)
  const node = asDraft<core.Binding>(given).target?.name ?? ''
  const { uid, resourceVersion, annotations, labels } = given.metadata
  if (checked && uid && uid !== pod.metadata.uid)
    return `the UID in the precondition (${uid}) does not match the UID in record (${pod.metadata.uid ?? ''})`
  if (checked && resourceVersion && resourceVersion !== pod.metadata.resourceVersion)
    return `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${pod.metadata.resourceVersion ?? ''})`
  if (pod.metadata.deletionTimestamp)
    return `pod ${pod.metadata.name ?? ''} is being deleted, cannot be assigned to a host`
  draft.spec ??= {}
  if (draft.spec.nodeName) return `pod ${pod.metadata.name ?? ''} is already assigned to node "${draft.spec.nodeName}"`
  if ((draft.spec.schedulingGates ?? []).length > 0)
    return `pod ${pod.metadata.name ?? ''} has non-empty .spec.schedulingGates`
  draft.spec.nodeName = node
  if (annotations) pod.metadata.annotations = { ...pod.metadata.annotations, ...annotations }
  if (labelled && labels) pod.metadata.labels = { ...pod.metadata.labels, ...labels }
  draft.status ??= {}
  const others = (draft.status.conditions ?? []).filter(({ type }) => type !== 'PodScheduled')
  const scheduled = { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: timestamp(now) }
  pod['status'] = { ...draft.status, conditions: [...others, scheduled] }
  return undefined
}
