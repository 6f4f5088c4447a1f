// Apart from the making of errors: pages read errors, too, and need no code that prints values.

/** Reason of a validation error. Errors carry the path of their field and become the causes of a 422. */
export type FieldErrorReason =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid'
  | 'InternalError'

/**
 * Ways of saying what is wrong with a field that came with later releases, oldest first: limits of lengths as bytes, values as JSON, and
 * names with a domain as label keys.
 */
const WORDINGS = ['byte-limits', 'json-values', 'label-keys'] as const
/** One of these ways. */
export type FieldWording = (typeof WORDINGS)[number]

/** What is wrong with one field. `field` is its path, `message` begins with the kind of error, as in `Required value`. */
export interface FieldError {
  readonly reason: FieldErrorReason
  readonly field: string
  readonly message: string
  /** The message in later wordings, where it differs from `message`. */
  readonly later?: Readonly<Partial<Record<FieldWording, string>>>
}

/** How the rule of names with an optional domain begins. */
const QUALIFIED = 'a qualified name must'

/** Whether an error is worded differently in some releases. */
export const hasWordings = ({ later, message }: FieldError): boolean =>
  later !== undefined || message.includes(QUALIFIED)

/** The error in the newest of the wordings that a release speaks. */
export function worded(error: FieldError, speaks: (wording: FieldWording) => boolean): FieldError {
  const { later, reason, field } = error
  if (error.message.includes(QUALIFIED) && speaks('label-keys'))
    return { reason, field, message: error.message.replace(QUALIFIED, 'a valid label key must') }
  if (!later) return error
  const wording = WORDINGS.findLast((one) => later[one] !== undefined && speaks(one))
  return { reason, field, message: (wording && later[wording]) ?? error.message }
}

/** Maximum number of errors reported for one object. */
export const MOST_ERRORS = 1000
