import { type PathElement } from '../../../managed-fields/path-element'
import { at, equal } from '../../../machinery/json'
import type { Version } from '../../queries/object-history'
import { locate } from './locate'
import { type NamedOwner, namedOwners, ownedPaths } from './owners'
import { type Structure, UNKNOWN } from './structure'

/** A field that changed from one version to the next. */
export interface FieldChange {
  /** In the usual notation: `.spec.replicas`. */
  readonly field: string
  readonly path: readonly PathElement[]
  readonly gained: readonly string[]
  readonly lost: readonly string[]
  /** Owners before and after. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** The values, if they differ. */
  readonly value?: { readonly before: unknown; readonly after: unknown }
}

const ownersIn = (version: Version | undefined): readonly NamedOwner[] =>
  version && !version.gone ? (namedOwners(version.object.metadata.managedFields) ?? []) : []

const valueAt = (version: Version | undefined, path: readonly PathElement[], structure: Structure): unknown => {
  const place = version && !version.gone ? locate(version.object, path, structure) : undefined
  return place && at(version?.object, ...place)
}

/** The changes in a version: fields whose owners changed, and owned fields whose value changed. */
export function changesBetween(
  before: Version | undefined,
  after: Version,
  structure: Structure = UNKNOWN,
): FieldChange[] {
  const old = ownedPaths(ownersIn(before))
  const now = ownedPaths(ownersIn(after))
  const changes: FieldChange[] = []
  for (const field of new Set([...old.keys(), ...now.keys()])) {
    const path = (now.get(field) ?? old.get(field))?.path ?? []
    const from = old.get(field)?.names ?? []
    const to = now.get(field)?.names ?? []
    const gained = to.filter((name) => !from.includes(name))
    const lost = from.filter((name) => !to.includes(name))
    const was = valueAt(before, path, structure)
    const is = valueAt(after, path, structure)
    const differs = !equal(was, is)
    if (gained.length === 0 && lost.length === 0 && !differs) continue
    changes.push({ field, path, gained, lost, from, to, ...(differs && { value: { before: was, after: is } }) })
  }
  return changes
}

const entryKey = (owner: NamedOwner): string => `${owner.time ?? ''} ${JSON.stringify([...owner.fields.paths()])}`

/**
 * The authors of a version, inferred from managedFields: who gained a field, else who owns a changed value, else whose
 * entry has a new time, else who lost a field. Several if it is ambiguous.
 */
export function authorsOf(before: Version | undefined, after: Version): string[] {
  if (after.gone) return []
  const old = new Map(ownersIn(before).map((owner) => [owner.id, owner]))
  const now = ownersIn(after)
  const gained = now.filter((owner) => {
    const had = old.get(owner.id)
    return !had || !owner.fields.difference(had.fields).isEmpty
  })
  if (gained.length) return names(gained)
  const changed = changesBetween(before, after).flatMap(({ value, to }) => (value ? to : []))
  if (changed.length) return [...new Set(changed)]
  const touched = now.filter((owner) => owner.time !== old.get(owner.id)?.time)
  if (touched.length) return names(touched)
  const shrunk = now.filter((owner) => {
    const had = old.get(owner.id)
    return had !== undefined && entryKey(had) !== entryKey(owner)
  })
  const left = [...old.values()].filter((owner) => !now.some(({ id }) => id === owner.id))
  return names([...shrunk, ...left])
}
const names = (owners: readonly NamedOwner[]): string[] => [...new Set(owners.map(({ name }) => name))]

/** The owners of a field in each version. */
export interface OwnershipRow {
  readonly field: string
  /** The owners at each of the versions. */
  readonly owners: readonly (readonly string[])[]
}

/** Ownership over time: the fields whose owners changed, most recently changed first. */
export function ownershipOver(versions: readonly Version[]): OwnershipRow[] {
  const each = versions.map((version) => ownedPaths(ownersIn(version)))
  const fields = new Set(each.flatMap((paths) => [...paths.keys()]))
  const rows = [...fields].map((field) => ({ field, owners: each.map((paths) => paths.get(field)?.names ?? []) }))
  const lastChange = ({ owners }: OwnershipRow): number =>
    owners.findLastIndex((now, i) => i > 0 && !equal(now, owners[i - 1]))
  return rows
    .filter((row) => lastChange(row) > 0)
    .sort((a, b) => lastChange(b) - lastChange(a) || (a.field < b.field ? -1 : 1))
}

/** The names of all owners in order of appearance, which determines their marks. */
export const namesOver = (versions: readonly Version[]): string[] => [
  ...new Set(versions.flatMap((version) => ownersIn(version).map(({ name }) => name))),
]
