import type { Meter } from './meter'

/** Search strings up to this length are searched by one word of bits. */
const SHORT = 16
/** Steps per unit of text. */
const [QUICK_PACE, LINEAR_PACE] = [0.5, 4]
/** Steps per character counted: each must be decoded to find the next. */
const COUNT_PACE = 5

/** First occurrence of a string at or after an offset, or -1. Runs in linear time. */
export function findText(text: string, part: string, from: number, meter: Meter): number {
  const length = text.length - from
  if (part.length > length) return -1
  meter.spend(length * (part.length <= SHORT ? QUICK_PACE : LINEAR_PACE))
  if (part.length <= 1) return text.indexOf(part, from)
  // The engine finds a single unit at once: begin where the part's last one stands.
  const last = text.indexOf(part.charAt(part.length - 1), from + part.length - 1)
  if (last < 0) return -1
  const start = last - part.length + 1
  const search = part.length <= SHORT ? searchByBits : searchLinear
  const end = search(text, start, text.length - start, unitsOf(part, 1), 1)
  return end < 0 ? -1 : start + end - part.length
}

/** Last occurrence of a string at or before an offset, or -1. */
export function findLastText(text: string, part: string, from: number, meter: Meter): number {
  const end = Math.min(text.length, from + part.length)
  if (part.length > end) return -1
  meter.spend(end * (part.length <= SHORT ? QUICK_PACE : LINEAR_PACE))
  if (part.length <= 1) return text.lastIndexOf(part, from)
  const first = text.lastIndexOf(part.charAt(0), end - part.length)
  if (first < 0) return -1
  const length = first + part.length
  const search = part.length <= SHORT ? searchByBits : searchLinear
  const found = search(text, length - 1, length, unitsOf(part, -1), -1)
  return found < 0 ? -1 : length - found
}

/** UTF-16 units of a string, forwards or backwards. */
function unitsOf(part: string, direction: 1 | -1): Uint16Array {
  const units = new Uint16Array(part.length)
  const first = direction === 1 ? 0 : part.length - 1
  for (let i = 0; i < units.length; i += 1) units[i] = part.charCodeAt(first + direction * i)
  return units
}

/**
 * Knuth–Morris–Pratt search through `length` units of a text from `first` in one direction. Returns the number of units read at the end of
 * the first occurrence, or -1.
 */
function searchLinear(text: string, first: number, length: number, part: Uint16Array, direction: 1 | -1): number {
  const borders = new Int32Array(part.length)
  for (let i = 1, matched = 0; i < part.length; i += 1) {
    while (matched > 0 && part[i] !== part[matched]) matched = borders[matched - 1] ?? 0
    if (part[i] === part[matched]) matched += 1
    borders[i] = matched
  }
  for (let i = 0, matched = 0; i < length; i += 1) {
    const unit = text.charCodeAt(first + direction * i)
    while (matched > 0 && unit !== part[matched]) matched = borders[matched - 1] ?? 0
    if (unit === part[matched]) matched += 1
    if (matched === part.length) return i + 1
  }
  return -1
}

/** For each UTF-16 unit, the places of the search string where it stands, as bits; all zero between searches. */
let places: Uint16Array | undefined

/**
 * Shift-and search, like `searchLinear`, for at most `SHORT` units: bit n is set if the last n + 1 units are the first of the part. It takes
 * the same time for every text, while engines slow down where a part nearly occurs again and again.
 */
function searchByBits(text: string, first: number, length: number, part: Uint16Array, direction: 1 | -1): number {
  const bits = (places ??= new Uint16Array(0x10000))
  for (let i = 0; i < part.length; i += 1) bits[part[i] ?? 0] = (bits[part[i] ?? 0] ?? 0) | (1 << i)
  const whole = 1 << (part.length - 1)
  let end = -1
  for (let i = 0, begun = 0; i < length; i += 1) {
    begun = ((begun << 1) | 1) & (bits[text.charCodeAt(first + direction * i)] ?? 0)
    if ((begun & whole) === 0) continue
    end = i + 1
    break
  }
  for (const unit of part) bits[unit] = 0
  return end
}

/** UTF-16 offset of a character; `size` is the number of characters in the text. */
export function unitOf(text: string, character: number, size: number, meter: Meter): number {
  if (size === text.length) return character
  let unit = 0
  meter.spend(character * COUNT_PACE)
  for (let i = 0; i < character; i += 1) unit += isPair(text, unit) ? 2 : 1
  return unit
}
/** Number of characters before a UTF-16 offset. */
export function characterOf(text: string, unit: number, size: number, meter: Meter): number {
  if (size === text.length) return unit
  let character = 0
  meter.spend(unit * COUNT_PACE)
  for (let i = 0; i < unit; i += isPair(text, i) ? 2 : 1) character += 1
  return character
}
const isPair = (text: string, unit: number): boolean => (text.charCodeAt(unit) & 0xfc00) === 0xd800
