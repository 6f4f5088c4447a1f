import { required } from '../../../machinery/field-error'
import type { Errors } from '../meta/rules'
import { unique } from '../meta/rules'

/** Errors of a status: each condition has a type of its own. */
export function conditionErrors(conditions: readonly { readonly type?: string }[] = []): Errors {
  const errors: Errors = []
  const seen = new Set<string>()
  for (const [i, { type = '' }] of conditions.entries()) {
    const at = `status.conditions[${i}].type`
    unique(type, seen, at, errors)
    if (type === '') errors.push(required(at, 'must not be empty'))
  }
  return errors
}
