/** The severity of a log line: informational, warning, error, or fatal. */
export type LogLevel = 'I' | 'W' | 'E' | 'F'

const two = (value: number): string => String(value).padStart(2, '0')

/** A line in the log format of clients of this family: level, date, time, thread, source and text. Times are in UTC. */
export function logLine(level: LogLevel, now: number, place: string, text: string): string {
  const at = new Date(now)
  const day = `${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
  const micros = String(Math.floor((now % 1000) * 1000)).padStart(6, '0')
  return `${level}${day} ${time}.${micros}       1 ${place}] ${text}`
}
