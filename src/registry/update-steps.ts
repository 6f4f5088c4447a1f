import { conflictError, invalidObject, objectModified, unclassifiedError } from '../machinery/api-error'
import { type FieldError, invalid } from '../machinery/field-error'
import { clone, equal } from '../machinery/json'
import { validateObjectMetaUpdate } from '../machinery/object-meta'
import type { ApiObject } from '../machinery/object'
import { parseRevision } from '../machinery/revision'
import { type Entry, RevisionMismatch } from '../store/store'
import { commitExclusively } from './exclusive'
import type { HubType } from './resource-type'
import { servedForm } from './storage'
import type { UpdateRules, WriteCall, Written } from './write-call'
import {
  type Change,
  guard,
  judge,
  metadataErrors,
  mutate,
  refuseInvalid,
  refuseOtherNamespace,
  type Step,
  tracksGeneration,
} from './write-steps'

export interface Update extends Change {
  readonly rules: UpdateRules
  readonly entry: Entry
  /** What is stored, in the request's version. */
  readonly live: ApiObject
  readonly old: ApiObject
  /** The write named no version, or is a patch that can be applied to another state. */
  mayRetry: boolean
}

/** Another write came first; `updateObject` decides what follows. */
export class LostRace extends Error {
  constructor(readonly mayRetry: boolean) {
    super('another write came first')
  }
}

/** Which version of itself an object says it is a change of; zero where it does not say. */
export function versionOf({ metadata: { resourceVersion } }: ApiObject): number {
  const version = parseRevision(resourceVersion)
  if (version === undefined)
    throw unclassifiedError(`metadata.resourceVersion "${resourceVersion ?? ''}" is no version`)
  return version
}

const differs = (uid: string | undefined, old: ApiObject): boolean =>
  uid !== undefined && uid !== '' && uid !== old.metadata.uid

