import { addAll } from '../machinery/lists'
import type { Schema } from '../api/schema'
import { setOwn } from '../machinery/json'
import { FieldSet } from './field-set'
import { fieldElement } from './path-element'
import { deduced, indexList, isNamed, memberSchema, type Shape, shapeOfValue } from './shape'

type Members = Record<string, unknown>

/**
 * Removes the paths of `drop`, and everything below them, except those of `keep`. A struct field with something below it in a set counts
 * as one of its paths, because such a field exists by its type. A container that loses its last member without being dropped itself stays,
 * empty. Returns `value` itself if nothing is removed.
 */
export function remove(schema: Schema, value: unknown, drop: FieldSet, keep: FieldSet = FieldSet.empty): unknown {
  if (!drop.children || value === null || value === undefined) return value
  const shape = shapeOfValue(schema, value)
  switch (shape.kind) {
    case 'leaf':
      return value
    case 'map':
      return removeMembers(shape, value as Members, drop, keep)
    default:
      return removeItems(shape, value as unknown[], drop, keep)
  }
}

const contains = (set: FieldSet, named: boolean): boolean => set.own || (named && set.children !== undefined)

function removeMembers(shape: Shape, value: Members, drop: FieldSet, keep: FieldSet): Members {
  const taken = new Set<string>()
  const changed = new Map<string, unknown>()
  for (const name of Object.keys(value)) {
    const element = fieldElement(name)
    const dropped = drop.below(element)
    if (dropped.isEmpty) continue
    const kept = keep.below(element)
    const named = isNamed(shape, name)
    if (contains(dropped, named) && !contains(kept, named)) {
      taken.add(name)
      continue
    }
    const rest = remove(memberSchema(shape, name) ?? deduced, value[name], dropped, kept)
    if (rest !== value[name]) changed.set(name, rest)
  }
  if (taken.size === 0 && changed.size === 0) return value
  const rest: Members = {}
  for (const name of Object.keys(value))
    if (!taken.has(name)) setOwn(rest, name, changed.has(name) ? changed.get(name) : value[name])
  return rest
}

function removeItems(shape: Shape, value: unknown[], drop: FieldSet, keep: FieldSet): unknown[] {
  const schema = shape.element ?? deduced
  const rest: unknown[] = []
  for (const [element, items] of indexList(shape, value)) {
    const dropped = drop.below(element)
    const kept = keep.below(element)
    if (dropped.own && !kept.own) continue
    addAll(rest, items.length === 1 ? [remove(schema, items[0], dropped, kept)] : items)
  }
  return rest.length === value.length && rest.every((item, i) => item === value[i]) ? value : rest
}
