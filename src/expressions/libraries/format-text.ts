import { fail } from '../expression-error'
import type { Meter } from '../meter'
import { formatDuration, formatTimestamp } from '../times'
import { decodeUtf8, utf8Bytes } from '../text'
import {
  Duration,
  isList,
  MapValue,
  numericOf,
  Timestamp,
  TypeValue,
  typeNameOf,
  Unsigned,
  type Value,
} from '../values'
import { type Clause, readFormat } from './format-clauses'
import { DIGIT_STEPS, exponentDigits, fixedDigits, hexOfBytes } from './format-digits'

/** Formats one value for a clause. @throws EvaluationError for a value that the clause doesn't take */
export type FormatValue = (clause: Clause, value: Value, meter: Meter) => string

/** Fills the clauses of a format with values. @throws EvaluationError */
export function fillFormat(format: string, args: readonly Value[], meter: Meter, formatValue: FormatValue): string {
  let made = ''
  readFormat(format, args.length, {
    text: (part) => (made += part),
    clause: (clause, index) => (made += formatValue(clause, args[index] ?? null, meter)),
    wrong: fail,
  })
  return made
}

const wrong = (verb: string, value: Value): never =>
  fail(`error during formatting: %${verb} can't take a value of type ${typeNameOf(value)}`)

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isFinite(value) ? undefined : value > 0 ? 'Infinity' : '-Infinity'
}
const showNumber = (value: number): string => special(value) ?? String(value)

const SHOW_STEPS = 100

/** Writes what every `%s` writes alike; undefined for numbers, bytes, lists, maps and what has no text. */
export function showScalar(value: Value, meter: Meter): string | undefined {
  meter.spend(SHOW_STEPS)
  if (typeof value === 'string') {
    meter.spend(value.length)
    return value
  }
  if (value === null) return 'null'
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Unsigned) return String(value.value)
  if (value instanceof Timestamp) return formatTimestamp(value)
  if (value instanceof Duration) return formatDuration(value)
  return value instanceof TypeValue ? value.name : undefined
}

function show(value: Value, meter: Meter): string {
  const scalar = showScalar(value, meter)
  if (scalar !== undefined) return scalar
  if (typeof value === 'number') return showNumber(value)
  if (value instanceof Uint8Array) return decodeUtf8(value) ?? '\ufffd'
  if (isList(value)) return `[${value.map((item) => show(item, meter)).join(', ')}]`
  if (value instanceof MapValue)
    return `{${[...value.entries()]
      .map(([key, member]) => [show(key, meter), show(member, meter)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${key}: ${member}`)
      .join(', ')}}`
  return wrong('s', value)
}

function scientific(value: number, digits: number): string {
  const [mantissa, exponent] = exponentDigits(value, digits)
  return `${mantissa}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`
}

function inBase(verb: string, value: Value, base: number): string {
  if (typeof value === 'boolean' && base === 2) return value ? '1' : '0'
  const whole = typeof value === 'number' ? undefined : numericOf(value)
  return whole === undefined ? wrong(verb, value) : whole.toString(base)
}
function hexadecimal(verb: string, value: Value, meter: Meter): string {
  if (typeof value === 'string' || value instanceof Uint8Array) meter.spend(value.length * DIGIT_STEPS)
  const bytes = typeof value === 'string' ? utf8Bytes(value) : value
  return bytes instanceof Uint8Array ? hexOfBytes(bytes) : inBase(verb, value, 16)
}
function decimal(value: Value): string {
  if (typeof value === 'number') return special(value) ?? wrong('d', value)
  return inBase('d', value, 10)
}
function real(verb: string, value: Value, write: (value: number) => string): string {
  const number = numericOf(value)
  if (number === undefined) return wrong(verb, value)
  return special(Number(number)) ?? write(Number(number))
}

/** Formats one value as the language's own string library does. */
const formatValue: FormatValue = ({ verb, digits = 6 }, value, meter) => {
  switch (verb) {
    case 's':
      return show(value, meter)
    case 'd':
      return decimal(value)
    case 'f':
      return real(verb, value, (number) => fixedDigits(number, digits))
    case 'e':
      return real(verb, value, (number) => scientific(number, digits))
    case 'b':
      return inBase(verb, value, 2)
    case 'o':
      return inBase(verb, value, 8)
    case 'x':
      return hexadecimal(verb, value, meter)
    default:
      return hexadecimal(verb, value, meter).toUpperCase()
  }
}

/** Formats `%s`, `%d`, `%.3f` and the like. */
export const formatText = (format: string, args: readonly Value[], meter: Meter): string =>
  fillFormat(format, args, meter, formatValue)
