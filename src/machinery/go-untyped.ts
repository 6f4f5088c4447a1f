import { GoText, goText } from './go-values'
import { isObject } from './json'
import { writeJson } from './json-text'

/** A value without a type of its own, such as one of a custom type: maps and lists hold anything. */
export function goUntyped(value: unknown): GoText {
  if (value === undefined || value === null) return new GoText('interface {}(nil)')
  if (Array.isArray(value)) return new GoText(`[]interface {}{${value.map((item) => goUntyped(item).text).join(', ')}}`)
  if (!isObject(value)) return new GoText(goText(value))
  const members = Object.keys(value).sort()
  return new GoText(
    `map[string]interface {}{${members.map((key) => `${goText(key)}:${goUntyped(value[key]).text}`).join(', ')}}`,
  )
}

/** Any value as Go prints it in a text, with neither quotes nor types: `map[a:1 b:[x y]]`. */
export function goPlain(value: unknown): string {
  if (value === undefined || value === null) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(goPlain).join(' ')}]`
  if (!isObject(value)) return typeof value === 'string' ? value : (writeJson(value) ?? '')
  const members = Object.keys(value).sort()
  return `map[${members.map((key) => `${key}:${goPlain(value[key])}`).join(' ')}]`
}
