import { setOwn } from '../machinery/json'
import { writeJson } from '../machinery/json-text'

/** Characters of the records that are found again at least; never more than twice as many are held for it. */
const MOST = 2_000_000

let latest = new Map<string, object>()
let earlier = new Map<string, object>()
let characters = 0

/**
 * One object for all records that say the same, and for each of their parts that do: the thousands of objects that one writer makes
 * differ in times and values, hardly in whose field is whose. It is shared, with what is read from it: never change it.
 */
export function commonFields<T extends object>(fields: T): T {
  const text = writeJson(fields)
  const known = latest.get(text)
  if (known) return known as T
  const one = (earlier.get(text) ?? ofCommonParts(fields)) as T
  if (characters > MOST) {
    earlier = latest
    latest = new Map()
    characters = 0
  }
  latest.set(text, one)
  characters += text.length
  return one
}

function ofCommonParts(fields: object): object {
  let copy: Record<string, unknown> | undefined
  for (const [name, part] of Object.entries(fields) as [string, unknown][]) {
    const common = typeof part === 'object' && part !== null ? commonFields(part) : part
    if (common !== part) setOwn((copy ??= { ...fields }), name, common)
  }
  return copy ?? fields
}
