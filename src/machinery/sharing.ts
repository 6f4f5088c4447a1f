import { setOwn } from './json'

/**
 * A copy of `after` that reuses the equal parts of `before`, so that versions of a value share memory. Member order counts as a
 * difference. Returns `before` itself if nothing differs; changes neither.
 */
export function sharing(before: unknown, after: unknown): unknown {
  if (before === after || typeof before !== 'object' || typeof after !== 'object' || !before || !after) return after
  if (Array.isArray(after)) return Array.isArray(before) ? sharingItems(before, after) : after
  if (Array.isArray(before)) return after
  return sharingMembers(before as Record<string, unknown>, after as Record<string, unknown>)
}

function sharingItems(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  let same = before.length === after.length
  let copy: unknown[] | undefined
  for (let i = 0; i < after.length; i++) {
    const shared = sharing(before[i], after[i])
    if (shared !== before[i]) same = false
    if (shared !== after[i]) (copy ??= after.slice())[i] = shared
  }
  return same ? before : (copy ?? after)
}

function sharingMembers(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): unknown {
  const earlier = Object.keys(before)
  const names = Object.keys(after)
  let same = earlier.length === names.length
  let copy: Record<string, unknown> | undefined
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string
    const there = Object.hasOwn(before, name)
    const shared = there ? sharing(before[name], after[name]) : after[name]
    if (name !== earlier[i] || shared !== before[name]) same = false
    if (shared !== after[name]) setOwn((copy ??= { ...after }), name, shared)
  }
  return same ? before : (copy ?? after)
}
