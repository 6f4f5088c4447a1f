/**
 * Field ownership of an object and the result of an apply (resource API, "Field-ownership apply"). These functions are the entry points of
 * this room.
 */
import { behaves } from '../api/releases/ledger'
import { equal } from '../machinery/json'
import type { ApiObject, ManagedFieldsEntry } from '../machinery/object'
import { hasAmbiguousList } from './ambiguous'
import { ApplyConflict, IntentError } from './errors'
import { fieldsAppliedByClient, withLastApplied } from './last-applied'
import { BEFORE_FIRST_APPLY, CLIENT_MANAGER } from './manager-name'
import { identityOf, type Owner, type Owners, readOwners, writeOwners } from './owners'
import { afterApply, afterUpdate, type Writer } from './ownership'
import { problemsOf } from './typed'
import { bare, type ManagerOptions, run, type Steps, Versions, withoutServerNulls } from './versions'

export { ApplyConflict, type FieldConflict, IntentError } from './errors'
export type { ManagerOptions } from './versions'

/** Who writes, when, and through which subresource. */
export interface UpdateCall {
  readonly manager: string
  /** Time of this write, RFC 3339. */
  readonly time: string
  /** `''` for the main resource. */
  readonly subresource: string
}

/** An apply; with `force` it takes conflicting fields over. */
export interface ApplyCall extends UpdateCall {
  readonly force: boolean
}

const writerOf = (call: UpdateCall, apiVersion: string, release: number): Writer => ({
  manager: call.manager === '' ? 'unknown' : call.manager,
  apiVersion,
  subresource: behaves('managed-fields-subresource', release) ? call.subresource : '',
  time: call.time,
})

/** Whether the client asks to clear managedFields: a list with one empty entry does, an empty list is ignored. */
const asksForReset = (entries: readonly ManagedFieldsEntry[] | undefined): boolean =>
  Array.isArray(entries) && entries.length === 1 && equal(entries[0], {})

/** The owners before a write: those in the body if they can be parsed, else those of the live object. */
function ownersBefore(live: ApiObject | undefined, next: ApiObject, subresource: string): Owners {
  const given = subresource === '' ? readOwners(next.metadata.managedFields) : undefined
  if (given && given.size > 0) return given
  return readOwners(live?.metadata.managedFields) ?? new Map<string, Owner>()
}

function withRecords(object: ApiObject, owners: Owners, before: ManagedFieldsEntry[] | undefined): ApiObject {
  const managedFields = writeOwners(owners, before)
  if (managedFields === object.metadata.managedFields) return object
  if (managedFields && !('managedFields' in object.metadata))
    return { ...object, metadata: { ...object.metadata, managedFields } }
  const { managedFields: _records, ...metadata } = object.metadata
  return { ...object, metadata: managedFields ? { ...metadata, managedFields } : metadata }
}

/** Steps of `trackUpdate`, with pauses. */
export function* trackSteps(
  live: ApiObject | undefined,
  next: ApiObject,
  call: UpdateCall,
  options: ManagerOptions,
): Steps<ApiObject> {
  const versions = new Versions(options)
  const apiVersion = next.apiVersion ?? ''
  const reset = call.subresource === '' && asksForReset(next.metadata.managedFields)
  const owners: Owners = reset ? new Map<string, Owner>() : ownersBefore(live, next, call.subresource)
  const kept = live?.metadata.managedFields
  // An unmanaged object stays unmanaged until the first apply or reset.
  if (live && owners.size === 0 && !reset) return withRecords(next, owners, kept)
  const before = live ? bare(yield* versions.convert(live, apiVersion)) : versions.blank(apiVersion)
  const schema = versions.schema(apiVersion)
  // Ownership of ambiguous elements would be wrong, so managedFields is dropped.
  if (hasAmbiguousList(schema, next) || (live && hasAmbiguousList(schema, before)))
    return withRecords(next, new Map<string, Owner>(), kept)
  yield
  const after = yield* afterUpdate(
    live ? { ...versions.complete(before, apiVersion), apiVersion } : versions.completeBlank(apiVersion),
    versions.complete(bare(next), apiVersion),
    owners,
    writerOf(call, apiVersion, options.release),
    versions,
  )
  yield
  return withRecords(next, after, kept)
}

function checkIntent(live: ApiObject | undefined, intent: ApiObject, versions: Versions): void {
  const { apiVersion = '', kind = '', metadata } = intent
  if (metadata.managedFields !== undefined && metadata.managedFields !== null)
    throw new IntentError('metadata.managedFields must be nil')
  const [first, ...more] = problemsOf(versions.schema(apiVersion), intent, versions.release)
  if (!first) return
  const name = [metadata.namespace ?? live?.metadata.namespace, metadata.name ?? live?.metadata.name].filter(Boolean)
  const texts = [first, ...more].map(({ path, message }) => (path ? `${path}: ${message}` : message))
  throw new IntentError(
    `failed to create typed patch object (${name.join('/')}; ${apiVersion}, Kind=${kind}): ${more.length ? 'errors:\n  ' : ''}${texts.join('\n  ')}`,
    first.path.slice(1),
    first.message,
  )
}

