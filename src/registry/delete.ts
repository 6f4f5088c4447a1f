import { type ApiError, conflictError, notFoundError } from '../machinery/api-error'
import { timestamp } from '../machinery/clock'
import { copyWithMetadata, mutableCopy } from '../machinery/mutable-copy'
import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { type Entry, RevisionMismatch, type Store } from '../store/store'
import type { HubType } from './resource-type'
import { hubForm, keyOf, noteReplaced } from './storage'
import { storedOver } from './stored-form'
import { isFree, withoutRevision } from './store-changed'
import type { WriteCall } from './write-call'

/** What happens to dependents: deleted afterwards, deleted first, or left as they are. */
export type PropagationPolicy = 'Background' | 'Foreground' | 'Orphan'

/** What a client asks of a deletion. Preconditions must hold, or the deletion fails with a conflict. */
export interface DeleteOptions {
  readonly gracePeriodSeconds?: number | bigint
  readonly propagationPolicy?: PropagationPolicy
  /** The old form of the policy, as far as some kinds read it differently. */
  readonly orphanDependents?: boolean
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** The result of a deletion. */
export interface Deleted {
  /** The last state, in the hub version. */
  readonly object: ApiObject
  /** True if the object is gone; otherwise it waits for finalizers or its grace period. */
  readonly removed: boolean
}

/** Finalizer of an object whose dependents the garbage collector sets free before it is removed. */
export const ORPHAN_FINALIZER = 'orphan'
/** Finalizer of an object whose dependents the garbage collector deletes before it is removed. */
export const FOREGROUND_FINALIZER = 'foregroundDeletion'

/**
 * Two-phase deletion (resource API, "States and transitions"): marks the object, and removes it once nothing holds it. Throws NotFound,
 * and Conflict if a precondition fails.
 */
export async function deleteObject(store: Store, call: WriteCall, options: DeleteOptions): Promise<Deleted> {
  const { hub } = call.type
  const key = keyOf(hub, call.namespace, call.name)
  let admitted = false
  for (;;) {
    const entry = store.get(key)
    if (!entry) throw notFoundError(call.type, call.name)
    const old = await hubForm(entry, hub)
    checkPreconditions(hub, call.name, old, options)
    if (!admitted) {
      // A deletion that changes nothing skips admission.
      if (isPending(hub, old, options.gracePeriodSeconds)) return { object: old, removed: false }
      await call.validate(old, old)
      admitted = true
      if (store.get(key) !== entry) continue // the object changed during admission: start again
    }
    try {
      return await deleteOnce(store, call, options, entry, old)
    } catch (error) {
      if (!(error instanceof RevisionMismatch)) throw error
    }
  }
}

function checkPreconditions(
  hub: HubType,
  name: string,
  { metadata }: ApiObject,
  { preconditions }: DeleteOptions,
): void {
  const refuse = (what: string, asked: string, found: string | undefined, why: string): ApiError =>
    hub.behaviour.ownPreconditions
      ? conflictError(
          hub,
          name,
          `Precondition failed: ${what} in precondition: ${asked}, ${what} in object meta: ${found}`,
        )
      : // This error names the kind where others name the resource.
        conflictError(
          { group: hub.group, resource: hub.kind },
          name,
          `the ${what} in the precondition (${asked}) does not match the ${what} in record (${found}). The object might have been ${why}`,
        )
  const { uid, resourceVersion } = preconditions ?? {}
  if (uid !== undefined && uid !== metadata.uid) throw refuse('UID', uid, metadata.uid, 'deleted and then recreated')
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion)
    throw refuse('ResourceVersion', resourceVersion, metadata.resourceVersion, 'modified')
}

