import { textAt } from './text-at'
import { isGeneratedSecret, isStartObject } from './made-by-person'
import type { FoundObject } from './present-state'

/** An object that a cluster starts with. */
export interface StartObject {
  /** API path. */
  readonly path: string
  readonly kind: string
  /** Includes the namespace, if any. */
  readonly title: string
}

/** The path of an object that was read with its collection. */
export const pathOfFound = ({ object, collection }: FoundObject): string =>
  `${collection}/${encodeURIComponent(textAt(object, 'metadata', 'name'))}`

/** The objects that exist from the cluster's start, under the same names each time. */
export const startObjectsOf = (found: readonly FoundObject[]): readonly StartObject[] =>
  found
    .filter(({ object }) => isStartObject(object) && !isGeneratedSecret(object))
    .map((one) => ({
      path: pathOfFound(one),
      kind: textAt(one.object, 'kind'),
      title: [textAt(one.object, 'metadata', 'namespace'), textAt(one.object, 'metadata', 'name')]
        .filter(Boolean)
        .join('/'),
    }))

/** The initial objects that were deleted. */
export function deletedOf(start: readonly StartObject[], present: readonly FoundObject[]): readonly StartObject[] {
  const there = new Set(present.map(pathOfFound))
  return start.filter(({ path }) => !there.has(path))
}
