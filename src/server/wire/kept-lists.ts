import type { ApiObject } from '../../machinery/object'

interface KeptList {
  readonly objects: readonly ApiObject[]
  readonly text: string
}

// Short lists are joined faster than they are compared; of long ones clients read few again and again.
const SHORTEST = 50
const LONGEST_TEXT = 16 * 1024 * 1024
const MOST_KEPT = 4

/** The newest last. */
let kept: readonly KeptList[] = []

/** The texts of the objects in one, with commas; the same text while the same objects are listed. */
export function joinedTexts(objects: readonly ApiObject[], textOf: (object: ApiObject) => string): string {
  if (objects.length < SHORTEST) return objects.map(textOf).join(',')
  const known = kept.find((list) => sameObjects(list.objects, objects))
  const list = known ?? { objects, text: objects.map(textOf).join(',') }
  if (list.text.length <= LONGEST_TEXT) kept = [...kept.filter((one) => one !== known), list].slice(-MOST_KEPT)
  return list.text
}

const sameObjects = (some: readonly ApiObject[], others: readonly ApiObject[]): boolean =>
  some.length === others.length && some.every((object, i) => object === others[i])
