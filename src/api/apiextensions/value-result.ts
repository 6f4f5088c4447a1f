import { invalid, type FieldError } from '../../machinery/field-error'

/** Result of validating a value: errors, and the number of checks passed, which selects the best of several schemas. */
/** The error text without the value. */
function detailOf({ field, message }: FieldError): string {
  const [words, choices] = [message.indexOf(`${field} in body`), message.lastIndexOf('supported values: ')]
  return message.slice(Math.max(words, choices, 0))
}

export class ValueResult {
  readonly errors: FieldError[] = []
  private readonly known = new Map<string, FieldError[]>()
  matches = 0

  get valid(): boolean {
    return this.errors.length === 0
  }
  /** Adds an error unless the field already has the same one, even for another value: list items share a field. */
  add(error: FieldError): void {
    const told = this.known.get(error.field)
    if (told?.some((other) => other.reason === error.reason && detailOf(other) === detailOf(error))) return
    if (told) told.push(error)
    else this.known.set(error.field, [error])
    this.errors.push(error)
  }
  merge(other: ValueResult): void {
    for (const error of other.errors) this.add(error)
    this.matches += other.matches
  }
}

/** Field shown for errors about a value as a whole. */
const NO_FIELD = '<nil>'
export const composite = (path: string, why: string): FieldError => invalid(NO_FIELD, '', `"${path}" ${why}`)
