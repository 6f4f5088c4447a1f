/**
 * What objects carry although nobody set it: empty structs, zero numbers, null lists and times.
 *
 * Answers carry all of it (`addZeroValues`). What is stored, and what behaviour and admission see, carries the same with
 * nothing null in it (`stripZeroValues`), so that what a client read and sends back unchanged changes nothing.
 */
import { isObject, setOwn } from '../machinery/json'
import { mapChanged } from '../machinery/lists'
import type { Schema } from './schema'

/**
 * Fills what a server's answers always carry, such as `status: {}`, a template's `creationTimestamp: null` or a
 * container's `resources: {}`. For objects that have passed validation: absent required scalars become zeros.
 * The input is never changed; what needs no filling is shared.
 */
export const addZeroValues = (value: unknown, schema: Schema): unknown => fill(value, schema, FULL)

export interface Settling {
  /** An empty list that answers always carry stays one: of what is kept as JSON. Others come back as null. */
  readonly keepEmptyLists?: boolean
}

/** As `addZeroValues`, but what answers show as null is left out, and so are empty lists that they show as null. */
export const stripZeroValues = (value: unknown, schema: Schema, { keepEmptyLists = false }: Settling = {}): unknown =>
  fill(value, schema, keepEmptyLists ? SETTLED_AS_JSON : SETTLED)

interface Mode {
  readonly nulls: boolean
  readonly emptyLists: boolean
}
const FULL: Mode = { nulls: true, emptyLists: true }
const SETTLED: Mode = { nulls: false, emptyLists: false }
const SETTLED_AS_JSON: Mode = { nulls: false, emptyLists: true }

function fill(value: unknown, schema: Schema, mode: Mode): unknown {
  switch (schema.type) {
    case 'struct':
      return isObject(value) && schema.fields ? fillStruct(value, schema.fields, mode) : value
    case 'list': {
      const { element } = schema
      return Array.isArray(value) && element?.type === 'struct'
        ? mapChanged<unknown>(value, (item) => fill(item, element, mode))
        : value
    }
    case 'map':
      return isObject(value) && schema.element?.type === 'struct' ? fillMap(value, schema.element, mode) : value
    default:
      return value
  }
}

function fillStruct(value: Record<string, unknown>, fields: ReadonlyMap<string, Schema>, mode: Mode): unknown {
  let copy: Record<string, unknown> | undefined
  for (const [name, field] of fieldsThatCarry(fields)) {
    const before = Object.hasOwn(value, name) ? value[name] : undefined
    if (before === undefined && !field.always) continue
    const after = valueOf(before, field, mode)
    if (after === before) continue
    copy ??= { ...value }
    if (after === undefined) delete copy[name]
    else copy[name] = after
  }
  return copy ?? value
}

function valueOf(before: unknown, field: Schema, mode: Mode): unknown {
  if (field.always && isUnset(before, mode)) return zeroOf(field, mode)
  // An earlier release stored the null that it carried.
  return field.onceAlways && before === null ? undefined : fill(before, field, mode)
}

// Most fields neither are carried always nor hold one that is; they are passed over.
const carrying = new WeakMap<ReadonlyMap<string, Schema>, readonly (readonly [string, Schema])[]>()
const carriers = new WeakMap<Schema, boolean>()

function fieldsThatCarry(fields: ReadonlyMap<string, Schema>): readonly (readonly [string, Schema])[] {
  let found = carrying.get(fields)
  if (!found) {
    found = [...fields].filter(([, field]) => carries(field))
    carrying.set(fields, found)
  }
  return found
}

/** Whether a field is carried always or anything within it is. A type that is within itself counts as one that does. */
function carries(field: Schema): boolean {
  if (field.always || field.onceAlways) return true
  const known = carriers.get(field)
  if (known !== undefined) return known
  carriers.set(field, true)
  const within = field.type === 'struct' ? [...(field.fields?.values() ?? [])] : field.element ? [field.element] : []
  const found = within.some(carries)
  carriers.set(field, found)
  return found
}

const isUnset = (value: unknown, mode: Mode): boolean =>
  value === undefined || (value === null && !mode.nulls) || (!mode.emptyLists && Array.isArray(value) && !value.length)

function fillMap(value: Record<string, unknown>, element: Schema, mode: Mode): unknown {
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const filled = fill(value[key], element, mode)
    if (filled === value[key]) continue
    copy ??= { ...value }
    setOwn(copy, key, filled)
  }
  return copy ?? value
}

/** Undefined where the zero is null and the mode knows none. */
function zeroOf(schema: Schema, mode: Mode): unknown {
  const none = mode.nulls ? null : undefined
  if (schema.always === 'null') return none
  switch (schema.type) {
    case 'struct':
      return fill({}, schema, mode)
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'string':
      if (schema.format === 'quantity') return '0'
      return schema.format === 'date-time' || schema.format === 'micro-time' || schema.format === 'byte' ? none : ''
    default:
      return schema.format === 'int-or-string' ? 0 : none
  }
}
