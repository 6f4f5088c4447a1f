/**
 * The order of members in what is kept, and so in answers: the reference writes maps in the order of their keys, and custom
 * objects, which are maps to it, in that order throughout. Sorted once, with the write; reading costs nothing.
 *
 * Fields of known types stay in the order in which they came. The reference has the order of its source there, which no document
 * gives; clients decode by name, and the known one sorts what it prints.
 *
 * Keys that are whole numbers come first, in the order of their numbers: that is how objects of this language are.
 */
import { isObject, setOwn } from '../machinery/json'
import { mapChanged } from '../machinery/lists'
import type { Schema } from './schema'

/** By code points, as UTF-8 sorts; the language's own order differs beyond the first 65,536 of them. */
function before(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const [left, right] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Halves of pairs stand for the highest code points. */
const rank = (unit: number): number => ((unit & 0xf800) === 0xd800 ? unit + 0x10000 : unit)

function inOrder(keys: readonly string[]): boolean {
  for (let i = 1; i < keys.length; i++) if (before(keys[i - 1] as string, keys[i] as string) > 0) return false
  return true
}

const itself = (value: unknown): unknown => value

/** A copy with the members in order and each as `member` makes it; the value itself when that changes nothing. */
function ordered(value: Record<string, unknown>, member: (value: unknown) => unknown): Record<string, unknown> {
  const keys = Object.keys(value)
  const sorted = inOrder(keys)
  if (sorted && member === itself) return value
  const members = keys.map((key) => member(value[key]))
  if (sorted && members.every((made, i) => made === value[keys[i] as string])) return value
  const copy: Record<string, unknown> = {}
  const made = new Map(keys.map((key, i) => [key, members[i]]))
  for (const key of sorted ? keys : keys.sort(before)) setOwn(copy, key, made.get(key))
  return copy
}

/** The value with every member of every object in order. What needs no sorting is shared. */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return mapChanged<unknown>(value, sortMembers)
  return isObject(value) ? ordered(value, sortMembers) : value
}

/** The value of a known type with its maps in order, and its structs as they are. What needs no sorting is shared. */
export function sortMaps(value: unknown, schema: Schema): unknown {
  const { element } = schema
  switch (schema.type) {
    case 'struct': {
      if (!isObject(value) || !schema.fields) return value
      let copy: Record<string, unknown> | undefined
      for (const [name, field] of fieldsWithMaps(schema.fields)) {
        if (!Object.hasOwn(value, name)) continue
        const sorted = sortMaps(value[name], field)
        if (sorted === value[name]) continue
        copy ??= { ...value }
        copy[name] = sorted
      }
      return copy ?? value
    }
    case 'list':
      return Array.isArray(value) && element ? mapChanged<unknown>(value, (item) => sortMaps(item, element)) : value
    case 'map':
      if (!isObject(value)) return value
      return ordered(value, element && holdsMap(element) ? (member) => sortMaps(member, element) : itself)
    default:
      return value
  }
}

// Most fields hold no map; they are passed over.
const withMaps = new WeakMap<ReadonlyMap<string, Schema>, readonly (readonly [string, Schema])[]>()
const holders = new WeakMap<Schema, boolean>()

function fieldsWithMaps(fields: ReadonlyMap<string, Schema>): readonly (readonly [string, Schema])[] {
  let found = withMaps.get(fields)
  if (!found) {
    found = [...fields].filter(([, field]) => holdsMap(field))
    withMaps.set(fields, found)
  }
  return found
}

/** Whether a value of the type has a map in it. A type that is within itself counts as one. */
function holdsMap(schema: Schema): boolean {
  if (schema.type === 'map') return true
  const known = holders.get(schema)
  if (known !== undefined) return known
  holders.set(schema, true)
  const within =
    schema.type === 'struct' ? [...(schema.fields?.values() ?? [])] : schema.element ? [schema.element] : []
  const found = within.some(holdsMap)
  holders.set(schema, found)
  return found
}
