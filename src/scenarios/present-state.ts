import { at, clone, isObject, type Json, type JsonObject } from '../machinery/json'
import { claimOfVolume, isVolume, unbound } from './bound-volumes'
import { isStartObject, madeByPerson, personsStatus, metadataOf } from './made-by-person'
import type { ScriptRequest } from './script-line'
import { withoutGeneratedParts } from './generated-parts'
import { textAt } from './text-at'

/** An object, with the collection in which it was found. */
export interface FoundObject {
  readonly object: JsonObject
  /** Path of its collection: `/api/v1/namespaces/default/pods`. */
  readonly collection: string
  /** True if its type has a `status` subresource. */
  readonly hasStatus: boolean
}

/** A cluster's content in the form of a scenario. */
export interface CarriedState {
  readonly objects: readonly JsonObject[]
  readonly requests: readonly ScriptRequest[]
}

/** Server-managed metadata. */
const SERVERS_OWN = [
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'selfLink',
  'managedFields',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]

/** Created first, because others depend on them. All others follow in order of creation. */
const FIRST = [
  'Namespace',
  'CustomResourceDefinition',
  'PriorityClass',
  'StorageClass',
  'ServiceAccount',
  'Secret',
  // Volumes precede their claims, which would otherwise be bound to others.
  'PersistentVolume',
]
/** Created last, because they affect what is created after them. */
const LAST = [
  'ResourceQuota',
  'LimitRange',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
]

const nameOf = (object: JsonObject): string => textAt(metadataOf(object)['name'])

function rank(object: JsonObject): number {
  const kind = textAt(object['kind'])
  if (LAST.includes(kind)) return FIRST.length + 1 + LAST.indexOf(kind)
  return FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length
}

const ownersOf = (object: JsonObject): JsonObject[] => {
  const owners = metadataOf(object)['ownerReferences']
  return Array.isArray(owners) ? owners.filter(isObject) : []
}
const byController = (object: JsonObject): boolean => ownersOf(object).some(({ controller }) => controller === true)

/** Whether the user created or changed it, and no controller recreates it. */
const isPersons = ({ object }: FoundObject): boolean =>
  madeByPerson(object) && !byController(object) && metadataOf(object)['deletionTimestamp'] === undefined

/**
 * The objects that a scenario carries: created or changed by the user, and volumes that a provisioner created for claims or left
 * behind. Controllers recreate the rest.
 */
export function carriedOf(found: readonly FoundObject[]): readonly FoundObject[] {
  const byUid = new Map(found.map((one) => [textAt(metadataOf(one.object)['uid']), one]))
  const isKept = ({ object }: FoundObject): boolean => {
    const uid = claimOfVolume(object)
    const claim = byUid.get(uid)
    return uid !== '' && metadataOf(object)['deletionTimestamp'] === undefined && (claim ? isPersons(claim) : true)
  }
  return found.filter((one) => isPersons(one) || isKept(one))
}

/** An object as a client would create it. */
export function asCreated(object: JsonObject): JsonObject {
  const { status: _, ...copy } = clone(object)
  const metadata = { ...metadataOf(object) }
  for (const name of SERVERS_OWN) delete metadata[name]
  return withoutGeneratedParts({ ...copy, metadata })
}

/** managedFields entries that a creation would not produce: from several managers, or from apply. */
function ownManagers(object: JsonObject): Json[] | undefined {
  const entries = metadataOf(object)['managedFields']
  if (!Array.isArray(entries)) return undefined
  const plain = entries.filter((entry) => at(entry, 'subresource') === undefined)
  return plain.length > 1 || plain.some((entry) => at(entry, 'operation') === 'Apply') ? plain : undefined
}

const uidName = (uid: string): string => `uid${uid.replace(/\W/g, '')}`

/** The owner references with the uids that the other cluster assigns. Owners that are not carried are left out. */
function withOwners(object: JsonObject, kept: ReadonlySet<string>): JsonObject {
  const owners = ownersOf(object).filter(({ uid }) => kept.has(textAt(uid)))
  const { ownerReferences: _, ...metadata } = metadataOf(object)
  const references = owners.map((owner) => ({ ...owner, uid: `\${${uidName(textAt(owner['uid']))}}` }))
  return { ...object, metadata: { ...metadata, ...(references.length > 0 && { ownerReferences: references }) } }
}

/** Requests to send after the creation: field owners, and a status written by the user. */
function after({ object, collection, hasStatus }: FoundObject, created: JsonObject): ScriptRequest[] {
  const path = `${collection}/${encodeURIComponent(nameOf(object))}`
  const managers = ownManagers(object)
  const status = hasStatus && personsStatus(object) ? object['status'] : undefined
  const requests: ScriptRequest[] = []
  // Restore only the owners: later writes by controllers are left to controllers.
  if (managers)
    requests.push({ send: `PATCH ${path}`, patch: 'merge', body: { metadata: { managedFields: managers } } })
  if (status !== undefined) requests.push({ send: `PUT ${path}/status`, body: { ...created, status } })
  return requests
}

/** The requests and objects that reproduce this cluster's user-made content in another one. */
export function carriedState(found: readonly FoundObject[]): CarriedState {
  const carried = [...carriedOf(found)].sort((one, other) => rank(one.object) - rank(other.object))
  const uids = new Set(carried.map(({ object }) => textAt(metadataOf(object)['uid'])))
  const volumes = new Set(carried.flatMap(({ object }) => (isVolume(object) ? [nameOf(object)] : [])))
  const wanted = new Set(carried.flatMap(({ object }) => ownersOf(object).map(({ uid }) => textAt(uid))))
  const objects: JsonObject[] = []
  const requests: ScriptRequest[] = []
  for (const one of dependantsLast(carried)) {
    const created = unbound(withOwners(asCreated(one.object), uids), { uids, volumes })
    const uid = textAt(metadataOf(one.object)['uid'])
    const owned = ownersOf(created).length > 0
    if (isStartObject(one.object)) {
      requests.push({ send: `PUT ${one.collection}/${encodeURIComponent(nameOf(one.object))}`, body: created })
      continue
    }
    if (wanted.has(uid))
      requests.push({ send: `POST ${one.collection}`, body: created, keep: { [uidName(uid)]: 'metadata.uid' } })
    else if (owned) requests.push({ send: `POST ${one.collection}`, body: created })
    else objects.push(created)
    requests.push(...after(one, created))
  }
  return { objects, requests }
}

/** Owners before dependents; otherwise keeps the order. */
function dependantsLast(found: readonly FoundObject[]): FoundObject[] {
  const byUid = new Map(found.map((one) => [textAt(metadataOf(one.object)['uid']), one]))
  const placed = new Set<FoundObject>()
  const place = (one: FoundObject, above: ReadonlySet<FoundObject>): void => {
    if (placed.has(one) || above.has(one)) return
    for (const { uid } of ownersOf(one.object)) {
      const owner = byUid.get(textAt(uid))
      if (owner) place(owner, new Set([...above, one]))
    }
    placed.add(one)
  }
  for (const one of found) place(one, new Set())
  return [...placed]
}
