import type { Schema } from './schema'

/**
 * Finds the parts of types that contain a certain kind of schema, so that a walk over an object can skip the others, which are most.
 * Answers are remembered for each schema. Recursive types count as if they contain it.
 */
export class SchemaSearch {
  private readonly fields = new WeakMap<ReadonlyMap<string, Schema>, readonly (readonly [string, Schema])[]>()
  private readonly known = new WeakMap<Schema, boolean>()

  constructor(private readonly isWanted: (schema: Schema) => boolean) {}

  /** Whether a schema, or one within it, is wanted. */
  holds(schema: Schema): boolean {
    if (this.isWanted(schema)) return true
    const known = this.known.get(schema)
    if (known !== undefined) return known
    this.known.set(schema, true)
    const within =
      schema.type === 'struct' ? [...(schema.fields?.values() ?? [])] : schema.element ? [schema.element] : []
    const found = within.some((one) => this.holds(one))
    this.known.set(schema, found)
    return found
  }

  /** The fields of a struct that hold a wanted schema. */
  fieldsOf(fields: ReadonlyMap<string, Schema>): readonly (readonly [string, Schema])[] {
    let found = this.fields.get(fields)
    if (!found) {
      found = [...fields].filter(([, field]) => this.holds(field))
      this.fields.set(fields, found)
    }
    return found
  }
}
