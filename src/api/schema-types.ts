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

/** What a null list item or map value becomes: the zero value of its type. */
export const zeroItem = (schema: Schema): unknown => {
  switch (schema.type) {
    case 'struct':
    case 'map':
      return {}
    case 'list':
      return []
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'string':
      return schema.format === 'quantity' ? '0' : schema.format?.endsWith('time') ? null : ''
    default:
      return schema.format === 'int-or-string' ? 0 : null
  }
}
