import { goText, GoText } from './go-values'

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

/** What is wrong with one field. `field` is its path, `message` begins with the kind of error, as in `Required value`. */
export interface FieldError {
  readonly reason: FieldErrorReason
  readonly field: string
  readonly message: string
}

/** A field path such as `spec.containers[0].ports[key].name`; immutable and cheap to extend. */
export class FieldPath {
  private constructor(private readonly text: string) {}

  static of(...names: string[]): FieldPath {
    return new FieldPath(names.join('.'))
  }
  static readonly root = new FieldPath('')

  child(...names: string[]): FieldPath {
    // Validation makes hundreds of paths per object and prints few of them, so none is built from a list.
    let { text } = this
    for (const name of names) if (name !== '') text = text === '' ? name : `${text}.${name}`
    return new FieldPath(text)
  }
  index(position: number): FieldPath {
    return new FieldPath(`${this.text}[${position}]`)
  }
  key(name: string): FieldPath {
    return new FieldPath(`${this.text}[${name}]`)
  }
  toString(): string {
    return this.text
  }
}

type At = FieldPath | string

/** Longer values are cut: messages are read by people, and one object can have many errors. */
const LONGEST = 16_384

const show = (value: unknown): string => {
  const text = goText(value)
  return text.length > LONGEST && !(value instanceof GoText) ? `${text.slice(0, LONGEST)}…` : text
}

/** Maximum number of errors reported for one object. */
export const MOST_ERRORS = 1000
/** Whether more errors were found than will be reported, so that long lists need no further checks. */
export const isErrorLimitReached = (errors: readonly FieldError[]): boolean => errors.length > MOST_ERRORS

const error = (reason: FieldErrorReason, field: At, text: string): FieldError => ({
  reason,
  field: String(field),
  message: text,
})

/** The field must be set. */
export const required = (field: At, detail = ''): FieldError =>
  error('FieldValueRequired', field, `Required value${detail && `: ${detail}`}`)
/** The field has a value that its rule refuses. */
export const invalid = (field: At, value: unknown, detail: string): FieldError =>
  error('FieldValueInvalid', field, `Invalid value: ${show(value)}${detail && `: ${detail}`}`)
/** Like `invalid`, for a value that is too large to print. */
export const invalidWithoutValue = (field: At, detail: string): FieldError =>
  error('FieldValueInvalid', field, `Invalid value: ${detail}`)
/** The value occurs more than once in a list that must not repeat. */
export const duplicate = (field: At, value: unknown, detail = ''): FieldError =>
  error('FieldValueDuplicate', field, `Duplicate value: ${show(value)}${detail && `: ${detail}`}`)
/** The field must not be set, or not be changed. */
export const forbidden = (field: At, detail: string): FieldError =>
  error('FieldValueForbidden', field, `Forbidden: ${detail}`)
/** The value refers to something that does not exist. */
export const notFound = (field: At, value: unknown): FieldError =>
  error('FieldValueNotFound', field, `Not found: ${show(value)}`)
/** The text is longer than `max` bytes. */
export const tooLong = (field: At, max: number): FieldError =>
  error('FieldValueTooLong', field, `Too long: must have at most ${max} bytes`)
/** The list has more than `max` items. */
export const tooMany = (field: At, actual: number, max: number): FieldError =>
  error('FieldValueTooMany', field, `Too many: ${actual}: must have at most ${max} items`)
/** The value has another type than the field. */
export const typeInvalid = (field: At, value: unknown, detail: string): FieldError =>
  error('FieldValueTypeInvalid', field, `Invalid value: ${show(value)}: ${detail}`)
/** The field can't be validated, although nothing is known to be wrong with it. */
export const internalError = (field: At, detail: string): FieldError =>
  error('InternalError', field, `Internal error: ${detail}`)
const supportedTexts = new WeakMap<readonly string[], string>()
/** Cached per list: one long list may be printed for every item of another. */
function supportedText(supported: readonly string[]): string {
  const known = supportedTexts.get(supported) ?? supported.map((one) => `"${one}"`).join(', ')
  supportedTexts.set(supported, known)
  return known
}

/** The value is not one of those listed. */
export const notSupported = (field: At, value: unknown, supported: readonly string[]): FieldError =>
  error(
    'FieldValueNotSupported',
    field,
    `Unsupported value: ${show(value)}${supported.length ? `: supported values: ${supportedText(supported)}` : ''}`,
  )

/** The text of errors outside of a Status: one by itself, several in brackets. */
export function joinedErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))]
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`
}
