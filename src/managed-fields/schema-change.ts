import type { Schema } from '../api/schema'
import { isObject, ownMember } from '../machinery/json'
import { FieldSet } from './field-set'
import type { PathElement } from './path-element'
import { indexList, memberSchema, type Shape, shapeOf, shapeOfValue } from './shape'
import { fieldSetOf } from './typed'

const followed = new WeakMap<Schema, WeakMap<FieldSet, FieldSet>>()

/**
 * Updates a set that was written under an older schema: the owner of part of a value that is now atomic owns all of it. For the reverse
 * case see `widened`.
 */
export function followSchema(schema: Schema, set: FieldSet): FieldSet {
  let known = followed.get(schema)
  if (!known) followed.set(schema, (known = new WeakMap()))
  let result = known.get(set)
  if (!result) known.set(set, (result = follow(schema, set)))
  return result
}

function follow(schema: Schema, set: FieldSet): FieldSet {
  if (!set.children || schema.type === 'any') return set
  const shape = shapeOf(schema)
  if (shape.kind === 'leaf') return shape.atomic ? FieldSet.leaf : set
  let children: Map<PathElement, FieldSet> | undefined
  for (const [element, child] of set.children) {
    const type = typeBelow(shape, element)
    const after = type ? follow(type, child) : child
    if (after === child) continue
    children ??= new Map(set.children)
    children.set(element, after)
  }
  return children ? FieldSet.of(set.own, children) : set
}

const typeBelow = (shape: Shape, element: PathElement): Schema | undefined =>
  shape.kind !== 'map' ? shape.element : element.startsWith('f:') ? memberSchema(shape, element.slice(2)) : undefined

/**
 * Updates a set for the reverse case: who owns a map or list without anything in it, where the schema has owners per member, owns all that
 * `live` has in it, as if it had been atomic before. From 1.25 on nothing is inferred (resource API, "Field-ownership apply" 10).
 */
export function widened(schema: Schema, set: FieldSet, live: unknown, release: number): FieldSet {
  if (live === undefined || live === null) return set
  const shape = shapeOfValue(schema, live)
  if (shape.kind === 'leaf') return set
  if (!set.children) return set.own ? set.union(fieldSetOf(schema, live, release)) : set
  if (schema.type === 'any') return set
  let children: Map<PathElement, FieldSet> | undefined
  const items = Array.isArray(live) ? indexList(shape, live) : undefined
  for (const [element, child] of set.children) {
    const type = typeBelow(shape, element)
    const part = items ? items.get(element)?.[0] : isObject(live) ? ownMember(live, element.slice(2)) : undefined
    const after = type ? widened(type, child, part, release) : child
    if (after === child) continue
    children ??= new Map(set.children)
    children.set(element, after)
  }
  return children ? FieldSet.of(set.own, children) : set
}
