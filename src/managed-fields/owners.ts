import { byText } from '../machinery/by-text'
import type { ManagedFieldsEntry } from '../machinery/object'
import { FieldSet } from './field-set'
import { fromFieldsV1, toFieldsV1 } from './fields-v1'
import { InvalidPathElement } from './path-element'

/** One entry of `metadata.managedFields`, read. */
export interface Owner {
  readonly manager: string
  /** `Apply` or `Update`; what else an entry brings is kept for validation to refuse. */
  readonly operation: string
  readonly apiVersion: string
  readonly subresource: string
  readonly time: string | undefined
  readonly fields: FieldSet
  /** The entry as it was read; written again as it is when nothing about it changed. */
  readonly entry?: ManagedFieldsEntry
}

/** Owners by identity. Two entries of one manager differ by operation, by subresource and, for updates, by version. */
export type Owners = Map<string, Owner>

type Identity = Pick<Owner, 'manager' | 'operation' | 'apiVersion' | 'subresource'>

/** What makes an owner the same one: an applier stays the same whatever version it applies through. */
export const identityOf = ({ manager, operation, apiVersion, subresource }: Identity): string =>
  JSON.stringify([manager, operation, operation === 'Apply' ? '' : apiVersion, subresource])

const read = new WeakMap<ManagedFieldsEntry, Owner>()

function readEntry(entry: ManagedFieldsEntry): Owner | undefined {
  const known = read.get(entry)
  if (known) return known
  const { manager = '', operation = '', apiVersion = '', subresource = '', time, fieldsV1 } = entry
  if (entry.fieldsType !== 'FieldsV1') return undefined
  try {
    const fields = fieldsV1 ? fromFieldsV1(fieldsV1) : FieldSet.empty
    const owner = { manager, operation, apiVersion, subresource, time: time ?? undefined, fields, entry }
    read.set(entry, owner)
    return owner
  } catch (error) {
    if (error instanceof InvalidPathElement) return undefined
    throw error
  }
}

/** Reads entries; undefined when one of them is not understood. */
export function readOwners(entries: readonly ManagedFieldsEntry[] | undefined): Owners | undefined {
  const owners: Owners = new Map()
  if (!Array.isArray(entries)) return owners
  for (const entry of entries as readonly unknown[]) {
    const owner = typeof entry === 'object' && entry !== null ? readEntry(entry) : undefined
    if (!owner) return undefined
    owners.set(identityOf(owner), owner)
  }
  return owners
}

/** The same owner with other fields, and with another time where one is given. */
export function withFields(owner: Owner, fields: FieldSet, time: string | undefined = owner.time): Owner {
  return fields === owner.fields && time === owner.time ? owner : { ...owner, fields, time }
}

function writeEntry(owner: Owner): ManagedFieldsEntry {
  const { entry } = owner
  if (entry && read.get(entry) === owner) return entry
  const written: ManagedFieldsEntry = {
    manager: owner.manager,
    operation: owner.operation,
    apiVersion: owner.apiVersion,
    ...(owner.time !== undefined && { time: owner.time }),
    fieldsType: 'FieldsV1',
    fieldsV1: toFieldsV1(owner.fields),
    ...(owner.subresource !== '' && { subresource: owner.subresource }),
  }
  read.set(written, { ...owner, entry: written })
  return written
}

const seconds = (time: string | undefined): number => (time === undefined ? 0 : Math.floor(Date.parse(time) / 1000))
/** Appliers first, then by time, then by name. */
const inOrder = (a: Owner, b: Owner): number =>
  byText(a.operation, b.operation) ||
  seconds(a.time) - seconds(b.time) ||
  byText(a.manager, b.manager) ||
  byText(a.apiVersion, b.apiVersion) ||
  byText(a.subresource, b.subresource)

/**
 * Writes owners as entries, in their order; undefined when there is none. Gives `before` itself when it says the same.
 */
export function writeOwners(
  owners: Owners,
  before: ManagedFieldsEntry[] | undefined,
): ManagedFieldsEntry[] | undefined {
  if (owners.size === 0) return undefined
  const entries = [...owners.values()].sort(inOrder).map(writeEntry)
  const same = before?.length === entries.length && entries.every((entry, i) => entry === before[i])
  return same ? before : entries
}

/** How many entries of updates an object keeps apart. */
export const MAX_UPDATE_ENTRIES = 10
export const FOLDED_MANAGER = 'ancient-changes'

/**
 * Folds the oldest entries of updates together, one a version, until no more than the limit are left. `newest` is the
 * entry being written: times tell seconds only, and it is newer than what else was written in its second.
 */
export function foldOldUpdates(owners: Owners, newest?: string): Owners {
  if (owners.size <= MAX_UPDATE_ENTRIES) return owners
  const updates = [...owners]
    .filter(([, owner]) => owner.operation === 'Update')
    .sort(
      ([a, one], [b, other]) =>
        Number(a === newest) - Number(b === newest) || seconds(one.time) - seconds(other.time) || byText(a, b),
    )
  let count = updates.length
  if (count <= MAX_UPDATE_ENTRIES) return owners
  const folded: Owners = new Map(owners)
  const firstOfVersion = new Map<string, string>()
  for (const [id, owner] of updates) {
    if (count <= MAX_UPDATE_ENTRIES) break
    const first = firstOfVersion.get(owner.apiVersion)
    if (first === undefined) {
      firstOfVersion.set(owner.apiVersion, id)
      continue
    }
    const bucket: Identity = {
      manager: FOLDED_MANAGER,
      operation: 'Update',
      apiVersion: owner.apiVersion,
      subresource: '',
    }
    const bucketId = identityOf(bucket)
    const gathered = (folded.get(bucketId) ?? folded.get(first))?.fields ?? FieldSet.empty
    if (!folded.has(bucketId)) folded.delete(first)
    folded.delete(id)
    folded.set(bucketId, { ...bucket, time: owner.time, fields: gathered.union(owner.fields) })
    count--
  }
  return folded
}
