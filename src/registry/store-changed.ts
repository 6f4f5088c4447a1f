import { equal } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { sharing } from '../machinery/sharing'
import { type Entry, RevisionMismatch } from '../store/store'
import { commitExclusively } from './exclusive'
import type { HubType } from './resource-type'
import { noteReplaced, servedForm } from './storage'
import { storedOver } from './stored-form'
import type { Update } from './update'
import type { Written } from './write-call'

/** Another write came first; `updateObject` decides whether to retry. */
export class LostRace extends Error {
  constructor(readonly mayRetry: boolean) {
    super('another write came first')
  }
}

/**
 * The last step: stores the change, removes an object that lost its last finalizer, or does nothing if nothing changed. Throws `LostRace`.
 */
export async function storeChanged({ store, call, entry, live, old, draft, mayRetry }: Update): Promise<Written> {
  const { type, trace } = call
  const { hub } = type
  await call.breathe()
  // Parts that the write left alone were passed over before: what is known of them is used again.
  const shared = sharing(old, draft) as ApiObject
  const stored = storedOver(entry.value as ApiObject, withoutRevision(await hub.toStored(shared)))
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
  noteReplaced(entry)
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

/** Stored objects have no resourceVersion: it is the store's revision. */
export function withoutRevision(object: ApiObject): ApiObject {
  const { resourceVersion: _version, ...metadata } = object.metadata
  return { ...object, metadata }
}

/** Whether no finalizer and nothing kind-specific holds the object any more. */
export const isFree = (hub: HubType, object: ApiObject): boolean =>
  (object.metadata.finalizers ?? []).length === 0 && !hub.behaviour.holdsDeletion?.(object)

const graceLeft = (object: ApiObject): boolean => (object.metadata.deletionGracePeriodSeconds ?? 0) > 0
