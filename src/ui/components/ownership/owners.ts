import type { ManagedFieldsEntry } from '../../../machinery/object'
import { identityOf, type Owner, readOwners } from '../../../managed-fields/owners'
import { type PathElement, pathText } from '../../../managed-fields/path-element'

/** An owner of fields with its display name. */
export interface NamedOwner extends Owner {
  readonly id: string
  /** `alice` for apply, `autoscaler · scale` for an update through a subresource, `editor · update` for others. */
  readonly name: string
}

const nameOf = ({ manager, operation, subresource }: Owner): string => {
  const through = operation === 'Update' ? subresource || 'update' : subresource && `apply ${subresource}`
  return [manager || '(no name)', through].filter(Boolean).join(' · ')
}

/**
 * The owners in the order of the managedFields entries; undefined if an entry is not understood. Like the server, keeps
 * entries of one manager apart by operation, subresource and, for updates, version.
 */
export function namedOwners(entries: readonly ManagedFieldsEntry[] | undefined): NamedOwner[] | undefined {
  const owners = readOwners(entries)
  return owners && [...owners.values()].map((owner) => ({ ...owner, id: identityOf(owner), name: nameOf(owner) }))
}

/** A path and its owners. */
export interface OwnedPath {
  readonly path: readonly PathElement[]
  readonly text: string
  /** The owners' names in the order of the entries. */
  readonly names: readonly string[]
}

/** Every owned path of an object with all its owners, by the path's text. */
export function ownedPaths(owners: readonly NamedOwner[]): Map<string, OwnedPath> {
  const found = new Map<string, OwnedPath>()
  for (const { name, fields } of owners)
    for (const path of fields.paths()) {
      const text = pathText(path)
      const known = found.get(text)
      if (!known) found.set(text, { path, text, names: [name] })
      else if (!known.names.includes(name)) found.set(text, { ...known, names: [...known.names, name] })
    }
  return found
}
