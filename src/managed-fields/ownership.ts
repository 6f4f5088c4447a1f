import { rememberedByPair } from '../machinery/remembered'
import { behaves } from '../api/releases/ledger'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { type Comparison, compareManaged, exclude } from './compare'
import { conflictWith, type FieldConflict } from './errors'
import type { FieldSet } from './field-set'
import { merge } from './merge'
import { overlaidPaths } from './overlaid-paths'
import { foldOldUpdates, identityOf, type Owner, type Owners, withFields } from './owners'
import type { PathElement } from './path-element'
import { prune } from './prune'
import { followSchema, widened } from './schema-change'
import { deduced } from './shape'
import { fieldSetOf } from './typed'
import { neverOwned, type Steps, type Versions } from './versions'

/** The manager of a write, and the version and subresource used. */
export interface Writer {
  readonly manager: string
  readonly apiVersion: string
  readonly subresource: string
  readonly time: string
}

/** The difference between two states of an object, in any of its versions. */
class Change {
  private readonly known = new Map<string, Comparison>()

  constructor(
    private readonly versions: Versions,
    private readonly before: ApiObject,
    private readonly after: ApiObject,
    private readonly subresource: string,
  ) {}

  *in(apiVersion: string): Steps<Comparison> {
    let comparison = this.known.get(apiVersion)
    if (!comparison) {
      const { versions } = this
      const before = yield* versions.convert(this.before, apiVersion)
      const after = yield* versions.convert(this.after, apiVersion)
      const whole = compareManaged(versions.schema(apiVersion), before, after)
      comparison = exclude(whole, versions.untouched(apiVersion, this.subresource))
      this.known.set(apiVersion, comparison)
    }
    return comparison
  }
}

/** Remembers results by the identity of both sets. Owners and comparisons recur, so what follows from a pair is found only once. */
function remembering(combine: (one: FieldSet, other: FieldSet) => FieldSet): typeof combine {
  const remembered = rememberedByPair(combine)
  return (one, other) => (one.isEmpty || other.isEmpty ? combine(one, other) : remembered(one, other))
}

const union = remembering((one, other) => one.union(other))
const intersection = remembering((one, other) => one.intersection(other))
const difference = remembering((one, other) => one.difference(other))
const differenceWithin = remembering((one, other) => one.differenceWithin(other))

interface Loss {
  readonly owner: Owner
  readonly fields: FieldSet
}

/**
 * Removes ownership from all managers but `writer`: of changed fields, which the writer takes over, and of removed fields. Managers that
 * own nothing, or use a version that is gone, are dropped.
 */
function* withdraw(
  owners: Owners,
  writer: string | undefined,
  change: Change,
  versions: Versions,
): Steps<{ owners: Owners; losses: Loss[] }> {
  const left: Owners = new Map()
  const losses: Loss[] = []
  for (const [id, owner] of owners) {
    if (id === writer) {
      left.set(id, owner)
      continue
    }
    if (!versions.serves(owner.apiVersion)) continue
    const { added, modified, removed } = yield* change.in(owner.apiVersion)
    const lost = intersection(owner.fields, union(modified, added))
    if (!lost.isEmpty) losses.push({ owner, fields: lost })
    const fields = difference(difference(owner.fields, lost), removed)
    if (!fields.isEmpty) left.set(id, withFields(owner, fields))
  }
  return { owners: left, losses }
}

/** The owners under the schemas of today, for the object that is stored. */
function* upToDate(owners: Owners, versions: Versions, live: ApiObject | undefined): Steps<Owners> {
  const current: Owners = new Map()
  const infers = live && behaves('ownership-inferred-when-granular', versions.release)
  for (const [id, owner] of owners) {
    const { apiVersion } = owner
    let { fields } = owner
    if (versions.serves(apiVersion)) {
      const schema = versions.schema(apiVersion)
      fields = followSchema(schema, fields)
      if (infers && schema !== deduced)
        fields = widened(schema, fields, yield* versions.convert(live, apiVersion), versions.release)
    }
    current.set(id, withFields(owner, fields))
  }
  return current
}

