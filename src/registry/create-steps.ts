import { behaves } from '../api/releases/ledger'
import {
  alreadyExists,
  type ApiError,
  generatedNameTaken,
  serverTimeout,
  unclassifiedError,
} from '../machinery/api-error'
import { timestamp } from '../machinery/clock'
import type { FieldError } from '../machinery/field-wording'
import type { ApiObject } from '../machinery/object'
import { randomSuffix } from '../machinery/random'
import { parseRevision } from '../machinery/revision'
import { RevisionMismatch } from '../store/store'
import { addressErrors, addressTexts } from './address-checks'
import { commitExclusively } from './exclusive'
import { nameMessages } from './names'
import { keyOf, servedForm } from './storage'
import { storedOver } from './stored-form'
import type { Written } from './write-call'
import {
  type Change,
  errorKindOf,
  guard,
  judge,
  loadCode,
  metadataErrors,
  mutate,
  refuseInvalid,
  refuseOtherNamespace,
  type WriteStep,
  tracksGeneration,
} from './write-steps'

/** An object on its way through the steps of a create. */
export interface Creation extends Change {
  /** The resourceVersion in the body; 0 if none. */
  given: number
  /** The kind reserved something for the object, to be released if the creation fails. */
  begun: boolean
}

// The longest prefix that leaves room for a generated suffix.
const MAX_GENERATED_BASE = 58
const MOST_GENERATED = 8

const takeNamespace: WriteStep<Creation> = ({ call, draft }) => {
  if (call.type.namespaced && behaves('namespace-set-before-admission', call.context.release))
    draft.metadata.namespace = call.namespace
}

const noteVersion: WriteStep<Creation> = (creation) => {
  // An invalid version is dropped like any other server-owned field.
  creation.given = parseRevision(creation.draft.metadata.resourceVersion) ?? 0
}

/** A name that nothing has yet, if the release looks for one; otherwise any. */
function generatedName(base: string, { store, call: { context, type, namespace } }: Creation): string {
  const next = () => base.slice(0, MAX_GENERATED_BASE) + randomSuffix(context.random)
  let name = next()
  if (!behaves('generated-names-retried', context)) return name
  for (let tries = 1; tries < MOST_GENERATED && store.get(keyOf(type.hub, namespace, name)); tries++) name = next()
  return name
}

const prepareMetadata: WriteStep<Creation> = (creation) => {
  const { metadata } = creation.draft
  const { context, type, namespace } = creation.call
  if (!metadata.name && metadata.generateName) metadata.name = generatedName(metadata.generateName, creation)
  if (type.namespaced) metadata.namespace = namespace
  else delete metadata.namespace
  metadata.uid = context.random.uuid()
  metadata.creationTimestamp = timestamp(context.now)
  delete metadata.deletionTimestamp
  delete metadata.deletionGracePeriodSeconds
  delete metadata.selfLink
  delete metadata.resourceVersion
  // Kinds that don't track generation keep whatever the first write contains.
  if (tracksGeneration(type.hub)) metadata.generation = 1
}

const prepare: WriteStep<Creation> = ({ call: { type, context }, draft, sent }) =>
  type.hub.behaviour.prepareForCreate?.(draft, context, sent)

const validate: WriteStep<Creation> = (creation) => {
  const { call, draft } = creation
  const { context, trace } = call
  const { hub } = call.type
  const start = trace.now()
  const ofMetadata = metadataErrors(
    creation,
    nameMessages(hub.behaviour.nameRuleOf?.(context, draft) ?? hub.behaviour.nameRule, context.release),
  )
  const ofContent = hub.behaviour.validate?.(draft, context) ?? []
  // A kind that doesn't look at metadata leaves it to the generic look at objects whose content is right.
  const leavesMetadata = hub.behaviour.metadataPasses?.every((passes) => passes === 0) && ofContent.length > 0
  const own = leavesMetadata ? ofContent : [...ofMetadata, ...ofContent]
  const errors = [...own]
  for (let pass = 1; pass < (hub.behaviour.createPasses ?? 1); pass++) errors.push(...own)
  errors.push(...addressErrors(hub.behaviour.addresses, draft, undefined, context))
  const refuse = (more: readonly FieldError[] = []): void =>
    refuseInvalid(call, draft.metadata.name ?? '', [...errors, ...more], start)
  const verified = hub.behaviour.verify?.(draft, undefined, '', context)
  return verified instanceof Promise ? verified.then(refuse) : refuse(verified)
}

const warn: WriteStep<Creation> = ({ call: { type, context }, draft }) => {
  const { addresses, warnings } = type.hub.behaviour
  const texts = [...(warnings?.(draft, context) ?? []), ...addressTexts(addresses, draft, '', context.release)]
  for (const warning of texts) context.warn(warning)
}

/** Runs before validating admission, which sees the object exactly as it will be stored. */
const begin: WriteStep<Creation> = (creation) => {
  const { call, draft } = creation
  call.type.hub.behaviour.beginCreate?.(draft, call.context)
  creation.begun = true
}

const refuseVersion: WriteStep<Creation> = ({ call, given }) => {
  if (given && !call.dryRun) throw unclassifiedError('resourceVersion should not be set on objects to be created')
}

/** Steps from decoded object to first write. */
export const CREATION: readonly WriteStep<Creation>[] = [
  takeNamespace,
  mutate,
  refuseOtherNamespace,
  guard,
  noteVersion,
  prepareMetadata,
  prepare,
  loadCode,
  validate,
  warn,
  begin,
  judge,
  refuseVersion,
]

const taken = ({ store, call, sent, draft }: Creation): ApiError => {
  const { name = '' } = draft.metadata
  const { type, namespace, context } = call
  const { generateName } = sent.metadata
  if (generateName && !behaves('generated-name-conflict', context.release))
    return serverTimeout(errorKindOf(type.hub, context.release), 'POST')
  if (generateName && !sent.metadata.name) return generatedNameTaken(type.hub, name)
  const other = store.get(keyOf(type.hub, namespace, name))?.value as ApiObject | undefined
  return alreadyExists(type, name, other?.metadata.deletionTimestamp !== undefined)
}

/** A dry run leaves the resourceVersion of the body as it is: only storing sets it. */
function asGiven(object: ApiObject, { metadata: { resourceVersion } }: ApiObject): ApiObject {
  return resourceVersion ? { ...object, metadata: { ...object.metadata, resourceVersion } } : object
}

/** The last step: writes the new object. Throws AlreadyExists. */
export async function storeNew(creation: Creation): Promise<Written> {
  const { store, call, draft } = creation
  const { type, trace } = call
  const { hub } = type
  const name = draft.metadata.name ?? ''
  const key = keyOf(hub, call.namespace, name)
  if (store.get(key)) throw taken(creation)
  const pause = call.breathe()
  if (pause) await pause
  const written = hub.toStored(draft)
  const form = written instanceof Promise ? await written : written
  if (call.dryRun)
    return { object: asGiven(await type.fromHub(await hub.fromStored(form)), creation.sent), created: true }
  const stored = storedOver(undefined, form)
  const start = trace.now()
  try {
    const entry = await commitExclusively(store, call, { type: 'put', key, expect: 0, value: stored }, draft)
    trace.step('store', start, {
      verdict: 'passed',
      reason: () => `created at revision ${entry.revision}`,
      after: draft,
    })
    const object = servedForm(entry, type)
    return { object: object instanceof Promise ? await object : object, created: true }
  } catch (error) {
    if (error instanceof RevisionMismatch) throw taken(creation)
    throw error
  }
}
