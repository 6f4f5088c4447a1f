/** Schedules in cron's five fields, or by name (`@daily`, `@every 1h30m`). */

interface Field {
  readonly name: string
  readonly low: number
  readonly high: number
  readonly words?: readonly string[]
}

const FIELDS: readonly Field[] = [
  { name: 'minute', low: 0, high: 59 },
  { name: 'hour', low: 0, high: 23 },
  { name: 'day of month', low: 1, high: 31 },
  {
    name: 'month',
    low: 1,
    high: 12,
    words: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { name: 'day of week', low: 0, high: 6, words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
]
const NAMED = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']
const EVERY = /^@every ([0-9]*\.?[0-9]+(ns|us|µs|ms|s|m|h))+$/

function valueOf(text: string, { low, high, words }: Field): number | undefined {
  const word = words?.indexOf(text.toLowerCase()) ?? -1
  if (text !== '' && word >= 0) return word
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  return value >= low && value <= high ? value : undefined
}

function isPart(text: string, field: Field): boolean {
  const [range = '', step, ...more] = text.split('/')
  if (more.length > 0 || (step !== undefined && (!/^\d+$/.test(step) || Number(step) === 0))) return false
  if (range === '*' || range === '?') return true
  const ends = range.split('-')
  if (ends.length > 2) return false
  const [first, last] = ends.map((end) => valueOf(end, field))
  return first !== undefined && (ends.length === 1 || (last !== undefined && first <= last))
}

/** What keeps a text from being a schedule; undefined when it is one. */
export function scheduleProblem(text: string): string | undefined {
  const zone = /^(?:CRON_)?TZ=\S*\s+(.*)$/.exec(text)
  const schedule = (zone ? (zone[1] ?? '') : text).trim()
  if (schedule.startsWith('@'))
    return NAMED.includes(schedule) || EVERY.test(schedule) ? undefined : `unrecognized descriptor: ${schedule}`
  const parts = schedule.split(/\s+/).filter(Boolean)
  if (parts.length !== FIELDS.length)
    return `expected exactly ${FIELDS.length} fields, found ${parts.length}: "${schedule}"`
  for (const [i, field] of FIELDS.entries()) {
    const wrong = (parts[i] ?? '').split(',').find((part) => !isPart(part, field))
    if (wrong !== undefined) return `"${wrong}" is no ${field.name} (${field.low} to ${field.high})`
  }
  return undefined
}
