import { equal } from '../machinery/json'
import { addressTexts } from './address-checks'
import { contentFields, type Update } from './update'
import { checkPrecondition, checkUid, checkVersion } from './update-preconditions'
import { completeMetadata, prepare } from './update-prepare'
import { validate } from './update-validation'
import { guard, judge, loadCode, mutate, refuseOtherNamespace, type WriteStep, tracksGeneration } from './write-steps'

const countGeneration: WriteStep<Update> = ({ call, draft, old }) => {
  const { hub } = call.type
  const rule = hub.behaviour.generation
  // Status reports do not change the desired state, even if they set annotations.
  if (!tracksGeneration(hub) || call.subresource === 'status') return
  const changed =
    typeof rule === 'function'
      ? rule(draft, old)
      : contentFields(draft, old).some((field) => !equal(draft[field], old[field]))
  if (changed) draft.metadata.generation = (old.metadata.generation ?? 0) + 1
}

const warn: WriteStep<Update> = ({ call, draft, old }) => {
  const { context, type } = call
  const { addresses, warnings } = type.hub.behaviour
  const texts = [
    ...((call.subresource ? undefined : warnings?.(draft, context, old)) ?? []),
    ...addressTexts(addresses, draft, call.subresource, context.release),
  ]
  for (const warning of texts) context.warn(warning)
}

const begin: WriteStep<Update> = ({ call, draft, old }) => {
  if (!call.subresource) call.type.hub.behaviour.beginUpdate?.(draft, old, call.context)
}

/** Steps from decoded object to replacement of the stored one. */
export const UPDATE: readonly WriteStep<Update>[] = [
  mutate,
  refuseOtherNamespace,
  guard,
  checkPrecondition,
  checkVersion,
  checkUid,
  completeMetadata,
  prepare,
  loadCode,
  validate,
  countGeneration,
  warn,
  judge,
  begin,
]
