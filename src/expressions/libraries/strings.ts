import { fail } from '../expression-error'
import { overload, type Library } from '../functions'
import { isList, type Value } from '../values'
import { formatText } from './format-text'
import { readFirst } from './standard'

const place = (at: bigint, length: number): number =>
  at < 0n || at > BigInt(length) ? fail(`index out of range: ${at}`) : Number(at)

function indexOf(text: string, part: string, from = 0n): bigint {
  const characters = [...text]
  const wanted = [...part]
  const start = place(from, characters.length)
  for (let i = start; i <= characters.length - wanted.length; i += 1)
    if (wanted.every((one, j) => characters[i + j] === one)) return BigInt(i)
  return -1n
}
function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  const characters = [...text]
  const wanted = [...part]
  const start = from === undefined ? characters.length : place(from, characters.length)
  for (let i = Math.min(start, characters.length - wanted.length); i >= 0; i -= 1)
    if (wanted.every((one, j) => characters[i + j] === one)) return BigInt(i)
  return -1n
}
function substring(text: string, from: bigint, to?: bigint): string {
  const characters = [...text]
  const start = place(from, characters.length)
  const end = to === undefined ? characters.length : place(to, characters.length)
  if (end < start) fail(`invalid substring range. start: ${start}, end: ${end}`)
  return characters.slice(start, end).join('')
}
function replace(text: string, from: string, to: string, limit = -1n): string {
  if (limit < 0n) return text.replaceAll(from, () => to)
  const parts = text.split(from)
  const kept = parts.slice(0, Number(limit) + 1)
  const rest = parts.slice(kept.length)
  return [kept.join(to), ...rest].join(from)
}
function split(text: string, separator: string, limit = -1n): string[] {
  if (limit === 0n) return []
  const parts = separator === '' ? [...text] : text.split(separator)
  if (limit < 0n || BigInt(parts.length) <= limit) return parts
  const kept = Number(limit) - 1
  return [...parts.slice(0, kept), parts.slice(kept).join(separator)]
}
function join(list: readonly Value[], separator = ''): string {
  return list.map((one) => (typeof one === 'string' ? one : fail('no such overload: join'))).join(separator)
}
const ESCAPES: Readonly<Record<string, string>> = {
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
}
const quote = (text: string): string =>
  `"${text.toWellFormed().replace(/["\\\x07\b\f\n\r\t\v]/g, (one) => ESCAPES[one] ?? one)}"`
const BLANK = '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+'
const SPACE = new RegExp(`^${BLANK}|${BLANK}$`, 'g')

/** Functions of texts beside the standard ones. */
export const STRINGS: Library = [
  overload('string::charAt(int) string', (text: string, at: bigint) => [...text][place(at, [...text].length)] ?? ''),
  overload('string::indexOf(string) int', indexOf, readFirst),
  overload('string::indexOf(string, int) int', indexOf, readFirst),
  overload('string::lastIndexOf(string) int', lastIndexOf, readFirst),
  overload('string::lastIndexOf(string, int) int', lastIndexOf, readFirst),
  overload('string::substring(int) string', substring, readFirst),
  overload('string::substring(int, int) string', substring, readFirst),
  overload('string::replace(string, string) string', replace, readFirst),
  overload('string::replace(string, string, int) string', replace, readFirst),
  overload('string::split(string) list(string)', split, readFirst),
  overload('string::split(string, int) list(string)', split, readFirst),
  overload('list(string)::join() string', join),
  overload('list(string)::join(string) string', join),
  overload('string::trim() string', (text: string) => text.replace(SPACE, ''), readFirst),
  overload(
    'string::lowerAscii() string',
    (text: string) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase()),
    readFirst,
  ),
  overload(
    'string::upperAscii() string',
    (text: string) => text.replace(/[a-z]+/g, (part) => part.toUpperCase()),
    readFirst,
  ),
  overload('string::reverse() string', (text: string) => [...text].reverse().join(''), readFirst),
  overload('strings.quote(string) string', quote, readFirst),
  overload(
    'string::format(list(dyn)) string',
    (text: string, args: Value) => formatText(text, isList(args) ? args : []),
    readFirst,
  ),
]