/**
 * Owners after an update other than apply: whoever changes or adds a field becomes its only owner; removed fields have no owner; repeated
 * values stay with their owners ("Field-ownership apply" 3 and 4).
 */
export function* afterUpdate(
  old: ApiObject,
  after: ApiObject,
  owners: Owners,
  writer: Writer,
  versions: Versions,
): Steps<Owners> {
  const { apiVersion, subresource } = writer
  const change = new Change(versions, old, after, subresource)
  const { owners: left } = yield* withdraw(yield* upToDate(owners, versions, old), undefined, change, versions)
  const { added, modified } = yield* change.in(apiVersion)
  const unownable = versions.unownable(apiVersion, subresource)
  const taken = differenceWithin(difference(union(modified, added), neverOwned), unownable)
  if (taken.isEmpty) return foldOldUpdates(left)
  const { manager, time } = writer
  const operation = 'Update'
  const id = identityOf({ manager, operation, apiVersion, subresource })
  const before = left.get(id)
  const fields = before ? union(before.fields, taken) : taken
  left.set(id, { id, manager, operation, apiVersion, subresource, time, fields })
  return foldOldUpdates(left, id)
}

/** The result of an apply. */
export interface Applied {
  /** The merged object; `live` itself if nothing changed. It shares parts with the live object and the applied configuration. */
  readonly object: ApiObject
  /** Owners once the configuration is applied. */
  readonly owners: Owners
  /** Conflicts, which are errors unless the apply is forced. */
  readonly conflicts: FieldConflict[]
}

const toldPaths = (paths: readonly (readonly PathElement[])[], release: number) =>
  behaves('conflict-paths-overlaid', release) ? overlaidPaths(paths) : paths

/**
 * Merges a configuration into the live object (both in `writer.apiVersion`), removes fields that this applier gives up and nobody else
 * owns, and finds conflicts ("Field-ownership apply" 3 to 6).
 */
export function* afterApply(
  live: ApiObject | undefined,
  intent: ApiObject,
  owners: Owners,
  writer: Writer,
  versions: Versions,
): Steps<Applied> {
  const { apiVersion, subresource } = writer
  const schema = versions.schema(apiVersion)
  const current = yield* upToDate(owners, versions, live)
  const id = identityOf({ ...writer, operation: 'Apply' })
  const last = current.get(id)
  const wanted = fieldSetOf(schema, intent, versions.release)
    .difference(neverOwned)
    .differenceWithin(versions.unownable(apiVersion, subresource))
  const unchangedFields = last?.fields.equals(wanted) ?? false

  yield
  const order = behaves('applied-list-order', versions.release) ? 'intent' : 'live'
  const merged = merge(schema, live, intent, order) as ApiObject
  const self: Owner = { ...writer, id, operation: 'Apply', fields: wanted }
  const object =
    last && !unchangedFields ? yield* prune(merged, intent, last, current.set(id, self), apiVersion, versions) : merged

  const base = live ?? ({ apiVersion } as ApiObject)
  yield
  const change = new Change(versions, base, object, subresource)
  const { owners: left, losses } = yield* withdraw(current, id, change, versions)
  const same = object === live || equal(live, object)
  if (wanted.isEmpty) left.delete(id)
  else if (!last) left.set(id, self)
  else if (!same) left.set(id, { ...self, fields: unchangedFields ? last.fields : wanted })
  else if (!unchangedFields) left.set(id, self)
  else left.set(id, last.apiVersion === apiVersion ? last : { ...last, apiVersion })
  return {
    object: same && live ? live : object,
    owners: left,
    conflicts: losses.flatMap(({ owner, fields }) =>
      toldPaths([...fields.paths()], versions.release).map((path) => conflictWith(owner, path)),
    ),
  }
}
