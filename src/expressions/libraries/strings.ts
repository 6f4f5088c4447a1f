import { fail } from '../expression-error'
import { type CallCost, metered, overload, type Library } from '../functions'
import type { Meter } from '../meter'
import { characterOf, findLastText, findText, unitOf } from '../text-search'
import { isList, type Value } from '../values'
import { formatText } from './format-text'
import { perItem } from './lists'
import { readFirst } from './standard'

/** Converting is safe: lengths are exact as numbers, and a rounded number exceeds all of them. */
function place(at: bigint, length: number): number {
  const found = Number(at)
  return found < 0 || found > length ? fail(`index out of range: ${at}`) : found
}

/** Steps to create a string. */
const TEXT_STEPS = 50

function indexOf(meter: Meter, text: string, part: string, from = 0n): bigint {
  const size = meter.sizeOf(text)
  const start = unitOf(text, place(from, size), size, meter)
  return characterAt(meter, text, findText(text, part, start, meter))
}
function lastIndexOf(meter: Meter, text: string, part: string, from?: bigint): bigint {
  const size = meter.sizeOf(text)
  const start = from === undefined ? text.length : unitOf(text, place(from, size), size, meter)
  return characterAt(meter, text, findLastText(text, part, start, meter))
}
/** Converts a UTF-16 offset to a character index. */
const characterAt = (meter: Meter, text: string, unit: number): bigint =>
  unit < 0 ? -1n : BigInt(characterOf(text, unit, meter.sizeOf(text), meter))

function substring(meter: Meter, text: string, from: bigint, to?: bigint): string {
  const size = meter.sizeOf(text)
  const start = place(from, size)
  const end = to === undefined ? size : place(to, size)
  if (end < start) fail(`invalid substring range. start: ${start}, end: ${end}`)
  return text.slice(unitOf(text, start, size, meter), unitOf(text, end, size, meter))
}
const wholeCharacter = (text: string, unit: number): string => {
  const code = text.codePointAt(unit)
  return code === undefined ? '' : String.fromCodePoint(code)
}
/** Steps to find one character and make a text of it. */
const CHARACTER_STEPS = 80
function charAt(meter: Meter, text: string, at: bigint): string {
  meter.spend(CHARACTER_STEPS)
  const size = meter.sizeOf(text)
  const unit = unitOf(text, place(at, size), size, meter)
  return size === text.length ? text.charAt(unit) : wholeCharacter(text, unit)
}

/** Splits a string into at most `most` parts; the last is the remainder. */
function partsOf(meter: Meter, text: string, separator: string, most: number): string[] {
  const parts: string[] = []
  let from = 0
  while (parts.length < most - 1) {
    meter.spend(TEXT_STEPS)
    const at = separator === '' ? nextCharacter(text, from) : findText(text, separator, from, meter)
    if (at < 0) break
    parts.push(text.slice(from, at))
    from = at + separator.length
  }
  return [...parts, text.slice(from)]
}
function nextCharacter(text: string, from: number): number {
  const next = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1)
  return next < text.length ? next : -1
}

function replace(meter: Meter, text: string, from: string, to: string, limit = -1n): string {
  if (limit === 0n) return text
  const most = limit < 0n ? Infinity : Number(limit) + 1
  // The empty string occurs before each character and at the end.
  const parts = from === '' ? ['', ...partsOf(meter, text, '', most - 1)] : partsOf(meter, text, from, most)
  if (from === '' && parts.length < most && text !== '') parts.push('')
  meter.spend(text.length + parts.length * to.length)
  return parts.join(to)
}
function split(meter: Meter, text: string, separator: string, limit = -1n): string[] {
  if (limit === 0n || (text === '' && separator === '')) return []
  return partsOf(meter, text, separator, limit < 0n ? Infinity : Number(limit))
}
function join(meter: Meter, list: readonly Value[], separator = ''): string {
  const texts = list.map((one) => (typeof one === 'string' ? one : fail('no such overload: join')))
  meter.spend(texts.reduce((sum, one) => sum + one.length + separator.length + TEXT_STEPS, 0))
  return texts.join(separator)
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
const BLANK = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/
function trim(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && BLANK.test(text.charAt(start))) start += 1
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}
/** Changes ASCII letters only; the engine's whole-string conversion is used where it is equivalent. */
const lowerAscii = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]+/g, (part) => part.toLowerCase())
const upperAscii = (text: string): string =>
  isAscii(text) ? text.toUpperCase() : text.replace(/[a-z]+/g, (part) => part.toUpperCase())
const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

/** Cost of reading a string and creating another. */
const rewrite: CallCost = ([text = 0]) => Math.ceil(text * 0.2)
const joinCost: CallCost = ([, between = 0], [list], meter) => {
  const items = list !== undefined && isList(list) ? list : []
  meter.spend(items.length * TEXT_STEPS)
  const size = items.reduce((sum: number, item) => sum + meter.sizeOf(item), 0)
  return Math.ceil((size + between * Math.max(0, items.length - 1)) * 0.2)
}

/** String functions beyond the standard ones. */
export const STRINGS: Library = [
  // Finding a character by index takes time beyond the first hundred.
  metered('string::charAt(int) string', charAt, (_, [, at]) => Math.max(1, Math.ceil(Number(at) * 0.01))),
  metered('string::indexOf(string) int', indexOf, perItem),
  metered('string::indexOf(string, int) int', indexOf, perItem),
  metered('string::lastIndexOf(string) int', lastIndexOf, perItem),
  metered('string::lastIndexOf(string, int) int', lastIndexOf, perItem),
  metered('string::substring(int) string', substring, readFirst),
  metered('string::substring(int, int) string', substring, readFirst),
  metered('string::replace(string, string) string', replace, rewrite),
  metered('string::replace(string, string, int) string', replace, rewrite),
  metered('string::split(string) list(string)', split, rewrite),
  metered('string::split(string, int) list(string)', split, rewrite),
  metered('list(string)::join() string', join, joinCost),
  metered('list(string)::join(string) string', join, joinCost),
  overload('string::trim() string', trim, readFirst, 1),
  overload('string::lowerAscii() string', lowerAscii, readFirst, 2),
  overload('string::upperAscii() string', upperAscii, readFirst, 2),
  overload('string::reverse() string', (text: string) => [...text].reverse().join(''), readFirst, 20),
  overload('strings.quote(string) string', quote, readFirst, 3),
  metered(
    'string::format(list(dyn)) string',
    (meter: Meter, text: string, args: Value) => formatText(text, isList(args) ? args : [], meter),
    readFirst,
  ),
]
