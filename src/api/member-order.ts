/**
 * Member order of stored objects, and thereby of responses: the reference writes maps sorted by key, and custom objects, which are maps to
 * it, sorted throughout. Sorting happens once per write; reading costs nothing.
 *
 * Fields of known types stay in the order received. The reference uses the order of its source there, which is not documented; clients
 * decode by name, and the reference client sorts its output.
 *
 * Integer keys come first, in numeric order, because JavaScript objects enumerate them so.
 */
import { byCodePoint } from '../machinery/by-code-point'
import { overPart } from '../machinery/fixed-parts'
import { isObject, setOwn } from '../machinery/json'
import { mapChanged } from '../machinery/lists'
import type { Schema } from './schema'
import { SchemaSearch } from './schema-search'

function inOrder(keys: readonly string[]): boolean {
  for (let i = 1; i < keys.length; i++) if (byCodePoint(keys[i - 1] as string, keys[i] as string) > 0) return false
  return true
}

const itself = (value: unknown): unknown => value

/** A copy with sorted members, each mapped by `member`; the value itself if nothing changes. */
function ordered(value: Record<string, unknown>, member: (value: unknown) => unknown): Record<string, unknown> {
  const keys = Object.keys(value)
  const sorted = inOrder(keys)
  if (sorted && member === itself) return value
  const members = keys.map((key) => member(value[key]))
  if (sorted && members.every((made, i) => made === value[keys[i] as string])) return value
  const copy: Record<string, unknown> = {}
  const made = new Map(keys.map((key, i) => [key, members[i]]))
  for (const key of sorted ? keys : keys.sort(byCodePoint)) setOwn(copy, key, made.get(key))
  return copy
}

/** Sorts the members of all objects. Unchanged parts are shared. */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return mapChanged<unknown>(value, sortMembers)
  return isObject(value) ? ordered(value, sortMembers) : value
}

/** Sorts the maps of a typed object; structs stay as they are. Unchanged parts are shared, and those that never change are remembered. */
export const sortMaps = (value: unknown, schema: Schema): unknown =>
  sortIn(value, schema, (part, field) => overPart(part, field, sortMaps, () => sortIn(part, field)))

const WITH_MAPS = new SchemaSearch(({ type }) => type === 'map')

function sortIn(
  value: unknown,
  schema: Schema,
  sortMember: (part: unknown, field: Schema) => unknown = sortIn,
): unknown {
  const { element } = schema
  switch (schema.type) {
    case 'struct': {
      if (!isObject(value) || !schema.fields) return value
      let copy: Record<string, unknown> | undefined
      for (const [name, field] of WITH_MAPS.fieldsOf(schema.fields)) {
        if (!Object.hasOwn(value, name)) continue
        const sorted = sortMember(value[name], field)
        if (sorted === value[name]) continue
        copy ??= { ...value }
        copy[name] = sorted
      }
      return copy ?? value
    }
    case 'list':
      return Array.isArray(value) && element ? mapChanged<unknown>(value, (item) => sortIn(item, element)) : value
    case 'map':
      if (!isObject(value)) return value
      return ordered(value, element && WITH_MAPS.holds(element) ? (member) => sortIn(member, element) : itself)
    default:
      return value
  }
}
