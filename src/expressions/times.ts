import { EvaluationError } from './expression-error'
import { overload, type Library } from './functions'
import { Duration, Timestamp } from './values'

const SECOND = 1_000_000_000n
const MILLISECOND = 1_000_000n
const FIRST = BigInt(Date.parse('0001-01-01T00:00:00Z')) * MILLISECOND
const LAST = BigInt(Date.UTC(9999, 11, 31, 23, 59, 59)) * MILLISECOND + 999_999_999n
/** The longest duration in nanoseconds. */
export const MAX_DURATION = 2n ** 63n - 1n

/** @throws EvaluationError outside the years 1 to 9999 */
export function timestampOf(ns: bigint, offset?: number): Timestamp {
  if (ns < FIRST || ns > LAST) throw new EvaluationError('timestamp overflow')
  return new Timestamp(ns, offset)
}

const MINUTE = 60_000
const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{1,2})(:\d{2}:\d{2})(?:[.,](\d{1,9})\d*)?(?:Z|([+-])(\d{2}):(\d{2}))$/

/**
 * Parses an RFC 3339 time as servers do, who also take a comma and one digit of an hour; undefined if invalid.
 * @throws EvaluationError outside the years 1 to 9999
 */
export function parseTimestamp(text: string): Timestamp | undefined {
  const [, date = '', hour = '', rest = '', fraction = '', sign, hours, minutes] = TIME.exec(text) ?? []
  if (date === '' || Number(hour) > 23 || Number(hours ?? 0) > 24 || Number(minutes ?? 0) > 60) return undefined
  const ms = Date.parse(`${date}T${hour.padStart(2, '0')}${rest}Z`)
  if (Number.isNaN(ms) || new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date) return undefined
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
  return timestampOf(BigInt(ms - offset * MINUTE) * MILLISECOND + BigInt(fraction.padEnd(9, '0')), offset)
}

function split(ns: bigint): { ms: number; rest: bigint } {
  const seconds = ns >= 0n ? ns / SECOND : -((-ns + SECOND - 1n) / SECOND)
  return { ms: Number(seconds) * 1000, rest: ns - seconds * SECOND }
}

/** A time in RFC 3339, in the zone it was written in, with as many digits of a second as it needs. */
export function formatTimestamp({ ns, offset }: Timestamp): string {
  const { ms, rest } = split(ns)
  const fraction = rest === 0n ? '' : `.${String(rest).padStart(9, '0').replace(/0+$/, '')}`
  return new Date(ms + offset * MINUTE).toISOString().replace(/\.000Z$/, `${fraction}${formatOffset(offset)}`)
}
function formatOffset(offset: number): string {
  if (offset === 0) return 'Z'
  const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: MILLISECOND,
  s: SECOND,
  m: 60n * SECOND,
  h: 3600n * SECOND,
}
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/g

/** Parses a duration such as `1h30m`; undefined if invalid. */
export function parseDuration(text: string): Duration | undefined {
  if (/^[+-]?0$/.test(text)) return new Duration(0n)
  if (!/^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/.test(text)) return undefined
  let ns = 0n
  for (const [, whole = '', fraction = '', unit = ''] of text.matchAll(PART)) {
    const size = UNITS[unit] ?? 0n
    ns += BigInt(whole || '0') * size
    if (fraction !== '') ns += (BigInt(fraction.slice(0, 18)) * size) / 10n ** BigInt(Math.min(fraction.length, 18))
  }
  if (ns > MAX_DURATION) throw new EvaluationError('duration out of range')
  return new Duration(text.startsWith('-') ? -ns : ns)
}

/** A duration as text, in seconds: as precise as a double of them. */
export function formatDuration({ ns }: Duration): string {
  const size = ns < 0n ? -ns : ns
  const seconds = Number(size / SECOND) + Number(size % SECOND) / 1e9
  const text = String(seconds)
  // The smallest durations have an exponent.
  const plain = text.includes('e') ? seconds.toFixed(9) : text
  return `${ns < 0n ? '-' : ''}${plain}s`
}

interface Calendar {
  readonly date: Date
  readonly ms: number
}
const OFFSET = /^([+-]?)(\d+):(\+?[0-5]?\d)$/

/** Local time in a zone (a name or an offset), represented as if it were UTC. */
function calendarOf({ ns }: Timestamp, zone = 'UTC'): Calendar {
  const { ms, rest } = split(ns)
  const milliseconds = Number(rest / MILLISECOND)
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? []
  if (hours !== undefined) {
    const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE * (sign === '-' ? -1 : 1)
    return { date: new Date(ms + offset), ms: milliseconds }
  }
  if (zone.includes(':')) throw new EvaluationError(`invalid offset of a time zone: ${zone}`)
  if (['', 'UTC', 'Local'].includes(zone)) return { date: new Date(ms), ms: milliseconds }
  return { date: new Date(inZone(ms, zone)), ms: milliseconds }
}
function inZone(ms: number, timeZone: string): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }).formatToParts(ms)
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value)
    const date = new Date(ms)
    date.setUTCFullYear(part('year'), part('month') - 1, part('day'))
    date.setUTCHours(part('hour'), part('minute'), part('second'))
    return date.getTime()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new EvaluationError(`unknown time zone ${timeZone}`)
  }
}

function dayOfYear({ date }: Calendar): number {
  const first = new Date(date)
  first.setUTCMonth(0, 1)
  return Math.round((date.getTime() - first.getTime()) / 86_400_000)
}
const GETTERS: Readonly<Record<string, (calendar: Calendar) => number>> = {
  getFullYear: ({ date }) => date.getUTCFullYear(),
  getMonth: ({ date }) => date.getUTCMonth(),
  getDate: ({ date }) => date.getUTCDate(),
  getDayOfMonth: ({ date }) => date.getUTCDate() - 1,
  getDayOfWeek: ({ date }) => date.getUTCDay(),
  getDayOfYear: dayOfYear,
  getHours: ({ date }) => date.getUTCHours(),
  getMinutes: ({ date }) => date.getUTCMinutes(),
  getSeconds: ({ date }) => date.getUTCSeconds(),
  getMilliseconds: ({ ms }) => ms,
}
const SPANS: Readonly<Record<string, bigint>> = {
  getHours: 3600n * SECOND,
  getMinutes: 60n * SECOND,
  getSeconds: SECOND,
}

const times = (milliseconds: (ns: bigint) => bigint): Library => [
  ...Object.entries(GETTERS).flatMap(([name, get]) => [
    overload(`timestamp::${name}() int`, (time: Timestamp) => BigInt(get(calendarOf(time)))),
    overload(`timestamp::${name}(string) int`, (time: Timestamp, zone: string) => BigInt(get(calendarOf(time, zone)))),
  ]),
  ...Object.entries(SPANS).map(([name, unit]) => overload(`duration::${name}() int`, ({ ns }: Duration) => ns / unit)),
  overload('duration::getMilliseconds() int', ({ ns }: Duration) => milliseconds(ns)),
]

/** Functions on timestamps and durations. */
export const TIMES: Library = times((ns) => (ns / MILLISECOND) % 1000n)
/** The same, but the milliseconds of a duration are all of them, as servers of this API count them. */
export const TIMES_WITH_ALL_MILLISECONDS: Library = times((ns) => ns / MILLISECOND)
