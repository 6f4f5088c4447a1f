/** Schedules with cron's five fields, or named (`@daily`, `@every 1h30m`). */

interface Field {
  readonly low: number
  readonly high: number
  readonly words?: readonly string[]
}

const FIELDS: readonly Field[] = [
  { low: 0, high: 59 },
  { low: 0, high: 23 },
  { low: 1, high: 31 },
  {
    low: 1,
    high: 12,
    words: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { low: 0, high: 6, words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
]
const NAMED = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']
const EVERY = /^@every ([0-9]*\.?[0-9]+(ns|us|µs|ms|s|m|h))+$/

const isWrong = (value: number | string): value is string => typeof value === 'string'

/** Parses a number or name; a string result is the error. */
function valueOf(text: string, words: readonly string[] = []): number | string {
  const word = words.indexOf(text.toLowerCase())
  if (text !== '' && word >= 0) return word
  return /^\+?\d+$/.test(text)
    ? Number(text)
    : `failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`
}

/** Bounds of a range such as `*`, `5` or `mon-fri/2`; a string result is the error. */
function endsOf(range: string, part: string, { low, high, words }: Field): readonly [number, number] | string {
  const [from = '', to, ...more] = range.split('-')
  if (from === '*' || from === '?') return [low, high]
  const start = valueOf(from, words)
  if (isWrong(start)) return start
  if (more.length > 0) return `too many hyphens: ${part}`
  const end = to === undefined ? start : valueOf(to, words)
  return isWrong(end) ? end : [start, end]
}

/** Error of a part such as `10-50/5`. */
function partProblem(part: string, field: Field): string | undefined {
  const [range = '', stepText, ...more] = part.split('/')
  const ends = endsOf(range, part, field)
  if (typeof ends === 'string') return ends
  const step = stepText === undefined ? 1 : valueOf(stepText)
  if (more.length > 0) return `too many slashes: ${part}`
  if (isWrong(step)) return step
  const [start, last] = ends
  // `5/10` extends to the maximum.
  const end = stepText !== undefined && !/[-*?]/.test(range) ? field.high : last
  if (start < field.low) return `beginning of range (${start}) below minimum (${field.low}): ${part}`
  if (end > field.high) return `end of range (${end}) above maximum (${field.high}): ${part}`
  if (start > end) return `beginning of range (${start}) beyond end of range (${end}): ${part}`
  return step === 0 ? `step of range should be a positive number: ${part}` : undefined
}

/** Error of a schedule; undefined if it is valid. It may begin with a time zone if `zones` says so. */
export function scheduleProblem(text: string, zones = true): string | undefined {
  const zone = zones ? /^(?:CRON_)?TZ=\S*\s+(.*)$/.exec(text) : null
  const schedule = (zone ? (zone[1] ?? '') : text).trim()
  if (schedule.startsWith('@'))
    return NAMED.includes(schedule) || EVERY.test(schedule) ? undefined : `unrecognized descriptor: ${schedule}`
  const parts = schedule.split(/\s+/).filter(Boolean)
  if (parts.length !== FIELDS.length)
    return `expected exactly ${FIELDS.length} fields, found ${parts.length}: [${parts.join(' ')}]`
  for (const [i, field] of FIELDS.entries())
    for (const part of (parts[i] ?? '').split(',').filter(Boolean)) {
      const problem = partProblem(part, field)
      if (problem !== undefined) return problem
    }
  return undefined
}

/** The same, worded as before 1.21, when another library parsed schedules, which knew no time zones. */
export function olderScheduleProblem(text: string): string | undefined {
  // It quotes the whole text, where the later one quotes its words.
  const problem = scheduleProblem(text, false)?.replace(
    /(fields, found \d+: )\[.*\]$/s,
    (_, found) => `${found}${text}`,
  )
  return problem && `${problem.charAt(0).toUpperCase()}${problem.slice(1)}`
}
