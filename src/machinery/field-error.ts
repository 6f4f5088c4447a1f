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

export const required = (field: At, detail = ''): FieldError =>
  error('FieldValueRequired', field, `Required value${detail && `: ${detail}`}`)
export const invalid = (field: At, value: unknown, detail: string): FieldError =>
  error('FieldValueInvalid', field, `Invalid value: ${show(value)}${detail && `: ${detail}`}`)
/** Like `invalid`, for a value that is too large to print. */
export const invalidWithoutValue = (field: At, detail: string): FieldError =>
  error('FieldValueInvalid', field, `Invalid value: ${detail}`)
export const duplicate = (field: At, value: unknown, detail = ''): FieldError =>
  error('FieldValueDuplicate', field, `Duplicate value: ${show(value)}${detail && `: ${detail}`}`)
export const forbidden = (field: At, detail: string): FieldError =>
  error('FieldValueForbidden', field, `Forbidden: ${detail}`)
export const notFound = (field: At, value: unknown): FieldError =>
  error('FieldValueNotFound', field, `Not found: ${show(value)}`)
export const tooLong = (field: At, max: number): FieldError =>
  error('FieldValueTooLong', field, `Too long: must have at most ${max} bytes`)
export const tooMany = (field: At, actual: number, max: number): FieldError =>
  error('FieldValueTooMany', field, `Too many: ${actual}: must have at most ${max} items`)
export const typeInvalid = (field: At, value: unknown, detail: string): FieldError =>
  error('FieldValueTypeInvalid', field, `Invalid value: ${show(value)}: ${detail}`)
export const internalError = (field: At, detail: string): FieldError =>
  error('InternalError', field, `Internal error: ${detail}`)
const supportedTexts = new WeakMap<readonly string[], string>()
/** Cached per list: one long list may be printed for every item of another. */
function supportedText(supported: readonly string[]): string {
  const known = supportedTexts.get(supported) ?? supported.map((one) => `"${one}"`).join(', ')
  supportedTexts.set(supported, known)
  return known
}

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
