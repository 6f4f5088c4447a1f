import { useNow } from '../state/clock'

/** A duration in the format of the command-line client: `45s`, `7m`, `3h`, `2d3h`. */
export function shortDuration(ms: number): string {
  const s = Math.max(0, Math.floor(ms / 1000))
  if (s < 120) return `${s}s`
  const m = Math.floor(s / 60)
  if (m < 10) return s % 60 ? `${m}m${s % 60}s` : `${m}m`
  if (m < 180) return `${m}m`
  const h = Math.floor(m / 60)
  if (h < 8) return m % 60 ? `${h}h${m % 60}m` : `${h}h`
  if (h < 48) return `${h}h`
  const d = Math.floor(h / 24)
  if (d < 8) return h % 24 ? `${d}d${h % 24}h` : `${d}d`
  return d < 730 ? `${d}d` : `${Math.floor(d / 365)}y`
}

/** Browsers measure no less than a tenth of a millisecond. */
export const milliseconds = (ms: number): string =>
  ms === 0 ? '< 0.1 ms' : ms < 1 ? `${ms.toFixed(2)} ms` : ms < 100 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`

/** An age according to the control plane's clock. */
export function Age({ since }: { readonly since: string | undefined }) {
  const now = useNow(5)
  if (!since) return <span className="o-faint">–</span>
  const at = Date.parse(since)
  return (
    <time dateTime={since} title={since} className="o-num">
      {Number.isNaN(at) ? since : shortDuration(now - at)}
    </time>
  )
}

/** The time of day in UTC, to the second. */
export const clockTime = (ms: number): string => new Date(ms).toISOString().slice(11, 19)
/** The time of day in UTC, to the millisecond. */
export const clockTimeMs = (ms: number): string => new Date(ms).toISOString().slice(11, 23)