/** What the client sent is a precondition; what admission made of it is a change like others. */
const checkPrecondition: Step<Update> = ({ call, rules, sent, old }) => {
  const { uid } = sent.metadata
  if (differs(uid, old) && !rules.isPatch)
    throw conflictError(
      call.type.hub,
      call.name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`,
    )
}

const checkVersion: Step<Update> = (update) => {
  const { call, rules, draft, old } = update
  const { hub } = call.type
  const version = versionOf(draft)
  const named = version !== 0
  if (named && version !== Number(old.metadata.resourceVersion)) throw objectModified(hub, call.name)
  if (!named && hub.behaviour.unconditionalUpdate === false && !rules.isPatch)
    throw invalidObject({ group: hub.group, kind: hub.resource }, call.name, [
      invalid('metadata.resourceVersion', version, 'must be specified for an update'),
    ])
  // A patch has the version of what it was applied to; applied again, one that names another version is refused above.
  update.mayRetry = rules.retry && (rules.isPatch || !named)
}

const checkUid: Step<Update> = ({ call, draft, old }) => {
  const { uid } = draft.metadata
  if (differs(uid, old))
    throw invalidObject(call.type.hub, call.name, [invalid('metadata.uid', uid, 'field is immutable')])
}

/** Fields that a body may leave out but never clear; the times are the server's, whatever a body says. */
const completeMetadata: Step<Update> = ({ draft: { metadata }, old }) => {
  if (old.metadata.resourceVersion) metadata.resourceVersion = old.metadata.resourceVersion
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

const ruleOfPart = ({ subresource, type }: WriteCall) =>
  subresource ? type.hub.behaviour.subresources?.[subresource] : undefined

const prepare: Step<Update> = ({ call, draft, old }) => {
  const { behaviour } = call.type.hub
  const part = ruleOfPart(call)
  if (!call.internal && part?.prepareForUpdate) part.prepareForUpdate(draft, old, call.context)
  else if (call.subresource === 'status') keepAllButStatus(draft, old)
  else if (!call.internal) {
    if (behaviour.hasStatus) keep(draft, old, 'status')
    behaviour.prepareForUpdate?.(draft, old, call.context)
  }
}

function keep(draft: ApiObject, old: ApiObject, field: string): void {
  if (old[field] === undefined) delete draft[field]
  else draft[field] = clone(old[field])
}

const NO_CONTENT: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'status'])

/** What of either object a person decides: everything but its type, metadata and status. */
const contentFields = (draft: ApiObject, old: ApiObject): string[] =>
  [...new Set([...Object.keys(draft), ...Object.keys(old)])].filter((field) => !NO_CONTENT.has(field))

/** The generic rule of `/status`: the status and metadata are taken over, everything else stays as it was. */
function keepAllButStatus(draft: ApiObject, old: ApiObject): void {
  for (const field of contentFields(draft, old)) keep(draft, old, field)
}

const validate: Step<Update> = async (update) => {
  const { call, draft, old } = update
  const { context, trace } = call
  const { hub } = call.type
  const { behaviour } = hub
  const part = ruleOfPart(call)
  const start = trace.now()
  const errors = [
    ...validateObjectMetaUpdate(draft.metadata, old.metadata),
    ...metadataErrors(update, () => []),
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
  refuseInvalid(call, call.name, withoutRepeats(errors), start)
}

function withoutRepeats(errors: readonly FieldError[]): FieldError[] {
  const seen = new Set<string>()
  return errors.filter(({ reason, field, message }) => {
    const text = `${reason}\n${field}\n${message}`
    return !seen.has(text) && seen.add(text)
  })
}

const countGeneration: Step<Update> = ({ call, draft, old }) => {
  const { hub } = call.type
  const rule = hub.behaviour.generation
  if (!tracksGeneration(hub)) return
  const changed =
    typeof rule === 'function'
      ? rule(draft, old)
      : contentFields(draft, old).some((field) => !equal(draft[field], old[field]))
  if (changed) draft.metadata.generation = (old.metadata.generation ?? 0) + 1
}

const warn: Step<Update> = ({ call, draft, old }) => {
  const { context, type } = call
  if (call.subresource) return
  for (const warning of type.hub.behaviour.warnings?.(draft, context, old) ?? []) context.warn(warning)
}

const begin: Step<Update> = ({ call, draft, old }) => {
  if (!call.subresource) call.type.hub.behaviour.beginUpdate?.(draft, old, call.context)
}

/** What happens to an object before it replaces the one that is stored. */
export const UPDATE: readonly Step<Update>[] = [
  mutate,
  refuseOtherNamespace,
  guard,
  checkPrecondition,
  checkVersion,
  checkUid,
  completeMetadata,
  prepare,
  validate,
  countGeneration,
  warn,
  judge,
  begin,
]

/** The last step: removes what waited for its last finalizer, and writes nothing where nothing changed. Throws `LostRace`. */
export async function storeChanged({ store, call, entry, live, old, draft, mayRetry }: Update): Promise<Written> {
  const { type, trace } = call
  const { hub } = type
  await call.breathe()
  const stored = withoutRevision(await hub.toStored(draft))
  await call.breathe()
  const start = trace.now()
  if (draft.metadata.deletionTimestamp && isFree(hub, draft) && !graceLeft(draft)) {
    if (!call.dryRun)
      await swap(() => call.commit({ type: 'delete', key: entry.key, expect: entry.revision }), mayRetry)
    trace.step('store', start, { reason: 'the last finalizer is gone: removed' })
    return { object: await type.fromHub(withVersionOf(draft, old)), created: false, removed: true }
  }
  if (equal(stored, entry.value)) {
    trace.step('store', start, { verdict: 'none', reason: 'nothing changed: no new revision' })
    return { object: live, created: false }
  }
  if (call.dryRun) return { object: await type.fromHub(withVersionOf(draft, old)), created: false }
  const write = { type: 'put', key: entry.key, expect: entry.revision, value: stored } as const
  const written = await swap(() => commitExclusively(store, call, write, draft, old), mayRetry)
  trace.step('store', start, { reason: () => `updated at revision ${written.revision}`, before: old, after: draft })
  return { object: await servedForm(written, type), created: false }
}

async function swap(commit: () => Promise<Entry>, mayRetry: boolean): Promise<Entry> {
  try {
    return await commit()
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
