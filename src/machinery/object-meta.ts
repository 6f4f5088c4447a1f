import { addAll } from './lists'
import { equal } from './json'
import { FieldPath, forbidden, invalid, required, tooLong } from './field-error'
import type { FieldError } from './field-wording'
import { validateLabels } from './label-validation'
import { dns1123Label, finalizerName, knownFinalizer, qualifiedName } from './names'
import { parseApiVersion, type ManagedFieldsEntry, type ObjectMeta, type OwnerReference } from './object'
import { goCharacter, goStrings } from './go-quote'
import { GoStruct, goNil, goStructJson, GoText, goText, goTime } from './go-values'
import { utf8Length } from './utf8-length'

/** Maximum total size of annotation keys and values, in bytes. */
export const MAX_ANNOTATIONS_SIZE = 256 * 1024
/** Maximum length of a field manager's name in characters. */
export const MAX_MANAGER_LENGTH = 128
/** Matches everything but letters, marks, numbers, punctuation, symbols and the plain space. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu
/** A short name without a character that could be refused. */
const PLAIN_MANAGER = /^[\w.:-]{0,128}$/
const MAX_SUBRESOURCE_LENGTH = 256

/** What differs from kind to kind in the validation of metadata. */
export interface MetaRules {
  /** Messages for an invalid name; `prefix` is true for a generateName. */
  readonly nameMessages: (name: string, prefix: boolean) => string[]
  readonly namespaced: boolean
  /** Whether finalizers must be standard or have a domain. True for built-in kinds (default); custom kinds accept any qualified name. */
  readonly knownFinalizers?: boolean
  /** Whether managedFields errors name the entry and manager names are validated. Default true. */
  readonly detailedManagedFields?: boolean
}

const META = FieldPath.of('metadata')

/** Errors of an object's metadata, on create and update. */
export function validateObjectMeta(meta: ObjectMeta, rules: MetaRules, at: FieldPath = META): FieldError[] {
  const errors: FieldError[] = []
  const invalids = (field: FieldPath, value: unknown, messages: readonly string[]) =>
    addAll(
      errors,
      messages.map((text) => invalid(field, value, text)),
    )
  if (meta.generateName)
    invalids(at.child('generateName'), meta.generateName, rules.nameMessages(meta.generateName, true))
  if (meta.name) invalids(at.child('name'), meta.name, rules.nameMessages(meta.name, false))
  else errors.push(required(at.child('name'), 'name or generateName is required'))
  if (!rules.namespaced) {
    if (meta.namespace) errors.push(forbidden(at.child('namespace'), 'not allowed on this type'))
  } else if (!meta.namespace) errors.push(required(at.child('namespace')))
  else invalids(at.child('namespace'), meta.namespace, dns1123Label(meta.namespace))
  if ((meta.generation ?? 0) < 0)
    invalids(at.child('generation'), meta.generation, ['must be greater than or equal to 0'])
  for (const found of [
    validateLabels(meta.labels, at.child('labels')),
    validateAnnotations(meta.annotations, at.child('annotations')),
    validateOwnerReferences(meta.ownerReferences ?? [], at.child('ownerReferences')),
    validateFinalizers(meta.finalizers ?? [], at.child('finalizers'), rules.knownFinalizers ?? true),
    validateManagedFields(meta.managedFields ?? [], at.child('managedFields'), rules.detailedManagedFields),
  ])
    addAll(errors, found)
  return errors
}

/** Keys of annotations are judged in lower case, but named as they were given. */
export const annotationKeyErrors = (annotations: ObjectMeta['annotations'] | null, at: FieldPath): FieldError[] =>
  Object.keys(annotations ?? {}).flatMap((key) =>
    qualifiedName(key.toLowerCase()).map((text) => invalid(at, key, text)),
  )

/** Errors of annotation keys, and of their total size in bytes. */
export function validateAnnotations(annotations: ObjectMeta['annotations'] | null, at: FieldPath): FieldError[] {
  const entries = Object.entries(annotations ?? {})
  const errors = annotationKeyErrors(annotations, at)
  const size = entries.reduce((sum, [key, value]) => sum + utf8Length(key) + utf8Length(value), 0)
  return size > MAX_ANNOTATIONS_SIZE ? [...errors, tooLong(at, MAX_ANNOTATIONS_SIZE)] : errors
}

const goBoolean = (value: boolean | undefined): GoText =>
  value === undefined ? goNil('(*bool)') : new GoText('(*bool)(0x0)', value)

function goOwners(owners: readonly OwnerReference[]): GoText {
  const texts = owners.map(({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }) =>
    goText(
      new GoStruct('v1.OwnerReference', {
        APIVersion: apiVersion,
        Kind: kind,
        Name: name,
        UID: uid,
        Controller: goBoolean(controller),
        BlockOwnerDeletion: goBoolean(blockOwnerDeletion),
      }),
    ),
  )
  return new GoText(`[]v1.OwnerReference{${texts.join(', ')}}`, owners)
}

