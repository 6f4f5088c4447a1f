import type { Schema } from '../api/schema'
import { FieldSet } from './field-set'
import type { PathElement } from './path-element'
import { memberSchema, type Shape, shapeOf } from './shape'

const followed = new WeakMap<Schema, WeakMap<FieldSet, FieldSet>>()

/**
 * Updates a set that was written under an older schema: the owner of part of a value that is now atomic owns all of it. For the reverse
 * case nothing is inferred (resource API, "Field-ownership apply" 10).
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
