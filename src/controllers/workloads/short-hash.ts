import { writeJson } from '../../machinery/json-text'
import { NAME_ALPHABET } from '../../machinery/random'
import { fnv1a } from '../../machinery/fnv'

/** A short hash of a value and the number of collisions. Safe in names and labels. */
export function shortHash(content: unknown, collisions = 0): string {
  const text = writeJson(sorted(content)) + (collisions > 0 ? String(collisions) : '')
  return String(fnv1a(text)).replace(
    /./g,
    (digit) => NAME_ALPHABET[(Number(digit) * 7 + 3) % NAME_ALPHABET.length] ?? '',
  )
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, sorted(member)]))
}
