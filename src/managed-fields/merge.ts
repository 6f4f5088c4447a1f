import { addAll } from '../machinery/lists'
import type { Schema } from '../api/schema'
import { equal, setOwn } from '../machinery/json'
import type { PathElement } from './path-element'
import { commonShape, deduced, indexList, memberSchema, type Shape, isBlank } from './shape'

/** Order of a merged list: that of the live list with new elements last, or that of the applied configuration. */
export type ListOrder = 'live' | 'intent'

type Members = Record<string, unknown>

/**
 * Merges an applied configuration into a live value of the same type: its values win, everything else stays. The result shares parts with
 * both and is `live` itself if nothing changes. The configuration must be free of problems (see problemsOf).
 */
export function merge(schema: Schema, live: unknown, intent: unknown, order: ListOrder): unknown {
  if (live === intent || intent === undefined) return live
  if (live === undefined) return intent
  const shape = commonShape(schema, live, intent)
  if (!shape || shape.kind === 'leaf' || (isBlank(live) && isBlank(intent))) return equal(live, intent) ? live : intent
  if (live === null) return intent
  if (intent === null) return live
  return shape.kind === 'map'
    ? mergeMaps(shape, live as Members, intent as Members, order)
    : mergeLists(shape, live as unknown[], intent as unknown[], order)
}

function mergeMaps(shape: Shape, live: Members, intent: Members, order: ListOrder): Members {
  let merged: Members | undefined
  for (const name of Object.keys(intent)) {
    if (intent[name] === undefined) continue
    const before = Object.hasOwn(live, name) ? live[name] : undefined
    const after = merge(memberSchema(shape, name) ?? deduced, before, intent[name], order)
    if (after === before) continue
    merged ??= { ...live }
    setOwn(merged, name, after)
  }
  return merged ?? live
}

function mergeLists(shape: Shape, live: unknown[], intent: unknown[], order: ListOrder): unknown[] {
  const schema = shape.element ?? deduced
  const before = indexList(shape, live)
  const wanted = indexList(shape, intent)
  const merged: unknown[] = []
  for (const element of order === 'intent' ? intentOrder(before, wanted) : liveOrder(before, wanted)) {
    const items = before.get(element)
    const desired = wanted.get(element)
    if (items && !desired) addAll(merged, items)
    else merged.push(items?.length === 1 ? merge(schema, items[0], desired?.[0], order) : desired?.[0])
  }
  return merged.length === live.length && merged.every((item, i) => item === live[i]) ? live : merged
}

type Index = ReadonlyMap<PathElement, unknown>

const liveOrder = (live: Index, intent: Index): PathElement[] => [
  ...live.keys(),
  ...[...intent.keys()].filter((element) => !live.has(element)),
]

/**
 * Elements in the order of the applied configuration; elements that only the live list has stay before the shared element they preceded.
 */
function intentOrder(live: Index, intent: Index): PathElement[] {
  const mine = [...live.keys()]
  const theirs = [...intent.keys()]
  const shared = theirs.filter((element) => live.has(element))
  const merged: PathElement[] = []
  let m = 0
  let t = 0
  let s = 0
  while (m < mine.length || t < theirs.length) {
    const here = mine[m]
    const desired = theirs[t]
    if (here !== undefined && !intent.has(here)) {
      merged.push(here)
      m++
    } else if (here !== undefined && (desired === undefined || (here !== desired && here !== shared[s]))) {
      // Appears elsewhere in the applied configuration, or is already placed.
      m++
    } else if (desired !== undefined) {
      merged.push(desired)
      if (desired === shared[s]) s++
      if (desired === here) m++
      t++
    }
  }
  return merged
}
