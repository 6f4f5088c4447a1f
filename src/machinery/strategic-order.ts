import { isObject, type Json } from './json'
import { canonicalJson } from './json-text'

/** Identity of a list item; undefined if it matches no other. */
export type ItemIdentity = (item: Json) => string | undefined

/** Items of lists of scalars are the same if their values are. */
export const byValue: ItemIdentity = (item) => canonicalJson(item)
/** Items are the same if their merge keys are; items without the key have no identity. */
export const byKey =
  (key: string): ItemIdentity =>
  (item) =>
    isObject(item) && Object.hasOwn(item, key) ? canonicalJson(item[key]) : undefined

/** First index of each item. */
export function placesIn(list: readonly Json[], identity: ItemIdentity): Map<string, number> {
  const places = new Map<string, number>()
  list.forEach((item, i) => {
    const id = identity(item)
    if (id !== undefined && !places.has(id)) places.set(id, i)
  })
  return places
}

/**
 * Orders a merged list: items of `order` come in its order; the others keep their order in `live`, each before the first ordered item that
 * follows it there.
 */
export function arrange(
  merged: readonly Json[],
  order: readonly Json[],
  live: readonly Json[],
  identity: ItemIdentity,
): Json[] {
  const placed = (list: readonly Json[]) => {
    const places = placesIn(list, identity)
    const found = new Map(merged.map((item) => [item, places.get(identity(item) ?? '') ?? -1]))
    return (item: Json): number => found.get(item) ?? -1
  }
  const [inOrder, inLive] = [placed(order), placed(live)]
  const sorted = (items: Json[], place: (item: Json) => number): Json[] => {
    const known = items.filter((item) => place(item) >= 0)
    const unknown = items.filter((item) => place(item) < 0)
    return [...known.sort((a, b) => place(a) - place(b)), ...unknown]
  }
  const listed = sorted(
    merged.filter((item) => inOrder(item) >= 0),
    inOrder,
  )
  const others = sorted(
    merged.filter((item) => inOrder(item) < 0),
    inLive,
  )
  const result: Json[] = []
  let [i, j] = [0, 0]
  while (i < others.length || j < listed.length) {
    const [other, next] = [others[i], listed[j]]
    if (other === undefined || next === undefined) {
      return result.concat(others.slice(i), listed.slice(j))
    }
    const [left, right] = [inLive(other), inLive(next)]
    if (left >= 0 && right >= 0 && left < right) {
      result.push(other)
      i += 1
    } else {
      result.push(next)
      j += 1
    }
  }
  return result
}
