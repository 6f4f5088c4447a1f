import { byText } from '../../machinery/by-text'
import { isObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { LAST_APPLIED } from '../core/words'
import { printValue } from '../print/go-value'
import type { Writer } from './writer'

/** An object whose fields are read one by one. */
export type Fields = Readonly<Record<string, unknown>>
/** A value as an object; empty if it is something else. */
export const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})
/** A value as a list; empty if it is something else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
/** A value as a list of objects. */
export const itemsOf = (value: unknown): Fields[] => listOf(value).map(fieldsOf)
/** A value as text; empty if it is absent. */
export const textOf = (value: unknown): string => (value === undefined || value === null ? '' : printValue(value))
/** A value as text, or `none` if it is absent or empty. */
export const orNone = (value: unknown, none = '<none>'): string => textOf(value) || none
/** A list as text. */
export const joined = (value: unknown, by = ', '): string => listOf(value).map(textOf).join(by)
/** A value as a number; 0 if it is something else. */
export const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)
/** `True` and `False`, as some fields print. */
export const boolText = (value: unknown): string => String(value === true)

const spec = (object: ApiObject): Fields => fieldsOf(object.spec)
const status = (object: ApiObject): Fields => fieldsOf(object.status)
export { spec as specOf, status as statusOf }

/** Labels on several lines: the first one next to the field name. */
export function writeLabels(writer: Writer, level: number, name: string, labels: unknown): void {
  writePairs(writer, level, name, labels, '=', [])
}

/** Maximum length of an annotation line. */
const LONGEST = 140

/** Annotations on several lines, without the last-applied configuration. */
export function writeAnnotations(writer: Writer, level: number, name: string, annotations: unknown): void {
  const entries = Object.entries(fieldsOf(annotations)).filter(([key]) => key !== LAST_APPLIED)
  if (entries.length === 0) return writer.line(level, `${name}:\t<none>`)
  entries
    .sort(([a], [b]) => byText(a, b))
    .forEach(([key, value], i) => {
      const start = i === 0 ? `${name}:` : ''
      const text = textOf(value).replace(/\n$/, '')
      if (!text.includes('\n') && text.length + key.length + 2 <= LONGEST)
        writer.line(level, `${start}\t${key}: ${text}`)
      else {
        writer.line(level, `${start}\t${key}:`)
        for (const line of text.split('\n'))
          writer.line(level, `\t  ${line.length > LONGEST - 2 ? `${line.slice(0, LONGEST - 2)}...` : line}`)
      }
    })
}

/** Writes a map, one line for each entry. */
export function writePairs(
  writer: Writer,
  level: number,
  name: string,
  pairs: unknown,
  by: string,
  skip: readonly string[],
): void {
  const entries = Object.entries(fieldsOf(pairs))
    .filter(([key]) => !skip.includes(key))
    .sort(([a], [b]) => byText(a, b))
  if (entries.length === 0) return writer.line(level, `${name}:\t<none>`)
  // Lines after the first have no indentation, which is visible if nothing is aligned.
  entries.forEach(([key, value], i) =>
    writer.line(i === 0 ? level : 0, `${i === 0 ? `${name}:` : ''}\t${key}${by}${textOf(value)}`),
  )
}

/** The first lines of most descriptions. */
export function writeHead(writer: Writer, { metadata }: ApiObject, namespaced: boolean): void {
  writer.field(0, 'Name', metadata.name)
  if (namespaced) writer.field(0, 'Namespace', metadata.namespace ?? '')
  writeLabels(writer, 0, 'Labels', metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', metadata.annotations)
}

/** `app=web,tier in (a,b)`, or `<none>`. */
export function selectorText(selector: unknown, none = '<none>'): string {
  const { matchLabels, matchExpressions } = fieldsOf(selector)
  const labels = Object.entries(fieldsOf(matchLabels)).map(([key, value]) => [key, `${key}=${textOf(value)}`] as const)
  const expressions = itemsOf(matchExpressions).map(({ key, operator, values }) => {
    const name = textOf(key)
    const list = listOf(values).map(textOf).sort().join(',')
    if (operator === 'Exists') return [name, name] as const
    if (operator === 'DoesNotExist') return [name, `!${name}`] as const
    return [name, `${name} ${operator === 'In' ? 'in' : 'notin'} (${list})`] as const
  })
  const sorted = [...labels, ...expressions].sort(([a], [b]) => byText(a, b))
  return sorted.map(([, text]) => text).join(',') || none
}
/** A plain map of labels as a selector. */
export const labelsText = (labels: unknown, none = '<none>'): string => selectorText({ matchLabels: labels }, none)

/** A time in the format of descriptions. */
export function timeText(value: unknown): string {
  const ms = Date.parse(textOf(value))
  if (Number.isNaN(ms)) return '<unset>'
  const date = new Date(ms)
  const [day, month] = [DAYS[date.getUTCDay()] ?? '', MONTHS[date.getUTCMonth()] ?? '']
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${day}, ${two(date.getUTCDate())} ${month} ${date.getUTCFullYear()} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`
}
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** Short English names of the months, for times. */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const UNITS = [
  [365 * 86_400, 'y'],
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'm'],
  [1, 's'],
] as const

/** The age of something in the short form of tables: `5s`, `2m30s`, `3h`, `4d`. */
export function ageText(now: number, value: unknown): string {
  const ms = Date.parse(textOf(value))
  return Number.isNaN(ms) ? '<unknown>' : durationText((now - ms) / 1000)
}

/** A duration in seconds in the short form of tables. */
export function durationText(total: number): string {
  const seconds = Math.trunc(total)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  const part = (unit: number): number => Math.floor(seconds / (UNITS[unit]?.[0] ?? 1))
  const rest = (big: number, small: number): string => {
    const left = Math.floor((seconds % (UNITS[big]?.[0] ?? 1)) / (UNITS[small]?.[0] ?? 1))
    return `${part(big)}${UNITS[big]?.[1] ?? ''}${left > 0 ? `${left}${UNITS[small]?.[1] ?? ''}` : ''}`
  }
  if (seconds < 120) return `${seconds}s`
  if (part(3) < 10) return rest(3, 4)
  if (part(3) < 180) return `${part(3)}m`
  if (part(2) < 8) return rest(2, 3)
  if (part(2) < 48) return `${part(2)}h`
  if (part(2) < 192) return rest(1, 2)
  if (part(1) < 730) return `${part(1)}d`
  if (part(1) < 2920) return rest(0, 1)
  return `${part(0)}y`
}
