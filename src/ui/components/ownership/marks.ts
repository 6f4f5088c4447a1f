import { OWNER_MARKS, type OwnerMark, ownerMark } from '../theme'

/** The mark of an owner within one object; `index` counts from 1, like the theme's tokens. */
export type NumberedMark = OwnerMark & { readonly index: number }

/**
 * Marks for the owners of one object: the usual mark of a name, or the next free one if two names would share it.
 * Earlier names keep theirs when more are added.
 */
export function assignMarks(names: readonly string[]): ReadonlyMap<string, NumberedMark> {
  const given = new Map<string, NumberedMark>()
  const taken = new Set<number>()
  for (const name of names) {
    if (given.has(name)) continue
    let at = OWNER_MARKS.indexOf(ownerMark(name))
    if (taken.size < OWNER_MARKS.length) while (taken.has(at)) at = (at + 1) % OWNER_MARKS.length
    taken.add(at)
    given.set(name, { ...(OWNER_MARKS[at] ?? OWNER_MARKS[0]), index: at + 1 })
  }
  return given
}
