import { rememberedByPair } from '../machinery/remembered'
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

/** The comparison of equal objects. */
export const nothingDiffers: Comparison = { added: FieldSet.empty, removed: FieldSet.empty, modified: FieldSet.empty }

type Part = Record<string, unknown> | null

/** Paths of one kind of difference: `set` moved below `path`. */
interface Difference {
  readonly kind: keyof Comparison
  readonly path: readonly PathElement[]
  readonly set: FieldSet
}

/** An element behind its length, so that nothing in it is read as the text around it. */
const measured = (element: PathElement): string => `${element.length} ${element}`

class Comparing {
  private readonly path: PathElement[] = []
  readonly differences: Difference[] = []
  /** Names all differences: comparisons with the same text are equal. */
  text = ''

  member(element: PathElement, schema: Schema, left: unknown, right: unknown): void {
    if (left === right) return
    this.path.push(element)
    if (left === undefined) this.note('added', this.path, everyPathOf(schema, right))
    else if (right === undefined) this.note('removed', this.path, everyPathOf(schema, left))
    else this.values(schema, left, right)
    this.path.pop()
  }

  private note(kind: keyof Comparison, path: readonly PathElement[], set: FieldSet): void {
    this.differences.push({ kind, path: path.slice(), set })
    this.text += kind
    for (const element of path) this.text += measured(element)
    if (set !== FieldSet.leaf) this.tell(set)
  }

  private tell(set: FieldSet): void {
    this.text += set.own ? '(.' : '('
    for (const [element, below] of set.children ?? []) {
      this.text += measured(element)
      if (below !== FieldSet.leaf) this.tell(below)
    }
    this.text += ')'
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
    this.note('modified', this.path, FieldSet.leaf)
  }

  private otherForm(schema: Schema, left: unknown, right: unknown): void {
    this.changed()
    this.note('removed', this.path, everyPathOf(schema, left).withOwn(false))
    this.note('added', this.path, everyPathOf(schema, right).withOwn(false))
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
        else this.note('added', [...this.path, element], FieldSet.leaf)
      }
  }

  /** Elements with the same identity count as one field. */
  private ambiguous(element: PathElement, stays: boolean): void {
    this.note(stays ? 'modified' : 'removed', [...this.path, element], FieldSet.leaf)
  }
}

// A program changes the same fields of one object after the other: the sets, and what follows from them, are made once.
const comparisons = new Map<string, Comparison>()
const MOST_COMPARISONS = 1_000
const LONGEST_TEXT = 10_000

/** Compares two values of a type, field by field. Equal results are the same object. */
export function compareManaged(schema: Schema, left: unknown, right: unknown): Comparison {
  if (left === right) return nothingDiffers
  const comparing = new Comparing()
  comparing.values(schema, left, right)
  const { text, differences } = comparing
  const known = comparisons.get(text)
  if (known) return known
  const made = gathered(differences)
  if (text.length > LONGEST_TEXT) return made
  if (comparisons.size >= MOST_COMPARISONS) comparisons.clear()
  comparisons.set(text, made)
  return made
}

function gathered(differences: readonly Difference[]): Comparison {
  const added = new FieldSetBuilder()
  const removed = new FieldSetBuilder()
  const modified = new FieldSetBuilder()
  const builders = { added, removed, modified }
  for (const { kind, path, set } of differences) builders[kind].put(path, set)
  return { added: added.build(), removed: removed.build(), modified: modified.build() }
}

/** The comparison without the given fields and everything below them. Found once for each pair. */
export const exclude = (comparison: Comparison, fields: FieldSet): Comparison =>
  fields.isEmpty ? comparison : excluding(comparison, fields)

const excluding = rememberedByPair(({ added, removed, modified }: Comparison, fields: FieldSet): Comparison => ({
  added: added.differenceWithin(fields),
  removed: removed.differenceWithin(fields),
  modified: modified.differenceWithin(fields),
}))
