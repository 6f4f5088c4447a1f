const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}

/** What is wrong with a text that is no duration, in the words that clients of this API know. */
export function goDurationFault(text: string): string {
  const whole = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)([^\d.]*))+$/.exec(text)
  if (!whole) return `time: invalid duration ${JSON.stringify(text)}`
  const units = [...text.matchAll(/[\d.]+([^\d.]*)/g)].map(([, unit = '']) => unit)
  const unknown = units.find((unit) => !(unit in UNITS)) ?? ''
  return unknown === ''
    ? `time: missing unit in duration ${JSON.stringify(text)}`
    : `time: unknown unit ${JSON.stringify(unknown)} in duration ${JSON.stringify(text)}`
}

/** Milliseconds of a duration such as `1h30m`, `-300ms` or `0`; undefined when the text is none. */
export function parseGoDuration(text: string): number | undefined {
  if (text === '0') return 0
  if (!/^[+-]?((\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g))
    total += Number(amount) * (UNITS[unit ?? ''] ?? 0)
  return text.startsWith('-') ? -total : total
}
