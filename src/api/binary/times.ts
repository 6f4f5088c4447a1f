/** An object's timestamp as seconds and nanoseconds since 1970. */

export interface Moment {
  readonly seconds: number
  /** 0 to 999,999,999. */
  readonly nanos: number
}

// Almost all timestamps have this format, which is parsed without a regular expression.
const WHOLE_SECONDS = '2006-01-02T15:04:05Z'
const RFC_3339 = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/

const ZERO = 0x30
/** Days that every month has. */
const SHORTEST_MONTH = 28
/** `Date.UTC` maps smaller years to the 20th century. */
const FIRST_YEAR = 100

/** Fast path for UTC times in whole seconds: milliseconds since 1970, or undefined if the slower parser must decide. */
function plainTime(text: string): number | undefined {
  let sound = true
  const digit = (at: number): number => {
    const value = text.charCodeAt(at) - ZERO
    if (value < 0 || value > 9) sound = false
    return value
  }
  const two = (at: number): number => digit(at) * 10 + digit(at + 1)
  const year = two(0) * 100 + two(2)
  const [month, day, hour, minute, second] = [two(5), two(8), two(11), two(14), two(17)]
  for (let i = 0; i < SIGNS.length; i += 1) if (text[SIGNS_AT[i] ?? 0] !== SIGNS[i]) return undefined
  const usual =
    month >= 1 && month <= 12 && day >= 1 && day <= SHORTEST_MONTH && hour < 24 && minute < 60 && second < 60
  return sound && usual && year >= FIRST_YEAR ? Date.UTC(year, month - 1, day, hour, minute, second) : undefined
}
const SIGNS = '--T::'
const SIGNS_AT = [4, 7, 10, 13, 16]

// Objects written together usually have the same times, so the last one is cached.
let latest: { readonly text: string; readonly moment: Moment | undefined } = { text: '', moment: undefined }

/** Parses an RFC 3339 time; undefined if invalid. */
export function parseTime(text: string): Moment | undefined {
  if (text !== latest.text) latest = { text, moment: momentOf(text) }
  return latest.moment
}

function momentOf(text: string): Moment | undefined {
  if (text.length === WHOLE_SECONDS.length && text.endsWith('Z')) {
    const milliseconds = plainTime(text) ?? Date.parse(text)
    return Number.isNaN(milliseconds) ? undefined : { seconds: milliseconds / 1000, nanos: 0 }
  }
  const [, whole, fraction = '', zone] = RFC_3339.exec(text) ?? []
  if (whole === undefined || zone === undefined) return undefined
  const milliseconds = Date.parse(whole + zone)
  return Number.isNaN(milliseconds)
    ? undefined
    : { seconds: milliseconds / 1000, nanos: Number(fraction.padEnd(9, '0')) }
}

/** Start of year 0000 and end of year 9999. */
const [FIRST_SECOND, LAST_SECOND] = [-62_167_219_200, 253_402_300_799]

/** Formats a UTC time with no or six fractional digits; undefined outside the four-digit years. */
export function printTime(seconds: number, nanos: number, digits: 0 | 6): string | undefined {
  const at = seconds + Math.floor(nanos / 1e9)
  if (!(at >= FIRST_SECOND && at <= LAST_SECOND)) return undefined
  const whole = new Date(at * 1000).toISOString().slice(0, 19)
  if (digits === 0) return `${whole}Z`
  const rest = ((nanos % 1e9) + 1e9) % 1e9
  return `${whole}.${String(Math.floor(rest / 1000)).padStart(6, '0')}Z`
}
