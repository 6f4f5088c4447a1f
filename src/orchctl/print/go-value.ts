import { isObject } from '../../machinery/json'
import { sortedEntries } from './json-text'

/** A number of a template that was written with a fraction or an exponent. */
export class Float {
  constructor(readonly value: number) {}
}

/** A value as the known client's templates print it: `map[a:1]`, `[a b]`, `<nil>`. */
export function printValue(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return printNumber(value)
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Float) return printFloat(value.value)
  if (Array.isArray(value)) return `[${value.map(printValue).join(' ')}]`
  if (isObject(value))
    return `map[${sortedEntries(value)
      .map(([key, member]) => `${key}:${printValue(member)}`)
      .join(' ')}]`
  return typeof value === 'boolean' ? String(value) : ''
}

/**
 * The type that a value has in Go: numbers of JSON are int64 or float64, whole numbers of templates are int. Both are a
 * bigint beyond 2^53, where it is taken for one of JSON.
 */
export function goType(value: unknown): string {
  if (value === null || value === undefined) return '<nil>'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? 'int' : 'int64'
  if (value instanceof Float) return 'float64'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'string') return 'string'
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}'
}

/** With an exponent where that has more than five or fewer than minus four digits. */
export function printFloat(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  if (Number(exponent) >= -4 && Number(exponent) < 6) return String(value)
  return `${digits}e${exponent.replace(/^([+-])(\d)$/, '$10$2')}`
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
