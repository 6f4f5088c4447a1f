import type { Client } from '../client/client'
import type { FeedItem } from '../machinery/feed'
import { isStatus } from '../client/status-error'
import type { Target } from '../client/targets'

const addressOf = ({ target, metadata }: FeedItem): Target => ({ ...target, namespace: metadata.namespace })
const nameOf = ({ metadata }: FeedItem): string => metadata.name ?? ''

/** Removes references to the given owners from an object. NotFound if it is gone or has another uid. */
export const dropReferences = (client: Client, dependent: FeedItem, owners: ReadonlySet<string>): Promise<unknown> =>
  client.patch(addressOf(dependent), nameOf(dependent), 'merge', {
    metadata: {
      uid: dependent.metadata.uid,
      ownerReferences: (dependent.metadata.ownerReferences ?? []).filter(({ uid }) => !owners.has(uid)),
    },
  })

/** Lets the owners of an object be deleted before it. */
export const unblockOwners = (client: Client, { target, metadata }: FeedItem): Promise<unknown> =>
  client.patch(addressOf({ target, metadata }), metadata.name ?? '', 'merge', {
    metadata: {
      uid: metadata.uid,
      ownerReferences: (metadata.ownerReferences ?? []).map((reference) =>
        reference.blockOwnerDeletion ? { ...reference, blockOwnerDeletion: false } : reference,
      ),
    },
  })

/** Removes one finalizer from the current object. A Conflict if another writer changes it concurrently. */
export async function dropFinalizer(
  client: Client,
  object: FeedItem,
  finalizer: string,
  signal: AbortSignal,
): Promise<void> {
  const live = await client.get(addressOf(object), nameOf(object), { signal })
  const finalizers = (live.metadata.finalizers ?? []).filter((name) => name !== finalizer)
  await client.patch(addressOf(object), nameOf(object), 'merge', {
    metadata: { resourceVersion: live.metadata.resourceVersion, finalizers },
  })
}

/** Deletes exactly this object: one of the same name with another uid stays. */
export const deleteDependent = (
  client: Client,
  { target, metadata }: FeedItem,
  propagationPolicy: string,
  signal: AbortSignal,
): Promise<unknown> =>
  client.delete(addressOf({ target, metadata }), nameOf({ target, metadata }), {
    body: { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy, preconditions: { uid: metadata.uid } },
    signal,
  })

/** Awaits a write to an object that may be gone, which counts as success. */
export async function ignoreNotFound(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!isStatus(error, 'NotFound')) throw error
  }
}
