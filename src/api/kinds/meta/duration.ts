const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

const pair = (large: number, largeUnit: string, small: number, smallUnit: string): string =>
  small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`

/** A duration for people, in at most two units: `45s`, `5m10s`, `3h2m`, `2d3h`, `3y20d`. `<invalid>` if negative. */
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / SECOND)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.trunc(ms / MINUTE)
  if (minutes < 10) return pair(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.trunc(ms / HOUR)
  if (hours < 8) return pair(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  const days = Math.trunc(hours / 24)
  if (hours < 192) return pair(days, 'd', hours % 24, 'h')
  if (days < 365 * 2) return `${days}d`
  const years = Math.trunc(days / 365)
  return days < 365 * 8 ? pair(years, 'y', days % 365, 'd') : `${years}y`
}

/** Time since a timestamp; `<unknown>` without one. */
export function since(timestamp: string | null | undefined, now: number): string {
  const then = timestamp ? Date.parse(timestamp) : Number.NaN
  return Number.isNaN(then) ? '<unknown>' : humanDuration(now - then)
}
