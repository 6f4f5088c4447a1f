import { setOwn } from '../machinery/json'
import { writeJson } from '../machinery/json-text'

/** Characters of managedFields cached at least; at most twice as many are held. */
const MOST = 2_000_000

let latest = new Map<string, object>()
let earlier = new Map<string, object>()
let characters = 0

/** What was returned for an object before, which the same ownership brings again and again. */
const returned = new WeakMap<object, object>()

/**
 * Returns one shared object for equal field sets, and for each equal part: thousands of objects made by one writer differ in times and
 * values, but rarely in ownership. The result is shared: never change it.
 */
export function commonFields<T extends object>(fields: T): T {
  const before = returned.get(fields)
  if (before) return before as T
  const common = shared(fields)
  returned.set(fields, common)
  return common
}

function shared<T extends object>(fields: T): T {
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
    const common = typeof part === 'object' && part !== null ? shared(part) : part
    if (common !== part) setOwn((copy ??= { ...fields }), name, common)
  }
  return copy ?? fields
}
