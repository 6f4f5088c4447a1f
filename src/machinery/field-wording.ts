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
 * Ways of saying what is wrong with a field that came with later releases, oldest first: letters in names of ports, limits of lengths as
 * bytes, values as JSON, and names with a domain as label keys.
 */
const WORDINGS = ['port-letters', 'byte-limits', 'json-values', 'label-keys'] as const
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

/** Parts of messages of many rules that a wording replaced. */
const REPLACED: readonly (readonly [wording: FieldWording, part: string, by: string])[] = [
  ['port-letters', 'at least one letter or number (a-z, 0-9)', 'at least one letter (a-z)'],
  ['label-keys', 'a qualified name must', 'a valid label key must'],
]

/** Whether an error is worded differently in some releases. */
export const hasWordings = ({ later, message }: FieldError): boolean =>
  later !== undefined || REPLACED.some(([, part]) => message.includes(part))

/** The error in the newest of the wordings that a release speaks. */
export function worded(error: FieldError, speaks: (wording: FieldWording) => boolean): FieldError {
  const { later, reason, field } = error
  for (const [wording, part, by] of REPLACED)
    if (error.message.includes(part) && speaks(wording))
      return { reason, field, message: error.message.replace(part, by) }
  if (!later) return error
  const wording = WORDINGS.findLast((one) => later[one] !== undefined && speaks(one))
  return { reason, field, message: (wording && later[wording]) ?? error.message }
}

/** Maximum number of errors reported for one object. */
export const MOST_ERRORS = 1000
