import type { KindContext } from '../api/kind'
import { behaves } from '../api/releases/ledger'
import {
  alreadyExists,
  badRequest,
  conflictError,
  invalidObject,
  notFoundError,
  objectModified,
  unclassifiedError,
} from '../machinery/api-error'
import { timestamp } from '../machinery/clock'
import { type FieldError, invalid } from '../machinery/field-error'
import { clone, equal } from '../machinery/json'
import { validateObjectMeta, validateObjectMetaUpdate } from '../machinery/object-meta'
import type { ApiObject } from '../machinery/object'
import { randomSuffix } from '../machinery/random'
import { parseRevision } from '../machinery/revision'
import type { TraceSink } from '../machinery/trace-sink'
import { type Entry, RevisionMismatch, type Store } from '../store/store'
import { nameMessages } from './names'
import type { HubType, ServedType } from './resource-type'
import { hubForm, keyOf, servedForm } from './storage'

/** What a write needs to know beside the object: who, where, how, and the admission that was handed in as functions. */
export interface WriteCall {
  readonly type: ServedType
  readonly namespace: string
  /** From the path; empty where the body names the object. */
  readonly name: string
  readonly subresource: string
  readonly dryRun: boolean
  /** A change that the server makes in answer to a request for something else: the kind's own rules for updates don't apply. */
  readonly internal?: boolean
  readonly context: KindContext
  readonly trace: TraceSink
  /** Writes to the store, unless the request's time is over. */
  commit(write: Parameters<Store['commit']>[0]): Promise<Entry>
  /** Mutating admission; changes `object` in place. */
  mutate(object: ApiObject, old: ApiObject | undefined): Promise<void>
  validate(object: ApiObject, old: ApiObject | undefined): Promise<void>
  /** What the server asks of a write beside admission, before validation: nobody grants more than they hold. */
  guard?(object: ApiObject, old: ApiObject | undefined): Promise<void>
}

export interface Written {
  /** In the version of the request. */
  readonly object: ApiObject
  readonly created: boolean
  /** The write took the last finalizer off an object that waited for it. */
  readonly removed?: boolean
}

// The longest name that still leaves room for a generated suffix.
const MAX_GENERATED_BASE = 58

/** Creates an object given in the request's version, defaults filled in. Throws AlreadyExists, Invalid and what admission throws. */
export async function createObject(store: Store, call: WriteCall, object: ApiObject): Promise<Written> {
  const { type, context, trace } = call
  const { hub } = type
  const draft = clone(await type.toHub(object))
  if (type.namespaced && behaves('namespace-set-before-admission', context.release))
    draft.metadata.namespace = call.namespace
  await call.mutate(draft, undefined)
  refuseOtherNamespace(draft, call)
  // Before a name is generated: who is refused learns of none.
  await call.guard?.(draft, undefined)
  // What is no version at all is dropped like every other field that is the server's.
  const given = parseRevision(draft.metadata.resourceVersion) ?? 0
  prepareMetadata(draft, call)
  hub.behaviour.prepareForCreate?.(draft, context, object)
  const validationStart = trace.now()
  const errors = [
    ...validateObjectMeta(draft.metadata, {
      knownFinalizers: !hub.behaviour.anyFinalizer,
      namespaced: hub.namespaced,
      detailedManagedFields: behaves('managed-fields-entry-errors', context.release),
      nameMessages: nameMessages(hub.behaviour.nameRule),
    }),
    ...(hub.behaviour.validate?.(draft, context) ?? []),
    ...((await hub.behaviour.verify?.(draft, undefined, '', context)) ?? []),
  ]
  refuse(hub, draft.metadata.name ?? '', errors, trace, validationStart)
  for (const warning of hub.behaviour.warnings?.(draft, context) ?? []) context.warn(warning)
  // Validating admission sees the object with all that it will be stored with.
  hub.behaviour.beginCreate?.(draft, context)
  try {
    await call.validate(draft, undefined)
    if (given && !call.dryRun) throw unclassifiedError('resourceVersion should not be set on objects to be created')
    return await storeNew(store, call, draft)
  } catch (error) {
    hub.behaviour.abandonCreate?.(draft, context)
    throw error
  }
}

