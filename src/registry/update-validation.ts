import type { FieldError } from '../machinery/field-wording'
import { validateObjectMetaUpdate } from '../machinery/object-meta'
import { addressErrors } from './address-checks'
import { repeatedErrors } from './repeated-meta-errors'
import type { Update } from './update'
import { nameMessages } from './names'
import { identityErrors } from './update-preconditions'
import { metadataErrors, refuseInvalid, ruleOfPart, type WriteStep } from './write-steps'

/** Refuses an invalid change with all errors, each once except for metadata errors up to 1.20. */
export const validate: WriteStep<Update> = async (update) => {
  const { call, draft, old } = update
  const { context, trace } = call
  const { hub } = call.type
  const { behaviour } = hub
  const part = ruleOfPart(call)
  const start = trace.now()
  const changes = [...identityErrors(update), ...validateObjectMetaUpdate(draft.metadata, old.metadata)]
  // Stored objects keep their names, but a prefix may change.
  const rule = nameMessages(behaviour.nameRuleOf?.(context, draft) ?? behaviour.nameRule, context.release)
  const judgesPrefix = call.subresource === '' && !call.internal
  const whole = metadataErrors(update, (name, prefix) => (prefix && judgesPrefix ? rule(name, prefix) : []))
  const errors = [
    ...(call.internal
      ? []
      : part?.validateUpdate
        ? withoutRepeats(part.validateUpdate(draft, old, context))
        : judged(update)),
    ...(call.internal ? [] : addressErrors(behaviour.addresses, draft, old, context)),
    ...withoutRepeats((await behaviour.verify?.(draft, old, call.subresource, context)) ?? []),
  ]
  const ofMetadata = repeatedErrors(hub, changes, whole)
  refuseInvalid(call, call.name, [...ofMetadata, ...errors], start)
}

/** Errors of the object and of the change; most kinds report the object's first. */
function judged({ call, draft, old }: Update): readonly FieldError[] {
  const { context, type } = call
  const { behaviour } = type.hub
  const ofChange = behaviour.validateUpdate?.(draft, old, context) ?? []
  const ofObject = (behaviour.validatesOnce ? undefined : behaviour.validate?.(draft, context, old)) ?? []
  const all = behaviour.updateErrorsFirst ? [...ofChange, ...ofObject] : [...ofObject, ...ofChange]
  return behaviour.repeatsObjectErrors ? [...ofObject, ...all] : all
}

function withoutRepeats(errors: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>()
  return errors.filter(({ reason, field, message }) => {
    const text = `${reason}\n${field}\n${message}`
    return !seen.has(text) && seen.add(text)
  })
}
