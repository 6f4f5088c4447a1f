import { CostLimitError, fail } from '../expression-error'
import { type CallCost, overload, type Library } from '../functions'
import { isList, sizeOf, type Value } from '../values'
import { formatText } from './format-text'
import { readFirst } from './standard'

const place = (at: bigint, length: number): number =>
  at < 0n || at > BigInt(length) ? fail(`index out of range: ${at}`) : Number(at)

/** Positions are those of characters; only texts with characters of two units have to be taken apart for them. */
const isPlain = (text: string): boolean => !/[\ud800-\udfff]/.test(text)
/** More comparisons, or longer results, than an expression may want within its cost. */
const MOST_COMPARISONS = 100_000_000
const LONGEST = 10_000_000
/** @throws CostLimitError where a search would take far longer than its cost tells */
function searchable(text: string, part: string): void {
  if (text.length * part.length > MOST_COMPARISONS) throw new CostLimitError()
}

function indexOf(text: string, part: string, from = 0n): bigint {
  searchable(text, part)
  if (isPlain(text)) return BigInt(text.indexOf(part, place(from, text.length)))
  const characters = [...text]
  const wanted = [...part]
  const start = place(from, characters.length)
  for (let i = start; i <= characters.length - wanted.length; i += 1)
    if (wanted.every((one, j) => characters[i + j] === one)) return BigInt(i)
  return -1n
}
function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  searchable(text, part)
  if (isPlain(text)) return BigInt(text.lastIndexOf(part, from === undefined ? Infinity : place(from, text.length)))
  const characters = [...text]
  const wanted = [...part]
  const start = from === undefined ? characters.length : place(from, characters.length)
  for (let i = Math.min(start, characters.length - wanted.length); i >= 0; i -= 1)
    if (wanted.every((one, j) => characters[i + j] === one)) return BigInt(i)
  return -1n
}
function substring(text: string, from: bigint, to?: bigint): string {
  const characters = isPlain(text) ? text : [...text]
  const start = place(from, characters.length)
  const end = to === undefined ? characters.length : place(to, characters.length)
  if (end < start) fail(`invalid substring range. start: ${start}, end: ${end}`)
  const part = characters.slice(start, end)
  return typeof part === 'string' ? part : part.join('')
}
/** Looks no further than the character: a call costs the same wherever it is. */
function charAt(text: string, at: bigint): string {
  if (at < 0n || at > BigInt(text.length)) return fail(`index out of range: ${at}`)
  let left = Number(at)
  for (const character of text) if (left-- === 0) return character
  return left === 0 ? '' : fail(`index out of range: ${at}`)
}
function replace(text: string, from: string, to: string, limit = -1n): string {
  const parts = text.split(from)
  if (from === '') parts.push('')
  if (text.length + (parts.length - 1) * to.length > LONGEST && limit !== 0n) throw new CostLimitError()
  if (limit < 0n) return text.replaceAll(from, () => to)
  if (from === '') parts.pop()
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

/** A text is read, and another one is made of it. */
const rewrite: CallCost = ([text = 0]) => Math.ceil(text * 0.2)
const joinCost: CallCost = (_, [list, separator]) => {
  const items = list !== undefined && isList(list) ? list : []
  if (items.reduce((sum: number, item) => sum + (typeof item === 'string' ? item.length : 0), 0) > LONGEST)
    return Infinity
  const between = separator === undefined ? 0 : sizeOf(separator) * Math.max(0, items.length - 1)
  return Math.ceil((items.reduce((sum: number, item) => sum + sizeOf(item), 0) + between) * 0.2)
}

/** Functions of texts beside the standard ones. */
export const STRINGS: Library = [
  // Beyond the first hundred characters, looking for one takes time.
  overload('string::charAt(int) string', charAt, (_, [, at]) => Math.max(1, Math.ceil(Number(at) * 0.01))),
  overload('string::indexOf(string) int', indexOf, readFirst),
  overload('string::indexOf(string, int) int', indexOf, readFirst),
  overload('string::lastIndexOf(string) int', lastIndexOf, readFirst),
  overload('string::lastIndexOf(string, int) int', lastIndexOf, readFirst),
  overload('string::substring(int) string', substring, readFirst),
  overload('string::substring(int, int) string', substring, readFirst),
  overload('string::replace(string, string) string', replace, rewrite),
  overload('string::replace(string, string, int) string', replace, rewrite),
  overload('string::split(string) list(string)', split, rewrite),
  overload('string::split(string, int) list(string)', split, rewrite),
  overload('list(string)::join() string', join, joinCost),
  overload('list(string)::join(string) string', join, joinCost),
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