function validateOwnerReferences(owners: readonly OwnerReference[], at: FieldPath): FieldError[] {
  const errors = owners.flatMap((owner) => {
    const found: FieldError[] = []
    const version = parseApiVersion(owner.apiVersion ?? '')
    if (!version?.version)
      found.push(invalid(at.child('apiVersion'), owner.apiVersion ?? '', 'version must not be empty'))
    for (const part of ['kind', 'name', 'uid'] as const)
      if (!owner[part]) found.push(invalid(at.child(part), owner[part] ?? '', `${part} must not be empty`))
    if (owner.kind === 'Event' && owner.apiVersion === 'v1')
      found.push(
        invalid(at, goStructJson('v1.OwnerReference', owner), '/v1, Kind=Event is disallowed from being an owner'),
      )
    return found
  })
  const controllers = owners.filter((owner) => owner.controller)
  const [one, two] = controllers
  if (one && two)
    errors.push(
      invalid(
        at,
        goOwners(owners),
        `Only one reference can have Controller set to true. Found "true" in references for ${one.name} and ${two.name}`,
      ),
    )
  return errors
}

function validateFinalizers(finalizers: readonly string[], at: FieldPath, known: boolean): FieldError[] {
  const errors = finalizers.flatMap((name) => finalizerName(name).map((text) => invalid(at, name, text)))
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion'))
    errors.push(invalid(at, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'))
  if (known)
    for (const [position, name] of finalizers.entries())
      errors.push(...knownFinalizer(name).map((text) => invalid(at.index(position), name, text)))
  return errors
}

/** Errors of a field manager's name: its length in bytes, and each unprintable character. */
export function validateFieldManager(manager: string, at: FieldPath): FieldError[] {
  // Every entry of every object that is written has such a name, so one test recognizes plain ones.
  if (PLAIN_MANAGER.test(manager)) return []
  const errors: FieldError[] = []
  if (utf8Length(manager) > MAX_MANAGER_LENGTH) errors.push(tooLong(at, MAX_MANAGER_LENGTH))
  for (const { index, 0: character } of manager.matchAll(UNPRINTABLE))
    errors.push(
      invalid(
        at,
        manager,
        `invalid character ${goCharacter(character)} (at position ${utf8Length(manager.slice(0, index))})`,
      ),
    )
  return errors
}

/** Errors of managedFields. `detailed` names the entry in each error and validates manager names. */
export function validateManagedFields(
  entries: readonly ManagedFieldsEntry[],
  at: FieldPath,
  detailed = true,
): FieldError[] {
  return entries.flatMap((entry, position) => {
    const here = detailed ? at.index(position) : at
    const errors: FieldError[] = []
    if (entry.operation !== 'Apply' && entry.operation !== 'Update')
      errors.push(invalid(here.child('operation'), entry.operation ?? '', 'must be `Apply` or `Update`'))
    if (entry.fieldsType && entry.fieldsType !== 'FieldsV1')
      errors.push(invalid(here.child('fieldsType'), entry.fieldsType, 'must be `FieldsV1`'))
    if (!detailed) return errors
    addAll(errors, validateFieldManager(entry.manager ?? '', here.child('manager')))
    if ((entry.subresource?.length ?? 0) > MAX_SUBRESOURCE_LENGTH)
      errors.push(tooLong(here.child('subresource'), MAX_SUBRESOURCE_LENGTH))
    return errors
  })
}

/**
 * Copies to an update what it may omit or must not change: uid if absent, creationTimestamp, and deletionTimestamp once set. Call before
 * validation.
 */
export function carryOverMeta(meta: ObjectMeta, old: ObjectMeta): void {
  if (!meta.uid && old.uid !== undefined) meta.uid = old.uid
  if (old.creationTimestamp !== undefined) meta.creationTimestamp = old.creationTimestamp
  if (old.deletionTimestamp === undefined) return
  meta.deletionTimestamp = old.deletionTimestamp
  if (old.deletionGracePeriodSeconds === undefined) delete meta.deletionGracePeriodSeconds
  else meta.deletionGracePeriodSeconds = old.deletionGracePeriodSeconds
}

const IMMUTABLE = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const

/** A member as errors print it: the times that a client can give are printed in Go's form. */
const printed = (member: (typeof IMMUTABLE)[number], value: unknown): unknown =>
  member === 'deletionTimestamp' && typeof value === 'string' ? goTime(value) : value

/** Errors of a metadata update, in addition to `validateObjectMeta`. */
export function validateObjectMetaUpdate(meta: ObjectMeta, old: ObjectMeta, at: FieldPath = META): FieldError[] {
  const errors: FieldError[] = []
  if (old.deletionTimestamp !== undefined) {
    const added = [...new Set(meta.finalizers)].filter((name) => !old.finalizers?.includes(name)).sort()
    if (added.length)
      errors.push(
        forbidden(
          at.child('finalizers'),
          `no new finalizers can be added if the object is being deleted, found new finalizers []string{${goStrings(added)}}`,
        ),
      )
  }
  if (!meta.resourceVersion)
    errors.push(invalid(at.child('resourceVersion'), meta.resourceVersion ?? '', 'must be specified for an update'))
  if ((meta.generation ?? 0) < (old.generation ?? 0))
    errors.push(invalid(at.child('generation'), meta.generation, 'must not be decremented'))
  for (const field of IMMUTABLE)
    if (!equal(meta[field] ?? '', old[field] ?? ''))
      errors.push(invalid(at.child(field), printed(field, meta[field]), 'field is immutable'))
  return errors
}
