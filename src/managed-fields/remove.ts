import { addAll } from '../machinery/lists'
import { behaves } from '../api/releases/ledger'
import type { Schema } from '../api/schema'
import { setOwn } from '../machinery/json'
import type { FieldSet } from './field-set'
import { fieldElement } from './path-element'
import { deduced, indexList, isNamed, memberSchema, type Shape, shapeOfValue } from './shape'

type Members = Record<string, unknown>

/**
 * Removes the paths of `drop`, and everything below them, except those of `keep`. Returns `value` itself if nothing is removed.
 *
 * From 1.21 on a struct field with something below it in a set counts as one of its paths, because such a field exists by its type, and
 * a container that loses its last member without being dropped itself stays, empty. Until then it becomes null, and a struct field that
 * is a container is no path of its own unless it is empty: its members are removed or kept one by one.
 */
export function remove(schema: Schema, value: unknown, drop: FieldSet, keep: FieldSet, release: number): unknown {
  return removeBelow(schema, value, drop, keep, behaves('apply-removes-structures', release))
}

function removeBelow(schema: Schema, value: unknown, drop: FieldSet, keep: FieldSet, whole: boolean): unknown {
  if (!drop.children || value === null || value === undefined) return value
  const shape = shapeOfValue(schema, value)
  if (shape.kind === 'leaf') return value
  const rest =
    shape.kind === 'map'
      ? removeMembers(shape, value as Members, drop, keep, whole)
      : removeItems(shape, value as unknown[], drop, keep, whole)
  return !whole && rest !== value && Object.keys(rest).length === 0 ? null : rest
}

const contains = (set: FieldSet, named: boolean): boolean => set.own || (named && set.children !== undefined)

/** Whether a value has members or items with paths of their own. */
const isFilled = (schema: Schema, value: unknown): boolean =>
  value !== null && value !== undefined && shapeOfValue(schema, value).kind !== 'leaf' && Object.keys(value).length > 0

function removeMembers(shape: Shape, value: Members, drop: FieldSet, keep: FieldSet, whole: boolean): Members {
  const taken = new Set<string>()
  const changed = new Map<string, unknown>()
  for (const name of Object.keys(value)) {
    const element = fieldElement(name)
    const dropped = drop.below(element)
    if (dropped.isEmpty) continue
    const kept = keep.below(element)
    const schema = memberSchema(shape, name) ?? deduced
    const named = isNamed(shape, name)
    const isPath = whole || !named || !isFilled(schema, value[name])
    if (isPath && contains(dropped, whole && named) && !contains(kept, whole && named)) {
      taken.add(name)
      continue
    }
    const rest = removeBelow(schema, value[name], dropped, kept, whole)
    if (rest !== value[name]) changed.set(name, rest)
  }
  if (taken.size === 0 && changed.size === 0) return value
  const rest: Members = {}
  for (const name of Object.keys(value))
    if (!taken.has(name)) setOwn(rest, name, changed.has(name) ? changed.get(name) : value[name])
  return rest
}

function removeItems(shape: Shape, value: unknown[], drop: FieldSet, keep: FieldSet, whole: boolean): unknown[] {
  const schema = shape.element ?? deduced
  const rest: unknown[] = []
  for (const [element, items] of indexList(shape, value)) {
    const dropped = drop.below(element)
    const kept = keep.below(element)
    if (dropped.own && !kept.own) continue
    addAll(rest, items.length === 1 ? [removeBelow(schema, items[0], dropped, kept, whole)] : items)
  }
  return rest.length === value.length && rest.every((item, i) => item === value[i]) ? value : rest
}
