import { clone } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { contentFields, type Update } from './update'
import { ruleOfPart, type WriteStep } from './write-steps'

/** Fields that a body may leave out but never clear; the times are the server's, whatever a body says. */
export const completeMetadata: WriteStep<Update> = ({ draft: { metadata }, old }) => {
  if (old.metadata.resourceVersion) metadata.resourceVersion = old.metadata.resourceVersion
  metadata.name ??= old.metadata.name ?? ''
  if (old.metadata.namespace !== undefined) metadata.namespace ??= old.metadata.namespace
  metadata.uid ||= old.metadata.uid ?? ''
  if (old.metadata.creationTimestamp !== undefined) metadata.creationTimestamp = old.metadata.creationTimestamp
  if (old.metadata.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.metadata.deletionTimestamp
  if (old.metadata.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds ??= old.metadata.deletionGracePeriodSeconds
  if (old.metadata.generation === undefined) delete metadata.generation
  else metadata.generation = old.metadata.generation
  delete metadata.selfLink
}

/** What the kind, the subresource or the rule of `/status` makes of a change before it is judged. */
export const prepare: WriteStep<Update> = ({ call, draft, old }) => {
  const { behaviour } = call.type.hub
  const part = ruleOfPart(call)
  if (!call.internal && part?.prepareForUpdate) part.prepareForUpdate(draft, old, call.context)
  else if (call.subresource === 'status') keepAllButStatus(draft, old)
  else if (!call.internal) {
    if (behaviour.hasStatus) keep(draft, old, 'status')
    behaviour.prepareForUpdate?.(draft, old, call.context)
  }
}

function keep(draft: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete draft[field]
  else draft[field] = clone(old[field])
}

/** The generic rule of `/status`: the status and metadata are taken over, everything else stays as it was. */
function keepAllButStatus(draft: ApiObject, old: ApiObject): void {
  for (const field of contentFields(draft, old)) keep(draft, old, field)
}
