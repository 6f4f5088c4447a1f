import type { PathElement } from './path-element'

type Path = readonly PathElement[]

/** The beginning of an array that longer slices of it continue in place while it has room. */
interface Slice {
  readonly array: PathElement[]
  readonly length: number
  readonly room: number
}

function append({ array, length, room }: Slice, element: PathElement): Slice {
  if (length === room)
    return { array: [...array.slice(0, length), element], length: length + 1, room: Math.max(1, room * 2) }
  array[length] = element
  return { array, length: length + 1, room }
}

function* slicesOf(paths: readonly Path[], depth: number, prefix: Slice): Generator<Slice> {
  const below = new Map<PathElement, Path[]>()
  for (const path of paths) {
    const element = path[depth] as PathElement
    if (path.length === depth + 1) yield append(prefix, element)
    else below.set(element, [...(below.get(element) ?? []), path])
  }
  for (const [element, longer] of below) yield* slicesOf(longer, depth + 1, append(prefix, element))
}

/**
 * The paths of several conflicts as releases up to 1.28 tell them. They keep paths that share memory, so a path may end as one that was
 * visited after it. `paths` come as a `FieldSet` lists them.
 */
export const overlaidPaths = (paths: readonly Path[]): readonly Path[] =>
  [...slicesOf(paths, 0, { array: [], length: 0, room: 0 })].map(({ array, length }) => array.slice(0, length))