async function storeNew(store: Store, call: WriteCall, draft: ApiObject): Promise<Written> {
  const { type, trace } = call
  const { hub } = type
  const name = draft.metadata.name ?? ''
  const key = keyOf(hub, call.namespace, name)
  if (store.get(key)) throw alreadyExists(hub, name)
  if (call.dryRun) return { object: await type.fromHub(draft), created: true }
  const stored = await hub.toStored(draft)
  const start = trace.now()
  try {
    const entry = await call.commit({ type: 'put', key, expect: 0, value: stored })
    trace.step('store', start, {
      verdict: 'passed',
      reason: () => `created at revision ${entry.revision}`,
      after: draft,
    })
    return { object: await servedForm(entry, type), created: true }
  } catch (error) {
    if (error instanceof RevisionMismatch) throw alreadyExists(hub, name)
    throw error
  }
}

/** Which version of itself an object says it is a change of; zero where it does not say. */
function versionOf({ metadata: { resourceVersion } }: ApiObject): number {
  const version = parseRevision(resourceVersion)
  if (version === undefined)
    throw unclassifiedError(`metadata.resourceVersion "${resourceVersion ?? ''}" is no version`)
  return version
}

/** What a request carries belongs to its own namespace, also after admission changed it. */
function refuseOtherNamespace({ metadata }: ApiObject, { type, namespace }: WriteCall): void {
  if (type.namespaced && metadata.namespace && metadata.namespace !== namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

function prepareMetadata(draft: ApiObject, call: WriteCall): void {
  const { metadata } = draft
  const { context, type } = call
  if (!metadata.name && metadata.generateName)
    metadata.name = metadata.generateName.slice(0, MAX_GENERATED_BASE) + randomSuffix(context.random)
  if (type.namespaced) metadata.namespace = call.namespace
  else delete metadata.namespace
  metadata.uid = context.random.uuid()
  metadata.creationTimestamp = timestamp(context.now)
  delete metadata.deletionTimestamp
  delete metadata.deletionGracePeriodSeconds
  delete metadata.selfLink
  delete metadata.resourceVersion
  // Of kinds that don't count their changes it is what the first write says, for ever.
  if (tracksGeneration(type.hub)) metadata.generation = 1
}

export const tracksGeneration = (hub: HubType): boolean =>
  hub.behaviour.generation !== undefined ? hub.behaviour.generation !== false : hub.behaviour.hasStatus === true

function refuse(hub: HubType, name: string, errors: readonly FieldError[], trace: TraceSink, start: number): void {
  trace.step('validation', start, {
    verdict: errors.length ? 'refused' : 'passed',
    reason: () => errors.map(({ field, message }) => `${field}: ${message}`).join('; '),
  })
  if (errors.length) throw invalidObject(hub, name, errors)
}

export interface UpdateRules {
  /** The object that replaces `live` (absent: does not exist), in the request's version with defaults. Must not change `live`. */
  next(live: ApiObject | undefined): Promise<ApiObject>
  /** A write that names no version and lost a race is made again this way (patches, unconditional updates). */
  readonly retry: boolean
  /** PUT and apply may create. */
  readonly mayCreate: boolean
  /** Called when the write turns out to be a creation, before anything is done: permission to create. */
  onCreate?(): Promise<void>
  /** A patch reports a wrong uid as a validation error, a PUT as a conflict. */
  readonly isPatch: boolean
}

/** Replaces an object by compare-and-swap; the rules of updates in one place (resource API, "Resource version semantics"). */
export async function updateObject(store: Store, call: WriteCall, rules: UpdateRules): Promise<Written> {
  const { type } = call
  const key = keyOf(type.hub, call.namespace, call.name)
  // Every round that is lost was won by another writer, so the rounds end.
  for (;;) {
    const entry = store.get(key)
    if (!entry) {
      if (rules.isPatch && !rules.mayCreate) throw notFoundError(type.hub, call.name)
      if (rules.mayCreate) await rules.onCreate?.()
      const fresh = await rules.next(undefined)
      if (fresh.metadata.uid)
        throw conflictError(
          type.hub,
          call.name,
          `Precondition failed: UID in precondition: ${fresh.metadata.uid}, UID in object meta: `,
        )
      if (!rules.mayCreate) {
        // Mutating admission sees a PUT to a free name as a creation, even of what can't be created this way.
        await call.mutate(clone(await type.toHub(fresh)), undefined)
        throw notFoundError(type.hub, call.name)
      }
      versionOf(fresh)
      // The version it was read in is of no use to an object that is made again.
      const { resourceVersion: _version, ...metadata } = fresh.metadata
      return createObject(store, call, { ...fresh, metadata: { ...metadata, name: call.name } })
    }
    try {
      return await updateOnce(call, rules, entry)
    } catch (error) {
      if (!(error instanceof LostRace)) throw error
      if (!error.mayRetry) throw objectModified(type.hub, call.name)
    }
  }
}

class LostRace extends Error {
  constructor(readonly mayRetry: boolean) {
    super('another write came first')
  }
}

async function updateOnce(call: WriteCall, rules: UpdateRules, entry: Entry): Promise<Written> {
  const { type, context, trace } = call
  const { hub } = type
  const { behaviour } = hub
  const live = await servedForm(entry, type)
  const old = await hubForm(entry, hub)
  const next = await rules.next(live)
  const draft = clone(await type.toHub(next))
  await call.mutate(draft, old)
  refuseOtherNamespace(draft, call)
  // It judges what was sent, before the server completes it, and before it is known whether it was sent too late.
  await call.guard?.(draft, old)

  const { uid } = draft.metadata
  const isAnother = (one: string | undefined): boolean => one !== undefined && one !== '' && one !== old.metadata.uid
  // What the client sent is a precondition; what admission made of it is a change like others.
  const precondition = next.metadata.uid
  if (isAnother(precondition) && !rules.isPatch)
    throw conflictError(
      hub,
      call.name,
      `Precondition failed: UID in precondition: ${precondition}, UID in object meta: ${old.metadata.uid}`,
    )
  const version = versionOf(draft)
  const named = version !== 0
  if (named && version !== Number(old.metadata.resourceVersion)) throw objectModified(hub, call.name)
  if (!named && behaviour.unconditionalUpdate === false && !rules.isPatch)
    throw invalidObject({ group: hub.group, kind: hub.resource }, call.name, [
      invalid('metadata.resourceVersion', version, 'must be specified for an update'),
    ])
  if (isAnother(uid)) throw invalidObject(hub, call.name, [invalid('metadata.uid', uid, 'field is immutable')])
  // A patch has the version of what it was applied to; applied again, one that names another version is refused above.
  const mayRetry = rules.retry && (rules.isPatch || !named)
  if (old.metadata.resourceVersion) draft.metadata.resourceVersion = old.metadata.resourceVersion

  completeMetadata(draft, old)
  const part = call.subresource ? behaviour.subresources?.[call.subresource] : undefined
  if (!call.internal && part?.prepareForUpdate) part.prepareForUpdate(draft, old, context)
  else if (call.subresource === 'status') keepAllButStatus(draft, old)
  else if (!call.internal) {
    if (behaviour.hasStatus) keep(draft, old, 'status')
    behaviour.prepareForUpdate?.(draft, old, context)
  }
  const validationStart = trace.now()
  const errors = [
    ...validateObjectMetaUpdate(draft.metadata, old.metadata),
    ...validateObjectMeta(draft.metadata, {
      knownFinalizers: !hub.behaviour.anyFinalizer,
      namespaced: hub.namespaced,
      detailedManagedFields: behaves('managed-fields-entry-errors', context.release),
      nameMessages: () => [],
    }),
    ...(call.internal
      ? []
      : part?.validateUpdate
        ? part.validateUpdate(draft, old, context)
        : [
            ...(behaviour.validateUpdate?.(draft, old, context) ?? []),
            ...((behaviour.validatesOnce ? undefined : behaviour.validate?.(draft, context)) ?? []),
          ]),
    ...((await behaviour.verify?.(draft, old, call.subresource, context)) ?? []),
  ]
  refuse(hub, call.name, dedupe(errors), trace, validationStart)
  countGeneration(draft, old, hub)
  if (!call.subresource) for (const warning of behaviour.warnings?.(draft, context, old) ?? []) context.warn(warning)
  await call.validate(draft, old)
  if (!call.subresource) behaviour.beginUpdate?.(draft, old, context)

  const stored = withoutRevision(await hub.toStored(draft))
  const start = trace.now()
  if (draft.metadata.deletionTimestamp && isFree(hub, draft) && !graceLeft(draft)) {
    if (!call.dryRun) await swap(call, { type: 'delete', key: entry.key, expect: entry.revision }, mayRetry)
    trace.step('store', start, { reason: 'the last finalizer is gone: removed' })
    return { object: await type.fromHub(withVersionOf(draft, old)), created: false, removed: true }
  }
  if (equal(stored, entry.value)) {
    trace.step('store', start, { verdict: 'none', reason: 'nothing changed: no new revision' })
    return { object: live, created: false }
  }
  if (call.dryRun) return { object: await type.fromHub(withVersionOf(draft, old)), created: false }
  const written = await swap(call, { type: 'put', key: entry.key, expect: entry.revision, value: stored }, mayRetry)
  trace.step('store', start, { reason: () => `updated at revision ${written.revision}`, before: old, after: draft })
  return { object: await servedForm(written, type), created: false }
}

async function swap(call: WriteCall, write: Parameters<Store['commit']>[0], mayRetry: boolean): Promise<Entry> {
  try {
    return await call.commit(write)
  } catch (error) {
    if (error instanceof RevisionMismatch) throw new LostRace(mayRetry)
    throw error
  }
}

const withVersionOf = (draft: ApiObject, old: ApiObject): ApiObject => ({
  ...draft,
  metadata: {
    ...draft.metadata,
    ...(old.metadata.resourceVersion && { resourceVersion: old.metadata.resourceVersion }),
  },
})

/** What is stored carries no resourceVersion: the store's revision is it. */
export function withoutRevision(object: ApiObject): ApiObject {
  const { resourceVersion: _version, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** No finalizer and nothing of the kind's own holds the object any more. */
export const isFree = (hub: HubType, object: ApiObject): boolean =>
  (object.metadata.finalizers ?? []).length === 0 && !hub.behaviour.holdsDeletion?.(object)

const graceLeft = (object: ApiObject): boolean => (object.metadata.deletionGracePeriodSeconds ?? 0) > 0

/** Fields that a body may leave out but never clear; the times are the server's, whatever a body says. */
function completeMetadata(draft: ApiObject, old: ApiObject): void {
  const { metadata } = draft
  metadata.name ??= old.metadata.name ?? ''
  if (old.metadata.namespace !== undefined) metadata.namespace ??= old.metadata.namespace
  metadata.uid ||= old.metadata.uid ?? ''
  if (old.metadata.creationTimestamp !== undefined) metadata.creationTimestamp = old.metadata.creationTimestamp
  if (old.metadata.deletionTimestamp !== undefined) metadata.deletionTimestamp = old.metadata.deletionTimestamp
  if (old.metadata.deletionGracePeriodSeconds !== undefined)
    metadata.deletionGracePeriodSeconds ??= old.metadata.deletionGracePeriodSeconds
  if (old.metadata.generation === undefined) delete metadata.generation
  else metadata.generation = old.metadata.generation
  delete metadata.selfLink
}

function keep(draft: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete draft[field]
  else draft[field] = clone(old[field])
}

/** The generic rule of `/status`: the status and metadata are taken over, everything else stays as it was. */
function keepAllButStatus(draft: ApiObject, old: ApiObject): void {
  for (const field of new Set([...Object.keys(draft), ...Object.keys(old)]))
    if (!['apiVersion', 'kind', 'metadata', 'status'].includes(field)) keep(draft, old, field)
}

function countGeneration(draft: ApiObject, old: ApiObject, hub: HubType): void {
  const rule = hub.behaviour.generation
  if (!tracksGeneration(hub)) return
  const changed =
    typeof rule === 'function'
      ? rule(draft, old)
      : [...new Set([...Object.keys(draft), ...Object.keys(old)])].some(
          (field) => !['apiVersion', 'kind', 'metadata', 'status'].includes(field) && !equal(draft[field], old[field]),
        )
  if (changed) draft.metadata.generation = (old.metadata.generation ?? 0) + 1
}

function dedupe(errors: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>()
  return errors.filter(({ reason, field, message }) => {
    const text = `${reason}\n${field}\n${message}`
    return !seen.has(text) && seen.add(text)
  })
}
