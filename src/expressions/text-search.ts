import type { Meter } from './meter'

/** Parts that are shorter are found as quickly by the engine's own search, whatever the text. */
const SHORT = 16
/** Steps for each unit of the text: the engine's search compares a short part again and again at worst. */
const [QUICK_PACE, LINEAR_PACE] = [0.5, 4]
/** Steps for each character that is counted: where the next one stands is known only when this one was looked at. */
const COUNT_PACE = 5

/**
 * Where a part first stands in a text, from a place on; -1 where it does not. Time is proportional to the text and the
 * part, not to their product.
 */
export function findText(text: string, part: string, from: number, meter: Meter): number {
  const length = text.length - from
  if (part.length > length) return -1
  meter.spend(length * (part.length <= SHORT ? QUICK_PACE : LINEAR_PACE))
  if (part.length <= SHORT) return text.indexOf(part, from)
  const end = searchLinear(text, from, length, unitsOf(part, 1), 1)
  return end < 0 ? -1 : from + end - part.length
}

/** Where a part last stands in a text, at a place or before. */
export function findLastText(text: string, part: string, from: number, meter: Meter): number {
  const end = Math.min(text.length, from + part.length)
  if (part.length > end) return -1
  meter.spend(end * (part.length <= SHORT ? QUICK_PACE : LINEAR_PACE))
  if (part.length <= SHORT) return text.lastIndexOf(part, from)
  const found = searchLinear(text, end - 1, end, unitsOf(part, -1), -1)
  return found < 0 ? -1 : end - found
}

/** The units of a part, from its beginning or from its end. */
function unitsOf(part: string, direction: 1 | -1): Uint16Array {
  const units = new Uint16Array(part.length)
  const first = direction === 1 ? 0 : part.length - 1
  for (let i = 0; i < units.length; i += 1) units[i] = part.charCodeAt(first + direction * i)
  return units
}

/**
 * The search of Knuth, Morris and Pratt through `length` units of a text, from one on in a direction: how many were read when
 * the first occurrence ended, or -1.
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

/** The unit at which a character stands; `size` is the number of the text's characters. */
export function unitOf(text: string, character: number, size: number, meter: Meter): number {
  if (size === text.length) return character
  let unit = 0
  meter.spend(character * COUNT_PACE)
  for (let i = 0; i < character; i += 1) unit += isPair(text, unit) ? 2 : 1
  return unit
}
/** The number of characters before a unit. */
export function characterOf(text: string, unit: number, size: number, meter: Meter): number {
  if (size === text.length) return unit
  let character = 0
  meter.spend(unit * COUNT_PACE)
  for (let i = 0; i < unit; i += isPair(text, i) ? 2 : 1) character += 1
  return character
}
const isPair = (text: string, unit: number): boolean => (text.charCodeAt(unit) & 0xfc00) === 0xd800
