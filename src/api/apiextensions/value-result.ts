import { invalid } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'

/** The message of a value that breaks its schema. */
export const inBody = (path: string, why: string): string => `${path} in body ${why}`

/** The field shown for errors of combinators. */
const NO_FIELD = '<nil>'

/** An error of a combinator, which is about the value as a whole. */
export const composite = (path: string, why: string): FieldError => invalid(NO_FIELD, '', `"${path}" ${why}`)

/** The result of validating a value: errors, and how many checks passed, which decides between several schemas. */
export class ValueResult {
  readonly errors: FieldError[] = []
  private readonly known = new Map<string, FieldError[]>()
  matches = 0

  get valid(): boolean {
    return this.errors.length === 0
  }

  /** Adds an error unless the field already has the same one, even for another value: items of a list share a field. */
  add(error: FieldError): void {
    const known = this.known.get(error.field)
    if (known?.some((other) => other.reason === error.reason && detailOf(other) === detailOf(error))) return
    if (known) known.push(error)
    else this.known.set(error.field, [error])
    this.errors.push(error)
  }

  merge(other: ValueResult): void {
    for (const error of other.errors) this.add(error)
    this.matches += other.matches
  }
}

/** The error text without the value. */
function detailOf({ field, message }: FieldError): string {
  const [words, choices] = [message.indexOf(`${field} in body`), message.lastIndexOf('supported values: ')]
  return message.slice(Math.max(words, choices, 0))
}
