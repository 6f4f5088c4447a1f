import { Cron } from 'croner'
import { timestamp } from '../../machinery/clock'
import { parseGoDuration } from '../../machinery/go-duration'

/** Named schedules, in cron's five fields. */
const NAMED: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/** All times are milliseconds since the epoch. */
export interface Schedule {
  /** The first time after `after`; undefined if there is none. */
  next(after: number): number | undefined
  /** The last time after `since` and not after `until`, and the number of times in between; at most `limit` are counted. */
  latest(since: number, until: number, limit: number): { readonly at: number; readonly missed: number } | undefined
}

/** Parses a schedule. Its time zone is `timeZone`, else that of the text, else UTC. @throws if the schedule is invalid */
export function scheduleOf(text: string, timeZone?: string): Schedule {
  const [, zone, rest] = /^(?:CRON_)?TZ=(\S+)\s+(.*)$/.exec(text) ?? [undefined, undefined, text]
  const fields = (rest ?? '').trim()
  const every = /^@every\s+(.+)$/.exec(fields)?.[1]
  if (every !== undefined) return everyMs(Math.max(1000, parseGoDuration(every) ?? 0))
  const cron = new Cron((NAMED[fields] ?? fields).replaceAll('?', '*'), {
    timezone: zone ?? timeZone ?? 'Etc/UTC',
    mode: '5-part',
    sloppyRanges: true,
  })
  const next = (after: number) => cron.nextRun(new Date(after))?.getTime()
  return {
    next,
    latest(since, until, limit) {
      let missed = 0
      let at: number | undefined
      for (let time = next(since); time !== undefined && time <= until && missed < limit; time = next(time)) {
        missed += 1
        at = time
      }
      if (at === undefined) return undefined
      // Too many to count: only the last one is computed.
      const last = missed < limit ? at : (cron.previousRuns(1, new Date(until + 1000))[0]?.getTime() ?? at)
      return { at: last, missed }
    },
  }
}

const everyMs = (period: number): Schedule => ({
  next: (after) => after + period,
  latest(since, until, limit) {
    const missed = Math.floor((until - since) / period)
    return missed > 0 ? { at: since + missed * period, missed: Math.min(missed, limit) } : undefined
  },
})

/** A time as RFC 3339 text with the offset of a time zone; UTC without one. */
export function timestampIn(ms: number, timeZone?: string): string {
  if (timeZone === undefined) return timestamp(ms)
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(ms)
  const [, sign = '+', hours = '00', minutes = '00'] =
    /GMT([+-])(\d{2}):(\d{2})/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
  return offset === 0 ? timestamp(ms) : timestamp(ms + offset * 60_000).replace('Z', `${sign}${hours}:${minutes}`)
}
