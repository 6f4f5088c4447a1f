import { invalid, type FieldError } from '../../machinery/field-error'

/** The result of validating one value: errors, and how many checks held, by which the best of several schemas is found. */
export class ValueResult {
  readonly errors: FieldError[] = []
  private readonly known = new Map<string, FieldError[]>()
  matches = 0

  get valid(): boolean {
    return this.errors.length === 0
  }
  /** Adds an error unless the same one is there already. */
  add(error: FieldError): void {
    const told = this.known.get(error.field)
    if (told?.some(({ reason, message }) => reason === error.reason && message === error.message)) return
    if (told) told.push(error)
    else this.known.set(error.field, [error])
    this.errors.push(error)
  }
  merge(other: ValueResult): void {
    for (const error of other.errors) this.add(error)
    this.matches += other.matches
  }
}

/** Errors about a value as a whole have no field of their own. */
const NO_FIELD = '<nil>'
export const composite = (path: string, why: string): FieldError => invalid(NO_FIELD, '', `"${path}" ${why}`)
