import { byCodePoint } from './by-code-point'
import { goText, GoUntyped } from './go-values'
import { isObject } from './json'
import { writeJson } from './json-text'

/** A value of unknown type, such as part of a custom object: maps and lists of interface{}. */
export const goUntyped = (value: unknown): GoUntyped => new GoUntyped(untypedText(value), value ?? null)

function untypedText(value: unknown): string {
  if (value === undefined || value === null) return 'interface {}(nil)'
  if (Array.isArray(value)) return `[]interface {}{${value.map(untypedText).join(', ')}}`
  if (!isObject(value)) return goText(value)
  const members = Object.keys(value).sort(byCodePoint)
  return `map[string]interface {}{${members.map((key) => `${goText(key)}:${untypedText(value[key])}`).join(', ')}}`
}

/** Go's name for the type of a value of unknown type. */
export function goUntypedType(value: unknown): string {
  if (value === undefined || value === null) return '%!s(<nil>)'
  if (Array.isArray(value)) return '[]interface {}'
  if (isObject(value)) return 'map[string]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int64' : 'float64'
}

/** A value as Go's `%v` prints it, without quotes or types: `map[a:1 b:[x y]]`. */
export function goPlain(value: unknown): string {
  if (value === undefined || value === null) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(goPlain).join(' ')}]`
  if (!isObject(value)) return typeof value === 'string' ? value : (writeJson(value) ?? '')
  const members = Object.keys(value).sort(byCodePoint)
  return `map[${members.map((key) => `${key}:${goPlain(value[key])}`).join(' ')}]`
}
