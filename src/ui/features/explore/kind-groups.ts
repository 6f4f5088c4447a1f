import type { ResourceInfo } from '../../queries/discovery'

/** Kinds by API group, the core group first, each in the order of its names. */
export function kindGroups(
  kinds: readonly ResourceInfo[],
): { readonly title: string; readonly kinds: ResourceInfo[] }[] {
  const groups = [...new Set(kinds.map(({ group }) => group))].sort(
    (a, b) => Number(b === '') - Number(a === '') || a.localeCompare(b),
  )
  return groups.map((group) => ({
    title: group || 'core',
    kinds: byName(kinds.filter((info) => info.group === group)),
  }))
}

/** Kinds in the order of their names. */
export const byName = (kinds: readonly ResourceInfo[]): ResourceInfo[] =>
  [...kinds].sort((a, b) => a.kind.localeCompare(b.kind))
