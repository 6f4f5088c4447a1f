import type { ApiObject } from '../../machinery/object'

interface CachedList {
  readonly objects: readonly ApiObject[]
  readonly text: string
}

// Short lists are faster to join than to compare; clients repeatedly read only a few of the long ones.
const SHORTEST = 50
const LONGEST_TEXT = 16 * 1024 * 1024
const MOST_KEPT = 4

/** Newest last. */
let kept: readonly CachedList[] = []

/** The texts of the objects, joined with commas; the same string as before while the same objects are listed. */
export function joinedTexts(objects: readonly ApiObject[], textOf: (object: ApiObject) => string): string {
  if (objects.length < SHORTEST) return objects.map(textOf).join(',')
  const known = kept.find((list) => sameObjects(list.objects, objects))
  const list = known ?? { objects, text: objects.map(textOf).join(',') }
  if (list.text.length <= LONGEST_TEXT) kept = [...kept.filter((one) => one !== known), list].slice(-MOST_KEPT)
  return list.text
}

const sameObjects = (some: readonly ApiObject[], others: readonly ApiObject[]): boolean =>
  some.length === others.length && some.every((object, i) => object === others[i])