async function deleteOnce(
  store: Store,
  call: WriteCall,
  options: DeleteOptions,
  entry: Entry,
  old: ApiObject,
): Promise<Deleted> {
  const { hub } = call.type
  const { context, dryRun, trace } = call
  const start = trace.now()
  if (isPending(hub, old, options.gracePeriodSeconds)) return { object: old, removed: false }
  // Only the kind's own marking changes more than metadata.
  const draft = hub.behaviour.markTerminating ? mutableCopy(old) : copyWithMetadata(old)
  draft.metadata.finalizers = finalizersFor(call, old, policyOf(call, options))
  if (draft.metadata.finalizers.length === 0) delete draft.metadata.finalizers
  const grace = hub.behaviour.gracePeriodSeconds?.(old, options.gracePeriodSeconds, context.release) ?? 0
  const waits = !isFree(hub, draft) || grace > 0
  // Kinds with a grace period are marked even if it is zero, so that watchers see both steps.
  const marks = waits || hub.behaviour.gracePeriodSeconds !== undefined
  const marked = marks && markTerminating(hub, draft, old, grace, context.now)
  if (waits && dryRun) return { object: draft, removed: false }

  let current = entry
  if (marks) {
    const stored = storedOver(entry.value as ApiObject, withoutRevision(await hub.toStored(draft)))
    if (!equal(stored, entry.value) && !dryRun)
      current = await call.commit({ type: 'put', key: entry.key, expect: entry.revision, value: stored })
    if (current !== entry) noteReplaced(entry)
    if (marked) trace.step('store', start, { reason: 'marked for deletion', before: old, after: draft })
  }
  const object = current === entry && dryRun ? draft : await hubForm(current, hub)
  if (waits) return { object, removed: false }
  // What was marked and is removed in one request passes admission as marked, too.
  if (marked && current !== entry) await call.validate(object, object)
  const removal = { type: 'delete', key: current.key, expect: current.revision } as const
  // A marked object must still be removed, even after the request timed out.
  if (!dryRun) await (current === entry ? call.commit(removal) : store.commit(removal))
  trace.step('store', start, { reason: dryRun ? 'would be removed' : 'removed' })
  return { object, removed: true }
}

/** During its grace period, an object accepts only a shorter one. */
const isPending = ({ behaviour }: HubType, { metadata }: ApiObject, asked: number | bigint | undefined): boolean =>
  behaviour.gracePeriodSeconds !== undefined &&
  metadata.deletionTimestamp !== undefined &&
  (asked === undefined || asked >= (metadata.deletionGracePeriodSeconds ?? 0))

/** Seconds as milliseconds. Like Go, durations are int64 nanoseconds: above 292 years they wrap around. */
const durationMs = (seconds: number | bigint): number =>
  Number(BigInt.asIntN(64, BigInt(seconds) * 1_000_000_000n) / 1_000_000n)

/** Sets the deletion timestamp, or moves it earlier; returns false if nothing changed. */
function markTerminating(hub: HubType, draft: ApiObject, old: ApiObject, grace: number | bigint, now: number): boolean {
  const known = old.metadata.deletionTimestamp !== undefined
  const shorter = known && grace < (old.metadata.deletionGracePeriodSeconds ?? 0)
  if (known && !shorter) return false
  const end = now + durationMs(grace)
  draft.metadata.deletionTimestamp = timestamp(shorter ? earlier(end, old) : end)
  // Kinds with their own marking have neither a grace period nor a generation bump on deletion.
  if (hub.behaviour.markTerminating) hub.behaviour.markTerminating(draft)
  else {
    draft.metadata.deletionGracePeriodSeconds = grace
    if (!known && draft.metadata.generation) draft.metadata.generation += 1
  }
  return true
}

const earlier = (ms: number, old: ApiObject): number =>
  Math.min(ms, Date.parse(old.metadata.deletionTimestamp ?? '') || ms)

/** The policy for dependents that the options ask for. */
const policyOf = ({ type }: WriteCall, { propagationPolicy, orphanDependents }: DeleteOptions) =>
  type.hub.behaviour.propagation === 'first' && orphanDependents === false ? 'Foreground' : propagationPolicy

/** Finalizers of cascading deletion for a policy; without one, the existing ones apply. */
function finalizersFor({ type }: WriteCall, old: ApiObject, policy: PropagationPolicy | undefined): string[] {
  const present = old.metadata.finalizers ?? []
  const { propagation } = type.hub.behaviour
  const first = old.metadata.deletionTimestamp === undefined
  if (first ? propagation === 'not-first' : propagation === 'first' && type.hub.behaviour.holdsDeletion?.(old))
    return present
  const rest = present.filter((name) => name !== ORPHAN_FINALIZER && name !== FOREGROUND_FINALIZER)
  const chosen =
    policy ??
    (present.includes(ORPHAN_FINALIZER)
      ? 'Orphan'
      : present.includes(FOREGROUND_FINALIZER)
        ? 'Foreground'
        : type.hub.behaviour.orphansThrough?.includes(type.apiVersion)
          ? 'Orphan'
          : 'Background')
  // Once deletion has begun, no finalizers can be added, not even by this request.
  if (!first && policy === undefined) return present
  if (propagation === 'never') return rest
  if (chosen === 'Orphan') return [...rest, ORPHAN_FINALIZER]
  if (chosen === 'Foreground') return [...rest, FOREGROUND_FINALIZER]
  return rest
}
