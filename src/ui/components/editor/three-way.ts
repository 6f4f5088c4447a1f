import { equal, isObject } from '../../../machinery/json'

/** A place that both sides changed differently since their common base. */
export interface Collision {
  readonly path: readonly string[]
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

/** Two changes of one text, combined. */
export interface Merge {
  /** Both changes combined; where they collide, `theirs` until the user decides. */
  readonly merged: unknown
  readonly collisions: readonly Collision[]
}

/**
 * A field-by-field three-way merge: one-sided changes are taken, different changes to the same field collide. Lists are
 * compared as a whole.
 */
export function threeWay(base: unknown, mine: unknown, theirs: unknown, path: readonly string[] = []): Merge {
  if (equal(mine, theirs) || equal(mine, base)) return { merged: theirs, collisions: [] }
  if (equal(theirs, base)) return { merged: mine, collisions: [] }
  if (!isObject(mine) || !isObject(theirs)) return { merged: theirs, collisions: [{ path, base, mine, theirs }] }
  const from = isObject(base) ? base : {}
  const collisions: Collision[] = []
  const merged: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const part = threeWay(from[key], mine[key], theirs[key], [...path, key])
    collisions.push(...part.collisions)
    if (part.merged !== undefined) merged[key] = part.merged
  }
  return { merged, collisions }
}

/** The merge with its collisions resolved: `mine` for the paths in the set, `theirs` for the others. */
export function settleConflicts(merge: Merge, mine: ReadonlySet<string>): unknown {
  let result = merge.merged
  for (const collision of merge.collisions)
    if (mine.has(collision.path.join('\n'))) result = setAt(result, collision.path, collision.mine)
  return result
}

function setAt(value: unknown, path: readonly string[], to: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return to
  const copy: Record<string, unknown> = isObject(value) ? { ...value } : {}
  const member = setAt(copy[key], rest, to)
  if (member === undefined) delete copy[key]
  else copy[key] = member
  return copy
}
