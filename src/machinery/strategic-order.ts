import { equal, isObject, type Json } from './json'

/** Whether two items of a list are the same entry. */
export type Same = (a: Json, b: Json) => boolean

export const byValue: Same = (a, b) => equal(a, b)
export const byKey =
  (key: string): Same =>
  (a, b) =>
    isObject(a) && isObject(b) && Object.hasOwn(a, key) && Object.hasOwn(b, key) && equal(a[key], b[key])

/**
 * Orders a merged list: items of `order` come in its order; the others keep the order they have in `live`, each before
 * the first ordered item that follows it there.
 */
export function arrange(merged: readonly Json[], order: readonly Json[], live: readonly Json[], same: Same): Json[] {
  const place = (list: readonly Json[], item: Json): number => list.findIndex((other) => same(other, item))
  const sorted = (items: Json[], by: readonly Json[]): Json[] => {
    const places = new Map(items.map((item) => [item, place(by, item)]))
    const known = items.filter((item) => (places.get(item) ?? -1) >= 0)
    const unknown = items.filter((item) => (places.get(item) ?? -1) < 0)
    return [...known.sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0)), ...unknown]
  }
  const listed = sorted(
    merged.filter((item) => place(order, item) >= 0),
    order,
  )
  const others = sorted(
    merged.filter((item) => place(order, item) < 0),
    live,
  )
  const result: Json[] = []
  let [i, j] = [0, 0]
  while (i < others.length || j < listed.length) {
    const [other, next] = [others[i], listed[j]]
    if (other === undefined || next === undefined) {
      result.push(...others.slice(i), ...listed.slice(j))
      break
    }
    const [left, right] = [place(live, other), place(live, next)]
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
