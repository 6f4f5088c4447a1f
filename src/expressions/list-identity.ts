import type { Value } from './values'

/**
 * Lists that are sets or maps by their type: their order does not count, and adding to them replaces items. The identity of an item is
 * what only one item of the list has.
 */
export type ListIdentity = (item: Value) => string

const IDENTITIES = new WeakMap<readonly Value[], ListIdentity>()

/** Marks a list as one whose items have an identity. Returns the same list. */
export function withIdentity<L extends readonly Value[]>(list: L, identity: ListIdentity | undefined): L {
  if (identity) IDENTITIES.set(list, identity)
  return list
}

/** The identity of the items of a list; undefined for plain lists. */
export const itemIdentityOf = (list: readonly Value[]): ListIdentity | undefined => IDENTITIES.get(list)

/** Adds items at the end. Those of a list with identities take the places of items with the same identity. */
export function joinedLists(list: readonly Value[], more: readonly Value[]): readonly Value[] {
  const identity = itemIdentityOf(list)
  if (!identity) return list.concat(more)
  const items = new Map(list.map((item) => [identity(item), item]))
  for (const item of more) items.set(identity(item), item)
  return withIdentity([...items.values()], identity)
}
