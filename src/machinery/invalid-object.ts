import { ApiError, type KindName, type Speaks, type StatusDetails } from './api-error'
import { type FieldError, MOST_ERRORS, hasWordings, worded } from './field-wording'

/** Maximum length of reported error text: all errors together could be gigabytes. */
const MOST_LETTERS = 1024 * 1024

/** The leading errors that fit into a response. */
function toldOf(errors: readonly FieldError[]): readonly FieldError[] {
  let letters = 0
  const end = errors.findIndex(({ field, message }, i) => {
    letters += field.length + message.length
    return i > 0 && (i >= MOST_ERRORS || letters > MOST_LETTERS)
  })
  return end < 0 ? errors : errors.slice(0, end)
}

/** A failed validation. */
class InvalidObject extends ApiError {
  constructor(
    private readonly of: KindName,
    private readonly objectName: string,
    private readonly errors: readonly FieldError[],
  ) {
    const { message, details } = toldErrors(of, objectName, errors)
    super(422, 'Invalid', message, details)
  }

  override inWords(speaks: Speaks): ApiError {
    if (!this.errors.some(hasWordings)) return this
    return new InvalidObject(
      this.of,
      this.objectName,
      this.errors.map((error) => worded(error, speaks)),
    )
  }
}

/** 422: validation failed. The message lists at most `MOST_ERRORS` errors; each becomes a cause. */
export const invalidObject = (of: KindName, name: string, errors: readonly FieldError[]): ApiError =>
  new InvalidObject(of, name, errors)

function toldErrors(
  of: KindName,
  name: string,
  errors: readonly FieldError[],
): { readonly message: string; readonly details: StatusDetails } {
  const told = toldOf(errors)
  // Repeated errors are separate causes, but the message names them once.
  const texts = [...new Set(told.map(({ field, message }) => `${field}: ${message}`))]
  if (told.length < errors.length) texts.push('and more')
  const list = texts.join(', ')
  const kind = `${of.kind}${of.group ? `.${of.group}` : ''}`
  return {
    message: `${kind} "${name}" is invalid: ${texts.length === 1 ? list : `[${list}]`}`,
    details: {
      ...(name && { name }),
      ...(of.group && { group: of.group }),
      ...(of.kind && { kind: of.kind }),
      causes: told.map(({ reason, field, message }) => ({ reason, message, field })),
    },
  }
}
