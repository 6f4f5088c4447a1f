/** How grave a line of the log is: informational, a warning, an error, or the end of the program. */
export type LogLevel = 'I' | 'W' | 'E' | 'F'

const two = (value: number): string => String(value).padStart(2, '0')

/** A line as clients of this family log it: level, date, time, thread, where it comes from and the text. Times are those of UTC. */
export function logLine(level: LogLevel, now: number, place: string, text: string): string {
  const at = new Date(now)
  const day = `${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`
  const time = `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
  const micros = String(Math.floor((now % 1000) * 1000)).padStart(6, '0')
  return `${level}${day} ${time}.${micros}       1 ${place}] ${text}`
}
