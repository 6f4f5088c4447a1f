/** Consecutive ports. */
export interface PortRange {
  readonly low: number
  /** Inclusive. */
  readonly high: number
}

const MOST = 65_535

/** Parses `30000-32767`, `30000+2767` (the same) or one port; undefined if invalid. */
export function parsePortRange(text: string): PortRange | undefined {
  const match = /^(\d+)(?:([-+])(\d+))?$/.exec(text.trim())
  if (!match) return undefined
  const low = Number(match[1])
  const second = Number(match[3] ?? 0)
  const high = match[2] === undefined ? low : match[2] === '+' ? Math.min(low + second, MOST) : second
  return low <= high && high <= MOST ? { low, high } : undefined
}
