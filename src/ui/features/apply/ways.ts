import { at } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { locate } from '../../components/ownership/locate'
import { namedOwners, ownedPaths } from '../../components/ownership/owners'
import type { Structure } from '../../components/ownership/structure'
import type { Conflict } from './conflicts'
import { claimField, takeValue } from './intents'
import { dropFields } from './drop-field'

/** The three ways to resolve a conflict ("Field-ownership apply" 5). */
export type WayOut = 'force' | 'remove' | 'agree'
/** Solutions of a conflict, in the order in which they are offered. */
export const WAYS_OUT: readonly WayOut[] = ['force', 'remove', 'agree']

type Known = Conflict & { path: NonNullable<Conflict['path']> }

/** A conflict about a field that the manifest still contains. */
export const isKnown = (conflict: Conflict): conflict is Known => conflict.path !== undefined && conflict.claimed

/** The manifest that a resolution applies. */
export function textFor(way: WayOut, text: string, conflicts: readonly Conflict[], structure: Structure): string {
  const known = conflicts.filter(isKnown)
  if (way === 'force') return text
  if (way === 'remove')
    return dropFields(
      text,
      known.map(({ path }) => path),
      structure,
    )
  return known.reduce(
    (rest, { path, live }) =>
      live === undefined
        ? dropFields(rest, [path], structure)
        : claimField(takeValue(rest, path, live, structure), path, live, structure),
    text,
  )
}

/** A disputed field after a resolution. */
export interface FieldAfter {
  readonly field: string
  readonly value: unknown
  readonly owners: readonly string[]
}

/** The disputed fields in the result of a dry run. */
export function fieldsAfter(
  object: ApiObject,
  conflicts: readonly Conflict[],
  structure: Structure,
): readonly FieldAfter[] {
  const owned = ownedPaths(namedOwners(object.metadata.managedFields) ?? [])
  return conflicts.flatMap(({ field, path }) => {
    if (!path) return []
    const place = locate(object, path, structure)
    return [{ field, value: place && at(object, ...place), owners: owned.get(field)?.names ?? [] }]
  })
}
