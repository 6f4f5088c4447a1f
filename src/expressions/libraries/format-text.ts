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

const wrong = (verb: string, value: Value): never =>
  fail(`error during formatting: ${verb} can't take a value of type ${typeNameOf(value)}`)

function special(value: number): string | undefined {
  if (Number.isNaN(value)) return 'NaN'
  return Number.isFinite(value) ? undefined : value > 0 ? 'Infinity' : '-Infinity'
}
const showNumber = (value: number): string => special(value) ?? String(value)

const SHOW_STEPS = 100

function show(value: Value, meter: Meter): string {
  meter.spend(SHOW_STEPS)
  if (typeof value === 'string') {
    meter.spend(value.length)
    return value
  }
  if (value === null) return 'null'
  if (typeof value === 'number') return showNumber(value)
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (value instanceof Unsigned) return String(value.value)
  if (value instanceof Timestamp) return formatTimestamp(value)
  if (value instanceof Duration) return formatDuration(value)
  if (value instanceof TypeValue) return value.name
  if (value instanceof Uint8Array) return decodeUtf8(value) ?? '\ufffd'
  if (isList(value)) return `[${value.map((item) => show(item, meter)).join(', ')}]`
  if (value instanceof MapValue)
    return `{${[...value.entries()]
      .map(([key, member]) => [show(key, meter), show(member, meter)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => `${key}: ${member}`)
      .join(', ')}}`
  return wrong('%s', value)
}

/** Formats a double with fixed digits, exactly and rounded half to even. */
function fixed(value: number, digits: number): string {
  if (digits > 100) return fail('precision is too large')
  const rest = value.toFixed(Math.min(100, digits + 60)).slice(value.toFixed(digits).length + (digits === 0 ? 1 : 0))
  if (!/^50*$/.test(rest)) return value.toFixed(digits)
  const kept = value.toFixed(Math.min(100, digits + 1)).slice(0, digits === 0 ? -2 : -1)
  return /[02468]$/.test(kept) ? kept : value.toFixed(digits)
}
function scientific(value: number, digits: number): string {
  if (digits > 100) return fail('precision is too large')
  return value.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2')
}

function inBase(verb: string, value: Value, base: number): string {
  if (typeof value === 'boolean' && base === 2) return value ? '1' : '0'
  const whole = typeof value === 'number' ? undefined : numericOf(value)
  return whole === undefined ? wrong(verb, value) : whole.toString(base)
}
/** Steps to convert one byte to digits. */
const DIGIT_STEPS = 100
function hexadecimal(verb: string, value: Value, meter: Meter): string {
  if (typeof value === 'string' || value instanceof Uint8Array) meter.spend(value.length * DIGIT_STEPS)
  const bytes = typeof value === 'string' ? utf8Bytes(value) : value
  if (bytes instanceof Uint8Array) return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return inBase(verb, value, 16)
}
function decimal(value: Value): string {
  if (typeof value === 'number') return special(value) ?? wrong('%d', value)
  return inBase('%d', value, 10)
}
function real(verb: string, value: Value, write: (value: number) => string): string {
  const number = numericOf(value)
  if (number === undefined) return wrong(verb, value)
  return special(Number(number)) ?? write(Number(number))
}

const VERB = /%(?:%|(?:\.(\d+))?([a-zA-Z]))|%/g

/** Formats `%s`, `%d`, `%.3f` and the like. */
export function formatText(text: string, args: readonly Value[], meter: Meter): string {
  let next = 0
  return text.replace(VERB, (whole, precision: string | undefined, verb: string | undefined) => {
    if (whole === '%%') return '%'
    const value = args[next]
    next += 1
    if (verb === undefined) return fail('could not parse formatting clause: unrecognized formatting clause')
    if (!/[sdfeboxX]/.test(verb))
      return fail(`could not parse formatting clause: unrecognized formatting clause "${verb}"`)
    if (value === undefined) return fail(`index ${next - 1} out of range`)
    const digits = precision === undefined ? 6 : Number(precision)
    switch (verb) {
      case 's':
        return show(value, meter)
      case 'd':
        return decimal(value)
      case 'f':
        return real('%f', value, (number) => fixed(number, digits))
      case 'e':
        return real('%e', value, (number) => scientific(number, digits))
      case 'b':
        return inBase('%b', value, 2)
      case 'o':
        return inBase('%o', value, 8)
      case 'x':
        return hexadecimal('%x', value, meter)
      default:
        return hexadecimal('%X', value, meter).toUpperCase()
    }
  })
}
