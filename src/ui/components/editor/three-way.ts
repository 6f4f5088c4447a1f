import { equal, isObject } from '../../../machinery/json'

/** A place that two people changed differently since they both read the object. */
export interface Collision {
  readonly path: readonly string[]
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export interface Merge {
  /** Both changes together; where they collide, `theirs` until somebody decides. */
  readonly merged: unknown
  readonly collisions: readonly Collision[]
}

/** Field by field: what only one side changed is taken over, what both changed differently is a collision. Lists are whole. */
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

/** The merge with the collisions decided: `mine` for the paths in the set, `theirs` for the others. */
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
