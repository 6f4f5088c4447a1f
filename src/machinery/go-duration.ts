const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** Error text for an invalid duration, worded as in Go. */
export function goDurationFault(text: string): string {
  const whole = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)([^\d.]*))+$/.exec(text)
  if (!whole) return `time: invalid duration ${JSON.stringify(text)}`
  const units = [...text.matchAll(/[\d.]+([^\d.]*)/g)].map(([, unit = '']) => unit)
  const unknown = units.find((unit) => !(unit in UNITS)) ?? ''
  return unknown === ''
    ? `time: missing unit in duration ${JSON.stringify(text)}`
    : `time: unknown unit ${JSON.stringify(unknown)} in duration ${JSON.stringify(text)}`
}

/** Formats a duration in its shortest form, in hours, minutes and seconds: `1h0m0s`, `1.5s`; below a second `300ms`, `2µs`, `5ns`. */
export function formatGoDuration(ms: number): string {
  const size = Math.abs(ms)
  const sign = ms < 0 ? '-' : ''
  if (size === 0) return '0s'
  const small = size < 1e-3 ? 'ns' : size < 1 ? 'µs' : size < 1000 ? 'ms' : undefined
  if (small) return `${sign}${plain(size / (UNITS[small] ?? 1))}${small}`
  const [hours, minutes] = [Math.floor(size / 3_600_000), Math.floor(size / 60_000) % 60]
  const seconds = `${plain((size % 60_000) / 1000)}s`
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}`
  return sign + (minutes > 0 ? `${minutes}m${seconds}` : seconds)
}

/** Rounds off floating-point noise, to the nanosecond. */
const plain = (value: number): string => String(Number(value.toFixed(9)))

/** Milliseconds of a duration such as `1h30m`, `-300ms` or `0`; undefined if the text is not a duration. */
export function parseGoDuration(text: string): number | undefined {
  if (text === '0') return 0
  if (!/^[+-]?((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g))
    total += Number(amount) * (UNITS[unit ?? ''] ?? 0)
  return text.startsWith('-') ? -total : total
}
