import { invalid, type FieldError } from '../../machinery/field-error'
import { writeJson } from '../../machinery/json-text'

/** What became of checking one value: errors, and how many checks held (which decides whose errors are told). */
export class ValueResult {
  readonly errors: FieldError[] = []
  private readonly known = new Set<string>()
  matches = 0

  get valid(): boolean {
    return this.errors.length === 0
  }
  /** Adds an error unless the same one is there already. */
  add(...errors: FieldError[]): void {
    for (const error of errors) {
      const text = `${error.field}\n${writeJson(error)}`
      if (this.known.has(text)) continue
      this.known.add(text)
      this.errors.push(error)
    }
  }
  merge(other: ValueResult): void {
    this.add(...other.errors)
    this.matches += other.matches
  }
}

/** Errors about a value as a whole have no field of their own. */
const NO_FIELD = '<nil>'
export const composite = (path: string, why: string): FieldError => invalid(NO_FIELD, '', `"${path}" ${why}`)
