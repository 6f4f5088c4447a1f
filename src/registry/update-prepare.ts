import { clone } from '../machinery/json'
import type { ApiObject, ObjectMeta } from '../machinery/object'
import { contentFields, type Update } from './update'
import { ruleOfPart, type WriteStep } from './write-steps'

/** Metadata that a body may omit but not clear; timestamps always come from the server. */
export const completeMetadata: WriteStep<Update> = ({ draft: { metadata }, old }) => {
  if (old.metadata.resourceVersion) metadata.resourceVersion = old.metadata.resourceVersion
  metadata.name ??= old.metadata.name ?? ''
  if (old.metadata.namespace === undefined) delete metadata.namespace
  else metadata.namespace ??= old.metadata.namespace
  metadata.uid ||= old.metadata.uid ?? ''
  if (old.metadata.creationTimestamp !== undefined) metadata.creationTimestamp = old.metadata.creationTimestamp
  if (old.metadata.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.metadata.deletionTimestamp
  if (old.metadata.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds ??= old.metadata.deletionGracePeriodSeconds
  if (old.metadata.generation === undefined) delete metadata.generation
  else metadata.generation = old.metadata.generation
  delete metadata.selfLink
}

/** Lets the kind, the subresource or the `/status` rule prepare a change before validation. */
export const prepare: WriteStep<Update> = ({ call, draft, old }) => {
  const { behaviour } = call.type.hub
  const part = ruleOfPart(call)
  if (!call.internal && part?.prepareForUpdate) part.prepareForUpdate(draft, old, call.context)
  else if (call.subresource === 'status') {
    keepAllButStatus(draft, old)
    for (const member of part?.keepsMetadata ?? []) keepMember(draft.metadata, old.metadata, member)
  } else if (!call.internal) {
    if (behaviour.hasStatus) keep(draft, old, 'status')
    behaviour.prepareForUpdate?.(draft, old, call.context)
  }
}

function keepMember<K extends keyof ObjectMeta>(metadata: ObjectMeta, old: ObjectMeta, member: K): void {
  if (old[member] === undefined) delete metadata[member]
  else metadata[member] = old[member]
}

function keep(draft: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete draft[field]
  else draft[field] = clone(old[field])
}

/** The generic `/status` rule: status and metadata are taken over, everything else stays. */
function keepAllButStatus(draft: ApiObject, old: ApiObject): void {
  // No later step of a status write changes these members, so they need no copy.
  for (const field of contentFields(draft, old)) {
    if (old[field] === undefined) delete draft[field]
    else draft[field] = old[field]
  }
}
