import { type FieldError, type FieldErrorReason, MOST_ERRORS } from './field-wording'
import { goJsonText, goText, GoText } from './go-values'

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

const shortened = (text: string, value: unknown): string =>
  text.length > LONGEST && !(value instanceof GoText) ? `${text.slice(0, LONGEST)}…` : text

/** Whether more errors were found than will be reported, so that long lists need no further checks. */
export const isErrorLimitReached = (errors: readonly FieldError[]): boolean => errors.length > MOST_ERRORS

const error = (reason: FieldErrorReason, field: At, message: string, later?: FieldError['later']): FieldError => ({
  reason,
  field: String(field),
  message,
  ...(later && { later }),
})

const SIMPLE: ReadonlySet<string> = new Set(['string', 'number', 'bigint', 'boolean'])

/** An error that prints a value. Texts and numbers look the same in JSON messages, so only other values have a later wording. */
function withValue(reason: FieldErrorReason, field: At, what: string, value: unknown, detail: string): FieldError {
  const message = (text: string): string => `${what}: ${shortened(text, value)}${detail && `: ${detail}`}`
  const isSimple = SIMPLE.has(typeof value)
  return error(
    reason,
    field,
    message(goText(value)),
    isSimple ? undefined : { 'json-values': message(goJsonText(value)) },
  )
}

/** The field must be set. */
export const required = (field: At, detail = ''): FieldError =>
  error('FieldValueRequired', field, `Required value${detail && `: ${detail}`}`)
/** The field has a value that its rule refuses. */
export const invalid = (field: At, value: unknown, detail: string): FieldError =>
  withValue('FieldValueInvalid', field, 'Invalid value', value, detail)
/** Like `invalid`, for a value that is too large to print. */
export const invalidWithoutValue = (field: At, detail: string): FieldError =>
  error('FieldValueInvalid', field, `Invalid value: ${detail}`)
/** The value occurs more than once in a list that must not repeat. */
export const duplicate = (field: At, value: unknown, detail = ''): FieldError =>
  withValue('FieldValueDuplicate', field, 'Duplicate value', value, detail)
/** Like `duplicate`, for a value that is too large to print. */
export const duplicateWithoutValue = (field: At): FieldError => error('FieldValueDuplicate', field, 'Duplicate value')
/** The field must not be set, or not be changed. */
export const forbidden = (field: At, detail: string): FieldError =>
  error('FieldValueForbidden', field, `Forbidden: ${detail}`)
/** The value refers to something that does not exist. */
export const notFound = (field: At, value: unknown): FieldError =>
  withValue('FieldValueNotFound', field, 'Not found', value, '')
/** The text is longer than `max`. `earlier` says so in releases before those that count bytes. */
export const tooLong = (field: At, max: number, earlier = `must have at most ${max} bytes`): FieldError =>
  error('FieldValueTooLong', field, `Too long: ${earlier}`, {
    'byte-limits': `Too long: may not be more than ${max} bytes`,
    ...(max === 1 && { 'json-values': 'Too long: may not be more than 1 byte' }),
  })
/** The list has more than `max` items. */
export function tooMany(field: At, actual: number, max: number): FieldError {
  const message = (what: string): string => `Too many: ${actual}: must have at most ${max} ${what}`
  return error('FieldValueTooMany', field, message('items'), max === 1 ? { 'json-values': message('item') } : undefined)
}
/** The value has another type than the field. */
export const typeInvalid = (field: At, value: unknown, detail: string): FieldError =>
  withValue('FieldValueTypeInvalid', field, 'Invalid value', value, detail)
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
  withValue(
    'FieldValueNotSupported',
    field,
    'Unsupported value',
    value,
    supported.length ? `supported values: ${supportedText(supported)}` : '',
  )

/** The text of errors outside of a Status: one by itself, several in brackets. */
export function joinedErrors(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))]
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`
}
