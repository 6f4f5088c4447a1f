/** Types of schemas: which values fit, their names in messages and their zero values. */
import { isObject } from '../machinery/json'
import type { Schema } from './schema'

/** Whether a value has the type of a schema; its parts are not checked. */
export const fits = (value: unknown, schema: Schema): boolean => {
  switch (schema.type) {
    case 'struct':
    case 'map':
      return isObject(value)
    case 'list':
      return Array.isArray(value)
    case 'integer':
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
    default:
      return schema.type === 'any' || typeof value === schema.type
  }
}

/** The type of a schema in words, for messages: `an integer`. */
export const describe = ({ type }: Schema): string =>
  ({ struct: 'an object', map: 'an object', list: 'a list', integer: 'an integer', any: 'any value' })[
    type as string
  ] ?? `a ${type}`

/** The zero value of a scalar; null for a time, and for types whose zero value is null. */
export const zeroScalar = ({ type, format }: Schema): unknown => {
  switch (type) {
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'string':
      return format === 'quantity' ? '0' : format?.endsWith('time') ? null : ''
    default:
      return format === 'int-or-string' ? 0 : null
  }
}

/** What a null list item or map value becomes: the zero value of its type. */
export const zeroItem = (schema: Schema): unknown => {
  if (schema.type === 'struct' || schema.type === 'map') return {}
  return schema.type === 'list' ? [] : zeroScalar(schema)
}
