import { writeJson } from '../../machinery/json-text'

/** A number, or a percentage of `whole` rounded up or down. Anything else that validation let through counts as 0. */
export function amountOf(value: number | string | undefined, whole: number, round: 'up' | 'down'): number {
  if (typeof value === 'number') return value
  const percent = /^([0-9]+)%$/.exec(value ?? '')?.[1]
  if (percent === undefined) return 0
  const exact = (Number(percent) * whole) / 100
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact)
}

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/** A short hash of a template and the number of collisions. Safe in names and labels. */
export function hashOf(content: unknown, collisions = 0): string {
  const text = writeJson(sorted(content)) + (collisions > 0 ? String(collisions) : '')
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0
  return String(hash).replace(/./g, (digit) => ALPHABET[(Number(digit) * 7 + 3) % ALPHABET.length] ?? '')
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]))
}
