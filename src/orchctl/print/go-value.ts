import { isObject } from '../../machinery/json'
import { sortedEntries } from './json-text'

/** A number in a template with a decimal point or exponent. */
export class Float {
  constructor(readonly value: number) {}
}

/** A value as Go templates print it: `map[a:1]`, `[a b]`, `<nil>`. */
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
 * The Go type of a value: JSON numbers are int64 or float64, integers in templates are int. Both are bigint beyond 2^53; there the value is
 * taken for a JSON number.
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

/** In exponent notation if the exponent is less than -4 or greater than 5. */
export function printFloat(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  if (Number(exponent) >= -4 && Number(exponent) < 6) return String(value)
  return `${digits}e${exponent.replace(/^([+-])(\d)$/, '$10$2')}`
}

/** Integers in full, other numbers with the fewest digits, in exponent notation if that is shorter. */
function printNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return BigInt(value).toString()
  return String(value).replace(/e([+-])(\d)$/, 'e$10$2')
}

/** A value in Go source notation, for template errors. */
export function goSyntax(value: unknown): string {
  if (value === null || value === undefined) return 'interface {}(nil)'
  if (Array.isArray(value)) return `[]interface {}{${value.map(goSyntax).join(', ')}}`
  if (isObject(value))
    return `map[string]interface {}{${sortedEntries(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${goSyntax(member)}`)
      .join(', ')}}`
  return typeof value === 'string' ? JSON.stringify(value) : printValue(value)
}
