import type { Meter } from './meter'

/** For shorter search strings, the engine's own search is fast for any text. */
const SHORT = 16
/** Steps per unit of text; the quick pace covers the worst case of repeated comparisons of a short string. */
const [QUICK_PACE, LINEAR_PACE] = [0.5, 4]
/** Steps per character counted: each must be decoded to find the next. */
const COUNT_PACE = 5

/** First occurrence of a string at or after an offset, or -1. Runs in linear time. */
export function findText(text: string, part: string, from: number, meter: Meter): number {
  const length = text.length - from
  if (part.length > length) return -1
  meter.spend(length * (part.length <= SHORT ? QUICK_PACE : LINEAR_PACE))
  if (part.length <= SHORT) return text.indexOf(part, from)
  const end = searchLinear(text, from, length, unitsOf(part, 1), 1)
  return end < 0 ? -1 : from + end - part.length
}

/** Last occurrence of a string at or before an offset, or -1. */
export function findLastText(text: string, part: string, from: number, meter: Meter): number {
  const end = Math.min(text.length, from + part.length)
  if (part.length > end) return -1
  meter.spend(end * (part.length <= SHORT ? QUICK_PACE : LINEAR_PACE))
  if (part.length <= SHORT) return text.lastIndexOf(part, from)
  const found = searchLinear(text, end - 1, end, unitsOf(part, -1), -1)
  return found < 0 ? -1 : end - found
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
