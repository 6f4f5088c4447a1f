import { type Client, StatusError } from '../../../client/client'
import type { ApiObject, ObjectMeta } from '../../../machinery/object'
import type { Known } from '../../queries/relations'

export interface Captured extends Known {
  readonly object: ApiObject
}

/** Whole objects as they are now, so that they can be made again. Those that cannot be read are left out. */
export async function capture(client: Client, objects: readonly Known[]): Promise<Captured[]> {
  const found = await Promise.all(
    objects.map(async (known): Promise<Captured | undefined> => {
      try {
        return {
          ...known,
          object: await client.get({ ...known.info, namespace: known.meta.namespace }, known.meta.name ?? ''),
        }
      } catch (error) {
        if (error instanceof StatusError) return undefined
        throw error
      }
    }),
  )
  return found.filter((captured) => captured !== undefined)
}

/** An object as a client would send it: without what the server owns. Owners that were made again get their new uid. */
export function asNew(object: ApiObject, uids: ReadonlyMap<string, string> = new Map()): ApiObject {
  const {
    uid: _uid,
    resourceVersion: _version,
    creationTimestamp: _created,
    generation: _generation,
    managedFields: _managed,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    selfLink: _link,
    ...kept
  } = object.metadata
  const metadata: ObjectMeta = kept
  if (metadata.ownerReferences)
    metadata.ownerReferences = metadata.ownerReferences.map((owner) => ({
      ...owner,
      uid: uids.get(owner.uid) ?? owner.uid,
    }))
  return { ...object, metadata }
}

/** Owners before what they own; namespaces before their content. */
function inOrder(captured: readonly Captured[]): Captured[] {
  const byUid = new Map(captured.map((c) => [c.meta.uid ?? '', c]))
  const done = new Set<Captured>()
  const visit = (c: Captured): void => {
    if (done.has(c)) return
    done.add(c)
    for (const { uid } of c.meta.ownerReferences ?? []) {
      const owner = byUid.get(uid)
      if (owner) visit(owner)
    }
    order.push(c)
  }
  const order: Captured[] = []
  for (const c of captured) if (c.info.resource === 'namespaces') visit(c)
  for (const c of captured) visit(c)
  return order
}

/** Makes captured objects again, status included where it is a subresource. */
export async function restore(
  client: Client,
  captured: readonly Captured[],
): Promise<{ restored: number; failures: unknown[] }> {
  const uids = new Map<string, string>()
  const failures: unknown[] = []
  let restored = 0
  for (const { info, meta, object } of inOrder(captured)) {
    const target = { ...info, namespace: meta.namespace }
    try {
      const made = await client.create(target, asNew(object, uids))
      uids.set(meta.uid ?? '', made.metadata.uid ?? '')
      restored++
      if (
        object['status'] !== undefined &&
        info.subresources.some((sub) => sub.name === 'status' && sub.verbs.includes('update'))
      )
        await client.update(target, { ...made, status: object['status'] }, { subresource: 'status' })
    } catch (error) {
      // Controllers make some objects again by themselves (a namespace's default account): those are there already.
      if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) failures.push(error)
    }
  }
  return { restored, failures }
}
