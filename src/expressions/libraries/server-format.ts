import { goQuoted } from '../../machinery/go-quote'
import { fail } from '../expression-error'
import { type Library, metered } from '../functions'
import type { Meter } from '../meter'
import { decodeUtf8, utf8Bytes } from '../text'
import { Duration, isList, MapValue, Timestamp, typeNameOf, Unsigned, type Value } from '../values'
import { DIGIT_STEPS, exponentDigits, fixedDigits, hexOfBytes } from './format-digits'
import { fillFormat, type FormatValue, showScalar } from './format-text'
import { unfitFor } from './format-verbs'
import { readFirst, showDouble } from './standard'

/**
 * `format` as servers have it: an older form of the string library than the language's. Numbers are written for English readers,
 * and what stands in lists and maps as it would be written in an expression.
 */

const refused = (verb: string, value: Value): never => fail(unfitFor(verb, typeNameOf(value)))

/** `%s`: a value by itself. */
function show(value: Value, meter: Meter): string {
  const scalar = showScalar(value, meter)
  if (scalar !== undefined) return scalar
  if (typeof value === 'number') return showDouble(value)
  if (value instanceof Uint8Array) return decodeUtf8(value) ?? fail('invalid UTF-8 in bytes, cannot convert to string')
  if (isList(value)) return `[${value.map((item) => showInside(item, meter)).join(', ')}]`
  if (value instanceof MapValue) return showMap(value, meter)
  return refused('s', value)
}
/** A value within a list or map. */
function showInside(value: Value, meter: Meter): string {
  if (typeof value === 'number') return Number.isFinite(value) ? signed(value, 6) : `"${showDouble(value)}"`
  const shown = show(value, meter)
  if (typeof value === 'string') return goQuoted(shown)
  if (value instanceof Uint8Array) return `b${goQuoted(shown)}`
  if (value instanceof Timestamp) return `timestamp("${shown}")`
  return value instanceof Duration ? `duration("${shown}")` : shown
}
function showMap(value: MapValue, meter: Meter): string {
  return `{${[...value.entries()]
    .map(([key, member]) => [showInside(key, meter), showInside(member, meter)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${key}:${member}`)
    .join(', ')}}`
}

const signed = (value: number, digits: number): string =>
  Object.is(value, -0) ? `-${fixedDigits(0, digits)}` : fixedDigits(value, digits)

/** Groups of three digits before the point. */
function grouped(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(text) ?? []
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest}`
}
const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** Narrow spaces stand around the sign. */
const TIMES = '\u202f×\u202f10'
function scientific(value: number, digits: number): string {
  const [mantissa, exponent] = exponentDigits(value, digits)
  const power = String(Math.abs(exponent))
    .padStart(2, '0')
    .replace(/\d/g, (digit) => RAISED.charAt(Number(digit)))
  return `${mantissa}${TIMES}${exponent < 0 ? '⁻' : ''}${power}`
}
const SPECIAL = new Map([
  ['NaN', 'NaN'],
  ['Infinity', '∞'],
  ['-Infinity', '-∞'],
])
function real(verb: string, value: Value, write: (value: number) => string): string {
  const special = typeof value === 'number' || typeof value === 'string' ? SPECIAL.get(String(value)) : undefined
  if (special !== undefined) return special
  return typeof value === 'number' ? write(value) : refused(verb, value)
}

function whole(verb: string, value: Value, base: number): string {
  if (typeof value === 'bigint') return value.toString(base)
  return value instanceof Unsigned ? value.value.toString(base) : refused(verb, value)
}
function hexadecimal(verb: string, value: Value, meter: Meter): string {
  if (typeof value !== 'string' && !(value instanceof Uint8Array)) return whole(verb, value, 16)
  meter.spend(value.length * DIGIT_STEPS)
  return hexOfBytes(typeof value === 'string' ? utf8Bytes(value) : value)
}

const formatValue: FormatValue = ({ verb, digits = 6 }, value, meter) => {
  switch (verb) {
    case 's':
      return show(value, meter)
    case 'f':
      return real(verb, value, (number) => grouped(fixedDigits(number, digits)))
    case 'e':
      return real(verb, value, (number) => scientific(number, digits))
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : whole(verb, value, 2)
    case 'd':
      return whole(verb, value, 10)
    case 'o':
      return whole(verb, value, 8)
    case 'x':
      return hexadecimal(verb, value, meter)
    default:
      return hexadecimal(verb, value, meter).toUpperCase()
  }
}

/** `format` of servers. */
export const SERVER_FORMAT: Library = [
  metered(
    'string::format(list(dyn)) string',
    (meter: Meter, text: string, args: Value) => fillFormat(text, isList(args) ? args : [], meter, formatValue),
    readFirst,
  ),
]
