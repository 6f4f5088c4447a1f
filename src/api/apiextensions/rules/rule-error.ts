import {
  duplicate,
  duplicateWithoutValue,
  forbidden,
  invalid,
  invalidWithoutValue,
  required,
} from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { behaves } from '../../releases/ledger'

/** Stands for a value that is not printed. */
const OMITTED = Symbol('omitted')

/** What an error prints of a value: its type, in later releases the value if it is a scalar. */
export function shownValue(type: string, value: unknown, release: number): unknown {
  if (!behaves('rule-errors-show-values', release)) return type
  return type === 'object' || type === 'array' ? OMITTED : value
}

/** The error of a rule that does not hold, with the reason that the rule names. */
export function ruleError(reason: string | undefined, at: string, value: unknown, problem: string): FieldError {
  switch (reason) {
    case 'FieldValueRequired':
      return required(at, problem)
    case 'FieldValueForbidden':
      return forbidden(at, problem)
    case 'FieldValueDuplicate':
      return value === OMITTED ? duplicateWithoutValue(at) : duplicate(at, value)
    default:
      return value === OMITTED ? invalidWithoutValue(at, problem) : invalid(at, value, problem)
  }
}
