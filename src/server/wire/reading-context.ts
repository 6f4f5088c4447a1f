import { placeOf } from '../../machinery/json-place'

/** Types whose reader stops at the first character of a value of another type. */
const STOP_AT_ONCE = new Set([
  'a string',
  'a boolean',
  'an integer',
  'a 32-bit integer',
  'a number',
  'a list',
  'a map',
  'an object',
])
/** Each takes a search through the text, and a body may have an error in every value. */
const MOST_ERRORS = 10
const NEAR = 10
const AROUND = 50

/**
 * Which of the errors (`path: expected a string, got true`) older servers report for a body: only the one that comes first in its text, with
 * the text around the place where reading stopped.
 */
export function firstInText(errors: readonly string[], text: string): string | undefined {
  let first: string | undefined
  let head = text.length
  for (const error of errors.slice(0, MOST_ERRORS)) {
    // What stands behind the earliest error so far needs no search.
    const stop = stopOf(error, text.slice(0, head))
    if (stop === undefined || (first !== undefined && stop >= head)) continue
    first = error
    head = stop
  }
  return first && `${first}, ${contextAt(text, head)}`
}

/** The characters that were read when an error was found. */
function stopOf(error: string, text: string): number | undefined {
  const [, path = '', expected = ''] = /^(.*?): expected (.+?), got /s.exec(error) ?? []
  const place = path === '' ? undefined : placeOf(text, path)
  if (!place) return undefined
  const value = text.slice(place.start, place.end)
  const isNumber = /^-?\d/.test(value)
  // Of a fraction, the digits before the point are read as an integer.
  if (isNumber && /integer/.test(expected)) return place.start + (/^-?\d+/.exec(value)?.[0].length ?? 0)
  if (expected === 'a base64 string' && !value.startsWith('"')) return place.start
  return STOP_AT_ONCE.has(expected) ? place.start + 1 : place.end
}

/** Positions count bytes. */
function contextAt(text: string, head: number): string {
  const bytes = new TextEncoder().encode(text)
  const at = new TextEncoder().encode(text.slice(0, head)).length
  const shown = (width: number) => new TextDecoder().decode(bytes.subarray(Math.max(0, at - width), at + width))
  return `error found in #${Math.min(at, NEAR)} byte of ...|${shown(NEAR)}|..., bigger context ...|${shown(AROUND)}|...`
}
