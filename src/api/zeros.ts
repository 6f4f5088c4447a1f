/** What answers carry although nobody set it: empty structs, null times, zero numbers. */
import { isObject, setOwn } from '../machinery/json'
import type { Schema } from './schema'

/**
 * Fills what a server's answers always carry, such as `status: {}`, a template's `creationTimestamp: null` or a
 * container's `resources: {}`. For objects that have passed validation: absent required scalars become zeros.
 * The input is never changed; what needs no filling is shared.
 */
export function fillZeros(value: unknown, schema: Schema): unknown {
  switch (schema.type) {
    case 'struct':
      return isObject(value) && schema.fields ? fillStruct(value, schema.fields) : value
    case 'list':
      return Array.isArray(value) && schema.element?.type === 'struct' ? fillList(value, schema.element) : value
    case 'map':
      return isObject(value) && schema.element?.type === 'struct' ? fillMap(value, schema.element) : value
    default:
      return value
  }
}

function fillStruct(value: Record<string, unknown>, fields: ReadonlyMap<string, Schema>): unknown {
  let copy: Record<string, unknown> | undefined
  for (const [name, field] of fields) {
    const before = Object.hasOwn(value, name) ? value[name] : undefined
    if (before === undefined && !field.always) continue
    const after = before === undefined ? zeroOf(field) : fillZeros(before, field)
    if (after === before) continue
    copy ??= { ...value }
    copy[name] = after
  }
  return copy ?? value
}

function fillList(value: readonly unknown[], element: Schema): unknown {
  const filled = value.map((item) => fillZeros(item, element))
  return filled.some((item, i) => item !== value[i]) ? filled : value
}

function fillMap(value: Record<string, unknown>, element: Schema): unknown {
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const filled = fillZeros(value[key], element)
    if (filled === value[key]) continue
    copy ??= { ...value }
    setOwn(copy, key, filled)
  }
  return copy ?? value
}

function zeroOf(schema: Schema): unknown {
  switch (schema.type) {
    case 'struct':
      return fillZeros({}, schema)
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'string':
      if (schema.format === 'quantity') return '0'
      return schema.format === 'date-time' || schema.format === 'micro-time' || schema.format === 'byte' ? null : ''
    default:
      return null
  }
}
