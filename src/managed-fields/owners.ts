import { byText } from '../machinery/by-text'
import type { ManagedFieldsEntry } from '../machinery/object'
import { FieldSet } from './field-set'
import { fromFieldsV1, toFieldsV1 } from './fields-v1'
import { InvalidPathElement } from './path-element'

/** One parsed entry of `metadata.managedFields`. */
export interface Owner {
  /** What `identityOf` says of it. */
  readonly id: string
  readonly manager: string
  /** `Apply` or `Update`; any other value is kept for validation to refuse. */
  readonly operation: string
  readonly apiVersion: string
  readonly subresource: string
  readonly time: string | undefined
  readonly fields: FieldSet
  /** The original entry; written back as it is if nothing changed. */
  readonly entry?: ManagedFieldsEntry
}

/** Owners by identity. Entries of one manager differ by operation, subresource and, for updates, version. */
export type Owners = Map<string, Owner>

type Identity = Pick<Owner, 'manager' | 'operation' | 'apiVersion' | 'subresource'>

/** Identity of an owner. Apply entries ignore apiVersion, so one manager is one owner across versions. */
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
    const id = identityOf({ manager, operation, apiVersion, subresource })
    const owner = { id, manager, operation, apiVersion, subresource, time: time ?? undefined, fields, entry }
    read.set(entry, owner)
    return owner
  } catch (error) {
    if (error instanceof InvalidPathElement) return undefined
    throw error
  }
}

/** Parses entries; undefined if one of them is invalid. */
export function readOwners(entries: readonly ManagedFieldsEntry[] | undefined): Owners | undefined {
  const owners: Owners = new Map()
  if (!Array.isArray(entries)) return owners
  for (const entry of entries as readonly unknown[]) {
    const owner = typeof entry === 'object' && entry !== null ? readEntry(entry) : undefined
    if (!owner) return undefined
    owners.set(owner.id, owner)
  }
  return owners
}

/** A copy of an owner with other fields and, if given, another time. */
export function withFields(owner: Owner, fields: FieldSet, time: string | undefined = owner.time): Owner {
  return fields === owner.fields && time === owner.time ? owner : { ...owner, fields, time }
}

function writeEntry(owner: Owner): ManagedFieldsEntry {
  const { entry } = owner
  if (entry && read.get(entry) === owner) return entry
  const { id, manager, operation, apiVersion, subresource, time, fields } = owner
  const fieldsV1 = toFieldsV1(fields)
  // Literals, because spreading optional members takes several times as long.
  const timed: ManagedFieldsEntry =
    time === undefined
      ? { manager, operation, apiVersion, fieldsType: 'FieldsV1', fieldsV1 }
      : { manager, operation, apiVersion, time, fieldsType: 'FieldsV1', fieldsV1 }
  const written = subresource === '' ? timed : { ...timed, subresource }
  read.set(written, { id, manager, operation, apiVersion, subresource, time, fields, entry: written })
  return written
}

const seconds = (time: string | undefined): number => (time === undefined ? 0 : Math.floor(Date.parse(time) / 1000))
/** Sort order: apply entries first, then by time, then by name. */
const inOrder = (a: Owner, b: Owner): number =>
  byText(a.operation, b.operation) ||
  seconds(a.time) - seconds(b.time) ||
  byText(a.manager, b.manager) ||
  byText(a.apiVersion, b.apiVersion) ||
  byText(a.subresource, b.subresource)

/** Writes owners as sorted entries; undefined if there are none. Returns `before` itself if nothing changed. */
export function writeOwners(
  owners: Owners,
  before: ManagedFieldsEntry[] | undefined,
): ManagedFieldsEntry[] | undefined {
  if (owners.size === 0) return undefined
  const entries = [...owners.values()].sort(inOrder).map(writeEntry)
  const same = before?.length === entries.length && entries.every((entry, i) => entry === before[i])
  return same ? before : entries
}

/** Maximum number of separate update entries per object. */
export const MAX_UPDATE_ENTRIES = 10
/** Manager of an entry that stands for the oldest ones, once there are too many. */
export const FOLDED_MANAGER = 'ancient-changes'

/**
 * Merges the oldest update entries, one per version, until the limit is met. `newest` is the entry being written: since timestamps have
 * whole seconds, it counts as newer than others of the same second.
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
    folded.set(bucketId, { ...bucket, id: bucketId, time: owner.time, fields: gathered.union(owner.fields) })
    count--
  }
  return folded
}
