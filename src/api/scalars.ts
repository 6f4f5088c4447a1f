/** Scalars of built-in and custom types: accepted values and their canonical form. */
import { writeJson } from '../machinery/json-text'
import { canonicalQuantity, isQuantity } from '../machinery/quantity'
import type { Schema } from './schema'

/** Why a scalar can't be read. */
export interface ScalarProblem {
  readonly expected: string
  readonly got: string
}

interface Problems {
  fail(problem: ScalarProblem): void
}

const INT32 = 2 ** 31
/** A value as printed in messages. */
export const shown = (value: unknown): string => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return writeJson(value).slice(0, 100)
  return Array.isArray(value)
    ? 'a list'
    : value === null
      ? 'null'
      : typeof value === 'object'
        ? 'an object'
        : `a ${typeof value}`
}

/** The canonical form of a non-null value; on a mismatch reports to `problems` and returns the value itself. */
export function readScalar(value: unknown, schema: Schema, problems: Problems): unknown {
  const wrong = (expected: string): unknown => {
    problems.fail({ expected, got: shown(value) })
    return value
  }
  switch (schema.type) {
    case 'string':
      return schema.format === undefined
        ? typeof value === 'string'
          ? value
          : wrong('a string')
        : readFormatted(value, schema.format, wrong)
    case 'integer':
      return isInteger(value, schema.format)
        ? value
        : wrong(schema.format === 'int32' ? 'a 32-bit integer' : 'an integer')
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? value : wrong('a number')
    case 'boolean':
      return typeof value === 'boolean' ? value : wrong('a boolean')
    default:
      return schema.format === undefined ? value : readFormatted(value, schema.format, wrong)
  }
}

function readFormatted(value: unknown, format: string, wrong: (expected: string) => unknown): unknown {
  switch (format) {
    case 'int-or-string':
      return typeof value === 'string' || isInteger(value, 'int32') ? value : wrong('an integer or a string')
    case 'quantity':
      if (typeof value === 'string' && PLAIN_QUANTITY.test(value)) return value
      return isQuantity(value) ? canonicalQuantity(value) : wrong('a quantity')
    case 'byte':
      return (typeof value === 'string' ? canonicalBase64(value) : undefined) ?? wrong('a base64 string')
    case 'date-time':
      return (typeof value === 'string' ? canonicalTime(value, 0) : undefined) ?? wrong('an RFC 3339 time')
    case 'micro-time':
      return (
        (typeof value === 'string' && MICROSECONDS.test(value) ? canonicalTime(value, 6) : undefined) ??
        wrong('an RFC 3339 time with six digits of a second')
      )
    default:
      return typeof value === 'string' ? value : wrong('a string')
  }
}

/** Fast path for short quantities that are already canonical, as most are. */
const PLAIN_QUANTITY = /^[1-9]\d{0,2}(?:[mkMGTPE]|[KMGTPE]i)?$/

// A safe integer, or a bigint for larger int64 values; a larger number was not written as an integer.
function isInteger(value: unknown, format: string | undefined): boolean {
  if (typeof value === 'bigint') return format !== 'int32'
  if (!Number.isSafeInteger(value)) return false
  return format !== 'int32' || ((value as number) >= -INT32 && (value as number) < INT32)
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Normalises standard base64 with padding by removing line breaks. Undefined if malformed. */
export function canonicalBase64(text: string): string | undefined {
  const bare = /[\r\n]/.test(text) ? text.replace(/[\r\n]/g, '') : text
  return BASE64.test(bare) ? bare : undefined
}

/** Six fractional digits, as MicroTime always has. */
const MICROSECONDS = /\.\d{6}(?!\d)/
const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/
const CANONICAL_SECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Canonical UTC form of an RFC 3339 time with `digits` fractional digits (0 or 6), truncated. Undefined if the text is not a valid time.
 */
export function canonicalTime(text: string, digits: number): string | undefined {
  if (text !== latest.text || digits !== latest.digits) latest = { text, digits, canonical: readTime(text, digits) }
  return latest.canonical
}

// Times of one object are often equal, so the last result is cached.
let latest: { readonly text: string; readonly digits: number; readonly canonical: string | undefined } = {
  text: '',
  digits: 0,
  canonical: undefined,
}

/**
 * Times that are canonical already, by number of fractional digits: most are. Days that not every month has are read like all others.
 */
const PLAIN_DATE_TIME = String.raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`
const PLAIN_SECONDS = new RegExp(`${PLAIN_DATE_TIME}Z$`)
const PLAIN_MICROSECONDS = new RegExp(String.raw`${PLAIN_DATE_TIME}\.\d{6}Z$`)

function readTime(text: string, digits: number): string | undefined {
  if ((digits === 0 ? PLAIN_SECONDS : PLAIN_MICROSECONDS).test(text)) return text
  const match = RFC3339.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 1 : 0
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > (DAYS[month - 1] ?? 0) + leap ||
    hour > 23 ||
    minute > 59 ||
    second > 59
  )
    return undefined
  if (digits === 0 && CANONICAL_SECONDS.test(text)) return text
  const offset = offsetMinutes(match[8] ?? 'Z')
  if (offset === undefined) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute - offset, second)
  const iso = date.toISOString()
  if (!/^\d{4}-/.test(iso)) return undefined
  const fraction = digits === 0 ? '' : `.${(match[7] ?? '').padEnd(digits, '0').slice(0, digits)}`
  return `${iso.slice(0, 19)}${fraction}Z`
}

function offsetMinutes(zone: string): number | undefined {
  if (zone === 'Z') return 0
  const [hours = 0, minutes = 0] = zone.slice(1).split(':').map(Number)
  if (hours > 23 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}
