import type { FeedItem } from '../machinery/feed'
import { equal } from '../machinery/json'
import type { ObjectMeta } from '../machinery/object'

/** Finalizer of an owner whose dependents are kept, and are released before it is deleted. */
export const ORPHAN_FINALIZER = 'orphan'
/** Finalizer of an owner that is deleted only after the dependents that block it. */
export const FOREGROUND_FINALIZER = 'foregroundDeletion'

/** All objects by uid, and their dependents. Each change returns the objects that the garbage collector has to process. */
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

  /** Marks an object whose state depends on something without events: it is processed again after every change of it. */
  unsettle(uid: string): void {
    if (this.#nodes.has(uid)) this.#unsettled.add(uid)
  }
  /** Removes the mark of `unsettle`. */
  settle(uid: string): void {
    this.#unsettled.delete(uid)
  }

  /** Records a new or changed object. Returns the uids to process. */
  put({ target, metadata }: FeedItem): readonly string[] {
    const uid = metadata.uid ?? ''
    const before = this.#nodes.get(uid)?.metadata
    this.#nodes.set(uid, { target, metadata })
    // Most changes, such as heartbeats, don't affect ownership.
    if (before && !this.#unsettled.has(uid) && ownsAlike(before, metadata)) return []
    const owners = metadata.ownerReferences ?? []
    for (const { uid: owner } of before?.ownerReferences ?? []) this.#dependents.get(owner)?.delete(uid)
    for (const { uid: owner } of owners)
      this.#dependents.set(owner, (this.#dependents.get(owner) ?? new Set()).add(uid))
    const needsAction = owners.length > 0 || awaitsDependents(metadata)
    // A dependent that no longer blocks its owner may unblock the owner's deletion.
    const deletedOwners = owners.filter((owner) => this.#nodes.get(owner.uid)?.metadata.deletionTimestamp)
    return [...(needsAction ? [uid] : []), ...deletedOwners.map((owner) => owner.uid)]
  }

  /** Removes a deleted object. Returns the uids to process. */
  take({ metadata }: FeedItem): readonly string[] {
    const uid = metadata.uid ?? ''
    this.#nodes.delete(uid)
    this.#unsettled.delete(uid)
    const owners = (metadata.ownerReferences ?? []).map((owner) => owner.uid)
    for (const owner of owners) this.#dependents.get(owner)?.delete(uid)
    return [...owners.filter((owner) => this.#nodes.has(owner)), ...(this.#dependents.get(uid) ?? [])]
  }
}

/** Whether an object is being deleted with a policy that handles its dependents first. */
const awaitsDependents = ({ deletionTimestamp, finalizers = [] }: ObjectMeta): boolean =>
  deletionTimestamp !== undefined &&
  finalizers.some((name) => name === ORPHAN_FINALIZER || name === FOREGROUND_FINALIZER)

/** Whether two states of an object's metadata are equal for the collector. */
const ownsAlike = (a: ObjectMeta, b: ObjectMeta): boolean =>
  a.deletionTimestamp === b.deletionTimestamp &&
  a.namespace === b.namespace &&
  equal(a.ownerReferences, b.ownerReferences) &&
  equal(a.finalizers, b.finalizers)
