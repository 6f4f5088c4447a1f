/** JSON values as Go prints them in messages. */
import { isObject } from '../machinery/json'
import { writeJson } from '../machinery/json-text'

/** Maximum length of a printed value. */
const MOST_LETTERS = 300
const cut = (text: string): string => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text)

/** A value printed like Go's `%v` of the struct that wraps it. */
export const goValue = (value: unknown): string => cut(`&{${plain(value)}}`)

function plain(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plain).join(' ')}]`
  if (isObject(value)) return `map[${members(value, (name, member) => `${name}:${plain(member)}`).join(' ')}]`
  if (value === null) return '<nil>'
  return typeof value === 'string' ? value : writeJson(value)
}

/** A value printed in Go syntax. */
export const goSyntax = (value: unknown): string => cut(syntax(value))

function syntax(value: unknown): string {
  if (Array.isArray(value)) return `[]interface {}{${value.map(syntax).join(', ')}}`
  if (isObject(value)) {
    const inner = members(value, (name, member) => `${JSON.stringify(name)}:${syntax(member)}`)
    return `map[string]interface {}{${inner.join(', ')}}`
  }
  if (value === null) return 'interface {}(nil)'
  return writeJson(value)
}

const members = (value: Record<string, unknown>, write: (name: string, member: unknown) => string): string[] =>
  Object.keys(value)
    .sort()
    .map((name) => write(name, value[name]))
