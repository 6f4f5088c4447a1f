import type { FeedItem } from '../machinery/feed'
import { equal } from '../machinery/json'
import type { ObjectMeta } from '../machinery/object'

/** Finalizer of an owner whose dependents stay, and are released before it goes. */
export const ORPHAN_FINALIZER = 'orphan'
/** Finalizer of an owner that goes only after the dependents which hold it back. */
export const FOREGROUND_FINALIZER = 'foregroundDeletion'

/** All objects by uid, and who depends on whom. A change of it says which objects the garbage collector has to look at. */
export class OwnerGraph {
  readonly #nodes = new Map<string, FeedItem>()
  readonly #dependents = new Map<string, Set<string>>()
  readonly #unsettled = new Set<string>()

  get(uid: string): FeedItem | undefined {
    return this.#nodes.get(uid)
  }

  dependentsOf(uid: string): FeedItem[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((id) => this.#nodes.get(id) ?? [])
  }

  /** Marks an object that waits for something no event will tell: it is looked at again at each change, whatever changes. */
  unsettle(uid: string): void {
    if (this.#nodes.has(uid)) this.#unsettled.add(uid)
  }
  /** Takes the mark of `unsettle` away. */
  settle(uid: string): void {
    this.#unsettled.delete(uid)
  }

  /** Records a new or changed object. Returns the uids to look at. */
  put({ target, metadata }: FeedItem): readonly string[] {
    const uid = metadata.uid ?? ''
    const before = this.#nodes.get(uid)?.metadata
    this.#nodes.set(uid, { target, metadata })
    // Most changes, heartbeats among them, change nothing about ownership.
    if (before && !this.#unsettled.has(uid) && ownsAlike(before, metadata)) return []
    const owners = metadata.ownerReferences ?? []
    for (const { uid: owner } of before?.ownerReferences ?? []) this.#dependents.get(owner)?.delete(uid)
    for (const { uid: owner } of owners)
      this.#dependents.set(owner, (this.#dependents.get(owner) ?? new Set()).add(uid))
    const needsAction = owners.length > 0 || awaitsDependents(metadata)
    // A dependent that stopped blocking its owner may set it free.
    const deletedOwners = owners.filter((owner) => this.#nodes.get(owner.uid)?.metadata.deletionTimestamp)
    return [...(needsAction ? [uid] : []), ...deletedOwners.map((owner) => owner.uid)]
  }

  /** Forgets an object that is gone. Returns the uids to look at. */
  take({ metadata }: FeedItem): readonly string[] {
    const uid = metadata.uid ?? ''
    this.#nodes.delete(uid)
    this.#unsettled.delete(uid)
    const owners = (metadata.ownerReferences ?? []).map((owner) => owner.uid)
    for (const owner of owners) this.#dependents.get(owner)?.delete(uid)
    return [...owners.filter((owner) => this.#nodes.has(owner)), ...(this.#dependents.get(uid) ?? [])]
  }
}

/** Whether an object is being deleted in a way that concerns its dependents first. */
const awaitsDependents = ({ deletionTimestamp, finalizers = [] }: ObjectMeta): boolean =>
  deletionTimestamp !== undefined &&
  finalizers.some((name) => name === ORPHAN_FINALIZER || name === FOREGROUND_FINALIZER)

/** Whether two states of an object's metadata ask the same of the collector. */
const ownsAlike = (a: ObjectMeta, b: ObjectMeta): boolean =>
  a.deletionTimestamp === b.deletionTimestamp &&
  a.namespace === b.namespace &&
  equal(a.ownerReferences, b.ownerReferences) &&
  equal(a.finalizers, b.finalizers)
