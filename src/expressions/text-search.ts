import type { Meter } from './meter'

/** Parts that are shorter are found as quickly by the engine's own search, whatever the text. */
const SHORT = 16
/** Steps for each unit of the text: the engine's search compares a short part again and again at worst. */
const [QUICK_PACE, LINEAR_PACE] = [0.5, 4]

/**
 * Where a part first stands in a text, from a place on; -1 where it does not. Time is proportional to the text and the
 * part, not to their product.
 */
export function findText(text: string, part: string, from: number, meter: Meter): number {
  const length = text.length - from
  if (part.length > length) return -1
  meter.spend(length * (part.length <= SHORT ? QUICK_PACE : LINEAR_PACE))
  if (part.length <= SHORT) return text.indexOf(part, from)
  const end = searchLinear(
    length,
    part.length,
    (i) => text.charCodeAt(from + i),
    (i) => part.charCodeAt(i),
  )
  return end < 0 ? -1 : from + end - part.length
}

/** Where a part last stands in a text, at a place or before. */
export function findLastText(text: string, part: string, from: number, meter: Meter): number {
  const end = Math.min(text.length, from + part.length)
  if (part.length > end) return -1
  meter.spend(end * (part.length <= SHORT ? QUICK_PACE : LINEAR_PACE))
  if (part.length <= SHORT) return text.lastIndexOf(part, from)
  const last = part.length - 1
  const found = searchLinear(
    end,
    part.length,
    (i) => text.charCodeAt(end - 1 - i),
    (i) => part.charCodeAt(last - i),
  )
  return found < 0 ? -1 : end - found
}

/** The search of Knuth, Morris and Pratt: where the first occurrence ends, or -1. */
function searchLinear(
  length: number,
  partLength: number,
  at: (index: number) => number,
  partAt: (index: number) => number,
): number {
  const borders = new Int32Array(partLength)
  for (let i = 1, matched = 0; i < partLength; i += 1) {
    while (matched > 0 && partAt(i) !== partAt(matched)) matched = borders[matched - 1] ?? 0
    if (partAt(i) === partAt(matched)) matched += 1
    borders[i] = matched
  }
  for (let i = 0, matched = 0; i < length; i += 1) {
    while (matched > 0 && at(i) !== partAt(matched)) matched = borders[matched - 1] ?? 0
    if (at(i) === partAt(matched)) matched += 1
    if (matched === partLength) return i + 1
  }
  return -1
}

/** The unit at which a character stands; `size` is the number of the text's characters. */
export function unitOf(text: string, character: number, size: number, meter: Meter): number {
  if (size === text.length) return character
  let unit = 0
  meter.spend(character * 3)
  for (let i = 0; i < character; i += 1) unit += isPair(text, unit) ? 2 : 1
  return unit
}
/** The number of characters before a unit. */
export function characterOf(text: string, unit: number, size: number, meter: Meter): number {
  if (size === text.length) return unit
  let character = 0
  meter.spend(unit * 3)
  for (let i = 0; i < unit; i += isPair(text, i) ? 2 : 1) character += 1
  return character
}
const isPair = (text: string, unit: number): boolean => (text.charCodeAt(unit) & 0xfc00) === 0xd800