/** Steps of `applyConfiguration`, with pauses. */
export function* applySteps(
  given: ApiObject | undefined,
  body: ApiObject,
  call: ApplyCall,
  options: ManagerOptions,
): Steps<ApiObject> {
  const versions = new Versions(options)
  const apiVersion = body.apiVersion ?? ''
  const writer = writerOf(call, apiVersion, options.release)
  checkIntent(given, body, versions)
  yield
  const intent = withoutServerNulls(body)
  const live = given && (yield* versions.convert(given, apiVersion))
  const current = live && bare(live)
  let owners = readOwners(live?.metadata.managedFields) ?? new Map<string, Owner>()
  if (current && owners.size === 0) {
    const blank = { ...versions.blank(apiVersion), apiVersion }
    owners = yield* afterUpdate(
      blank,
      versions.complete(current, apiVersion),
      owners,
      { ...writer, manager: BEFORE_FIRST_APPLY },
      versions,
    )
  }
  const applied = yield* afterApply(current, intent, owners, writer, versions)
  yield
  refuseConflicts(applied.conflicts, current, call, apiVersion, versions)
  const object = call.manager === CLIENT_MANAGER ? withLastApplied(applied.object, intent) : applied.object
  if (!live || object !== current)
    return withRecords(object, stamped(applied.owners, object !== applied.object, writer), live?.metadata.managedFields)
  return withRecords(live, applied.owners, live.metadata.managedFields)
}

/** An apply that changed only the annotation also counts as a write of its manager. */
function stamped(owners: Owners, annotated: boolean, writer: Writer): Owners {
  const id = identityOf({ ...writer, operation: 'Apply' })
  const self = owners.get(id)
  return annotated && self ? new Map(owners).set(id, { ...self, time: writer.time }) : owners
}

function refuseConflicts(
  conflicts: ApplyConflict['conflicts'],
  live: ApiObject | undefined,
  call: ApplyCall,
  apiVersion: string,
  versions: Versions,
): void {
  if (call.force || conflicts.length === 0) return
  if (call.manager !== CLIENT_MANAGER || !live) throw new ApplyConflict(conflicts)
  const allowed = fieldsAppliedByClient(live, apiVersion, versions)
  const rest = conflicts.filter(({ path }) => !allowed.has(path))
  if (rest.length) throw new ApplyConflict(rest)
}

/**
 * Updates managedFields after a POST, a PUT, a patch other than apply, or a controller's write.
 * @param live the stored object, in any version; undefined for a create
 * @param next the object to be written, in the request's version with defaults; may bring its own managedFields
 * @returns `next` with correct `metadata.managedFields`; unchanged entries are shared with `live`
 */
export const trackUpdate = (
  live: ApiObject | undefined,
  next: ApiObject,
  call: UpdateCall,
  options: ManagerOptions,
): Promise<ApiObject> => run(trackSteps(live, next, call, options), options)

/**
 * Applies a configuration: merges it into the live object, or creates a new one, and records the fields the applier owns.
 * @param live in the applied version; undefined for a create
 * @param intent the applied configuration
 * @returns the merged object, without new defaults; `live` itself if nothing changes. It shares parts with both.
 * @throws ApplyConflict if it would change fields of other managers without force; IntentError if the body can't be applied
 */
export const applyConfiguration = (
  live: ApiObject | undefined,
  intent: ApiObject,
  call: ApplyCall,
  options: ManagerOptions,
): Promise<ApiObject> => run(applySteps(live, intent, call, options), options)

const equalButTime = (one: ManagedFieldsEntry, other: ManagedFieldsEntry | undefined): boolean =>
  one === other ||
  (other !== undefined &&
    one.manager === other.manager &&
    one.operation === other.operation &&
    one.apiVersion === other.apiVersion &&
    one.subresource === other.subresource &&
    one.fieldsType === other.fieldsType &&
    equal(one.fieldsV1, other.fieldsV1))

/**
 * Restores the old timestamps if a write, after defaulting, changed nothing else, so that it counts as no change. Both objects are in one
 * version.
 */
export function withoutNewTimes(live: ApiObject, next: ApiObject): ApiObject {
  if (live === next) return live
  const before = live.metadata.managedFields
  const after = next.metadata.managedFields
  if (!before || !after || before === after || before.length !== after.length) return next
  return before.every((entry, i) => equalButTime(entry, after[i])) && equal(bare(live), bare(next)) ? live : next
}
