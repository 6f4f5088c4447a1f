import { at, clone, isObject, type Json, type JsonObject } from '../machinery/json'
import { claimOfVolume, isVolume, unbound } from './bound-volumes'
import { isStartObject, madeByPerson, personsStatus } from './made-by-person'
import type { ScriptRequest } from './scenario'
import { withoutGeneratedParts } from './generated-parts'
import { textAt } from './text-at'

/** An object of a cluster and where it was found. */
export interface FoundObject {
  readonly object: JsonObject
  /** Path of its collection: `/api/v1/namespaces/default/pods`. */
  readonly collection: string
  /** Its type has a `status` subresource. */
  readonly hasStatus: boolean
}

/** A cluster's content as a scenario carries it. */
export interface CarriedState {
  readonly objects: readonly JsonObject[]
  readonly requests: readonly ScriptRequest[]
}

/** What the server sets itself for every object. */
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

/** Others need these: they are made first. The rest follows in the order in which it was made. */
const FIRST = [
  'Namespace',
  'CustomResourceDefinition',
  'PriorityClass',
  'StorageClass',
  'ServiceAccount',
  'Secret',
  // Before the claims that they are bound to, which would get others.
  'PersistentVolume',
]
/** These judge what is made after them: they are made last. */
const LAST = [
  'ResourceQuota',
  'LimitRange',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
]

const metadataOf = (object: JsonObject): JsonObject => (isObject(object['metadata']) ? object['metadata'] : {})
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

/** Whether a person made or changed it, and no controller makes it again. */
const isPersons = ({ object }: FoundObject): boolean =>
  madeByPerson(object) && !byController(object) && metadataOf(object)['deletionTimestamp'] === undefined

/**
 * What a scenario carries of a cluster: what people made or changed, and the volumes that a provisioner made for their claims or left
 * behind. Controllers make the rest again.
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

/** An object as somebody would create it. */
export function asCreated(object: JsonObject): JsonObject {
  const { status: _, ...copy } = clone(object)
  const metadata = { ...metadataOf(object) }
  for (const name of SERVERS_OWN) delete metadata[name]
  return withoutGeneratedParts({ ...copy, metadata })
}

/** Entries of managers that a creation would not give: of more than one manager, or by apply. */
function ownManagers(object: JsonObject): Json[] | undefined {
  const entries = metadataOf(object)['managedFields']
  if (!Array.isArray(entries)) return undefined
  const plain = entries.filter((entry) => at(entry, 'subresource') === undefined)
  return plain.length > 1 || plain.some((entry) => at(entry, 'operation') === 'Apply') ? plain : undefined
}

const uidName = (uid: string): string => `uid${uid.replace(/\W/g, '')}`

/** The same owners, by the uids that they are given in the other cluster. Owners that are not carried are left out. */
function withOwners(object: JsonObject, kept: ReadonlySet<string>): JsonObject {
  const owners = ownersOf(object).filter(({ uid }) => kept.has(textAt(uid)))
  const { ownerReferences: _, ...metadata } = metadataOf(object)
  const references = owners.map((owner) => ({ ...owner, uid: `\${${uidName(textAt(owner['uid']))}}` }))
  return { ...object, metadata: { ...metadata, ...(references.length > 0 && { ownerReferences: references }) } }
}

/** What follows the creation: who owns which field, and a status that a person wrote. */
function after({ object, collection, hasStatus }: FoundObject, created: JsonObject): ScriptRequest[] {
  const path = `${collection}/${encodeURIComponent(nameOf(object))}`
  const managers = ownManagers(object)
  const status = hasStatus && personsStatus(object) ? object['status'] : undefined
  const requests: ScriptRequest[] = []
  // Only the owners: what controllers have written since is theirs.
  if (managers)
    requests.push({ send: `PATCH ${path}`, patch: 'merge', body: { metadata: { managedFields: managers } } })
  if (status !== undefined) requests.push({ send: `PUT ${path}/status`, body: { ...created, status } })
  return requests
}

/** The requests and objects that make another cluster what this one is, as far as people made it. */
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

/** Owners before what they own, and otherwise in the order that it has. */
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
