/**
 * Members that are always present: empty structs, zero numbers, null lists and times.
 *
 * Responses contain all of them (`addZeroValues`). Stored objects, and those that behaviour and admission see, contain the same without
 * nulls (`stripZeroValues`), so that writing back a response unchanged changes nothing.
 */
import { overPart } from '../machinery/fixed-parts'
import { isObject, setOwn } from '../machinery/json'
import { mapChanged } from '../machinery/lists'
import type { Schema } from './schema'
import { SchemaSearch } from './schema-search'
import { zeroScalar } from './schema-types'

/**
 * Adds everything responses always contain, such as `status: {}`, a template's `creationTimestamp: null` or a container's `resources: {}`.
 * For validated objects: absent required scalars become zeros. The input is never changed; unchanged parts are shared.
 */
export const addZeroValues = (value: unknown, schema: Schema): unknown => fillObject(value, schema, FULL)

/** How stored forms of objects differ from answers. */
export interface Settling {
  /** Whether empty lists that are always present are kept, as in types stored as JSON; otherwise they read back as null. */
  readonly keepEmptyLists?: boolean
}

/** Like `addZeroValues`, but omits what responses show as null, including empty lists shown as null. */
export const stripZeroValues = (value: unknown, schema: Schema, { keepEmptyLists = false }: Settling = {}): unknown =>
  fillObject(value, schema, keepEmptyLists ? SETTLED_AS_JSON : SETTLED)

interface Mode {
  readonly nulls: boolean
  readonly emptyLists: boolean
}
const FULL: Mode = { nulls: true, emptyLists: true }
const SETTLED: Mode = { nulls: false, emptyLists: false }
const SETTLED_AS_JSON: Mode = { nulls: false, emptyLists: true }

/** Like `fill` for a whole object, but remembers the parts that never change. */
function fillObject(value: unknown, schema: Schema, mode: Mode): unknown {
  if (!isObject(value) || schema.type !== 'struct' || !schema.fields) return fill(value, schema, mode)
  return fillStruct(value, schema.fields, mode, (part, field) =>
    overPart(part, field, mode, () => fill(part, field, mode)),
  )
}

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

function fillStruct(
  value: Record<string, unknown>,
  fields: ReadonlyMap<string, Schema>,
  mode: Mode,
  fillMember: typeof fill = fill,
): unknown {
  let copy: Record<string, unknown> | undefined
  for (const [name, field] of CARRYING.fieldsOf(fields)) {
    const before = Object.hasOwn(value, name) ? value[name] : undefined
    if (before === undefined && !field.always) continue
    const after = valueOf(before, field, mode, fillMember)
    if (after === before) continue
    copy ??= { ...value }
    if (after === undefined) delete copy[name]
    else copy[name] = after
  }
  return copy ?? value
}

function valueOf(before: unknown, field: Schema, mode: Mode, fillMember: typeof fill): unknown {
  if (field.always && isUnset(before, mode)) return zeroOf(field, mode)
  // A null that an earlier release stored.
  return field.onceAlways && before === null ? undefined : fillMember(before, field, mode)
}

/** Fields that are always present, or were in an earlier release. */
const CARRYING = new SchemaSearch(({ always, onceAlways }) => Boolean(always || onceAlways))

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

/** The zero value; undefined if it is null and the mode omits nulls. */
function zeroOf(schema: Schema, mode: Mode): unknown {
  const none = mode.nulls ? null : undefined
  if (schema.always === 'null' || schema.format === 'byte') return none
  return schema.type === 'struct' ? fill({}, schema, mode) : (zeroScalar(schema) ?? none)
}
