import { isObject } from '../../machinery/json'
import { sortedEntries } from './json-text'

/** A value as the known client's templates print it: `map[a:1]`, `[a b]`, `<nil>`. */
export function printValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return printNumber(value)
  if (Array.isArray(value)) return `[${value.map(printValue).join(' ')}]`
  if (isObject(value))
    return `map[${sortedEntries(value)
      .map(([key, member]) => `${key}:${printValue(member)}`)
      .join(' ')}]`
  return typeof value === 'boolean' ? String(value) : ''
}

/** Whole numbers as they are, others with the fewest digits and an exponent where it is short. */
function printNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return BigInt(value).toString()
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2')
}

/** A value in the notation of Go's source, as failures of templates show it. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  if (isObject(value))
    return `map[string]interface {}{${sortedEntries(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${goSyntax(member)}`)
      .join(', ')}}`
  return typeof value === 'string' ? JSON.stringify(value) : printValue(value)
}
