import type { Schema } from '../api/schema'
import { equal } from '../machinery/json'
import { FieldSet, FieldSetBuilder } from './field-set'
import { fieldElement, type PathElement } from './path-element'
import { commonShape, deduced, indexList, memberSchema, type Shape, isBlank } from './shape'
import { everyPathOf } from './typed'

/** The difference between two values of a type. A part that is added or removed as a whole counts with every path in it. */
export interface Comparison {
  readonly added: FieldSet
  readonly removed: FieldSet
  readonly modified: FieldSet
}

export const nothingDiffers: Comparison = { added: FieldSet.empty, removed: FieldSet.empty, modified: FieldSet.empty }

type Part = Record<string, unknown> | null

class Comparing {
  private readonly path: PathElement[] = []
  readonly added = new FieldSetBuilder()
  readonly removed = new FieldSetBuilder()
  readonly modified = new FieldSetBuilder()

  member(element: PathElement, schema: Schema, left: unknown, right: unknown): void {
    if (left === right) return
    this.path.push(element)
    if (left === undefined) this.added.put(this.path, everyPathOf(schema, right))
    else if (right === undefined) this.removed.put(this.path, everyPathOf(schema, left))
    else this.values(schema, left, right)
    this.path.pop()
  }

  values(schema: Schema, left: unknown, right: unknown): void {
    if (left === right) return
    const shape = commonShape(schema, left, right)
    if (!shape) return this.otherForm(schema, left, right)
    if (shape.kind === 'leaf' || (isBlank(left) && isBlank(right))) {
      if (!equal(left, right)) this.changed()
    } else if (shape.kind === 'map') this.maps(shape, left as Part, right as Part)
    else this.lists(shape, left as unknown[] | null, right as unknown[] | null)
  }

  private changed(): void {
    this.modified.put(this.path, FieldSet.leaf)
  }

  private otherForm(schema: Schema, left: unknown, right: unknown): void {
    this.changed()
    this.removed.put(this.path, everyPathOf(schema, left).withOwn(false))
    this.added.put(this.path, everyPathOf(schema, right).withOwn(false))
  }

  private maps(shape: Shape, left: Part, right: Part): void {
    const before = left ?? {}
    const after = right ?? {}
    for (const name of Object.keys(before))
      this.member(
        fieldElement(name),
        memberSchema(shape, name) ?? deduced,
        before[name],
        Object.hasOwn(after, name) ? after[name] : undefined,
      )
    for (const name of Object.keys(after))
      if (!Object.hasOwn(before, name))
        this.member(fieldElement(name), memberSchema(shape, name) ?? deduced, undefined, after[name])
  }

  private lists(shape: Shape, left: unknown[] | null, right: unknown[] | null): void {
    const schema = shape.element ?? deduced
    const before = indexList(shape, left)
    const after = indexList(shape, right)
    for (const [element, items] of before) {
      const others = after.get(element)
      if (items.length === 1 && (!others || others.length === 1)) this.member(element, schema, items[0], others?.[0])
      else if (!others || !equal(items, others)) this.ambiguous(element, others !== undefined)
    }
    for (const [element, items] of after)
      if (!before.has(element)) {
        if (items.length === 1) this.member(element, schema, undefined, items[0])
        else this.added.put([...this.path, element], FieldSet.leaf)
      }
  }

  /** Elements with the same identity count as one field. */
  private ambiguous(element: PathElement, stays: boolean): void {
    const changed = stays ? this.modified : this.removed
    changed.put([...this.path, element], FieldSet.leaf)
  }
}

/** Compares two values of a type, field by field. */
export function compareManaged(schema: Schema, left: unknown, right: unknown): Comparison {
  if (left === right) return nothingDiffers
  const comparing = new Comparing()
  comparing.values(schema, left, right)
  return { added: comparing.added.build(), removed: comparing.removed.build(), modified: comparing.modified.build() }
}

/** The comparison without the given fields and everything below them. */
export const exclude = (comparison: Comparison, fields: FieldSet): Comparison =>
  fields.isEmpty
    ? comparison
    : {
        added: comparison.added.differenceWithin(fields),
        removed: comparison.removed.differenceWithin(fields),
        modified: comparison.modified.differenceWithin(fields),
      }
