import type { Content } from '../../machinery/in-memory-body'
import type { ApiObject } from '../../machinery/object'
import { joined } from '../../machinery/read-at-most'

interface CachedList {
  readonly objects: readonly ApiObject[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

// Short lists are faster to join than to compare; clients repeatedly read only a few of the long ones.
const SHORTEST = 50
const LONGEST_BYTES = 16 * 1024 * 1024
const MOST_KEPT = 4

const encoder = new TextEncoder()

/** Newest last. */
let kept: readonly CachedList[] = []

/**
 * The texts of the objects, joined with commas, after `head` and before `tail`. Those of a long list are kept as bytes, because encoding
 * takes ten times as long as copying; they are joined again when other objects are listed.
 */
export function joinedTexts(
  objects: readonly ApiObject[],
  textOf: (object: ApiObject) => string,
  head: string,
  tail: string,
): Content {
  if (objects.length < SHORTEST) return head + objects.map(textOf).join(',') + tail
  const known = kept.find((list) => sameObjects(list.objects, objects))
  const list = known ?? { objects, bytes: encoder.encode(objects.map(textOf).join(',')) }
  if (list.bytes.byteLength <= LONGEST_BYTES) kept = [...kept.filter((one) => one !== known), list].slice(-MOST_KEPT)
  return joined([encoder.encode(head), list.bytes, encoder.encode(tail)])
}

const sameObjects = (some: readonly ApiObject[], others: readonly ApiObject[]): boolean =>
  some.length === others.length && some.every((object, i) => object === others[i])
