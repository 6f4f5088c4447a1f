import type { Client } from '../../../client/client'
import { sleep } from '../../../machinery/clock'
import { equal } from '../../../machinery/json'
import { parseJson, writeJson } from '../../../machinery/json-text'
import type { ApiObject, ManagedFieldsEntry, ObjectMeta } from '../../../machinery/object'
import { PAGE_CLOCK } from '../clock'
import { isStatus, StatusError } from '../../../client/status-error'
import { currentObject } from './current-object'
import type { Captured, Ref } from './step'

/** Metadata that the server manages: it belongs to the live object, whatever version of it a client writes. */
export const SERVER_METADATA: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
])

/** An object as a client would create it: without server-managed fields. References to recreated owners get the new uid. */
export function asNew(object: ApiObject, uids: ReadonlyMap<string, string> = new Map()): ApiObject {
  const metadata: ObjectMeta = Object.fromEntries(
    Object.entries(object.metadata).filter(([key]) => !SERVER_METADATA.has(key)),
  )
  if (metadata.ownerReferences)
    metadata.ownerReferences = metadata.ownerReferences.map((owner) => ({
      ...owner,
      uid: uids.get(owner.uid) ?? owner.uid,
    }))
  return { ...object, metadata }
}

const isNamespace = ({ target }: Ref): boolean => target.group === '' && target.resource === 'namespaces'
const isDefinition = ({ target }: Ref): boolean => target.resource === 'customresourcedefinitions'

/** Namespaces and definitions before their content; owners before dependents. */
function inOrder(captured: readonly Captured[]): Captured[] {
  const byUid = new Map(captured.map((c) => [c.object.metadata.uid ?? '', c]))
  const done = new Set<Captured>()
  const order: Captured[] = []
  const visit = (c: Captured): void => {
    if (done.has(c)) return
    done.add(c)
    for (const { uid } of c.object.metadata.ownerReferences ?? []) {
      const owner = byUid.get(uid)
      if (owner) visit(owner)
    }
    order.push(c)
  }
  for (const c of captured) if (isNamespace(c) || isDefinition(c)) visit(c)
  for (const c of captured) visit(c)
  return order
}

/** The entries with the new uids of recreated owners: a reference is owned by its uid. */
const renewed = (entries: ManagedFieldsEntry[], uids: ReadonlyMap<string, string>): ManagedFieldsEntry[] =>
  parseJson(
    [...uids].reduce((text, [was, now]) => text.replaceAll(was, now), writeJson(entries)),
  ) as ManagedFieldsEntry[]

/** Restores the former managedFields: an update that changes nothing else stores the given entries. */
export async function giveBackOwners(
  client: Client,
  { target }: Ref,
  object: ApiObject,
  managedFields: ManagedFieldsEntry[] | undefined,
  uids: ReadonlyMap<string, string> = new Map(),
): Promise<ApiObject> {
  if (!managedFields?.length) return object
  const metadata = { ...object.metadata, managedFields: renewed(managedFields, uids) }
  return client.update(target, { ...object, metadata })
}

/** Gives an object that stayed the references to its recreated owners again. */
async function adopt(client: Client, { object, ...ref }: Captured, uids: ReadonlyMap<string, string>): Promise<void> {
  const now = await currentObject(client, ref)
  if (!now || now.metadata.uid !== object.metadata.uid) return
  const has = new Set(now.metadata.ownerReferences?.map(({ uid }) => uid))
  const lost = (object.metadata.ownerReferences ?? []).flatMap((owner) => {
    const uid = uids.get(owner.uid)
    return uid === undefined || has.has(uid) ? [] : [{ ...owner, uid }]
  })
  if (lost.length === 0) return
  const ownerReferences = [...lost, ...(now.metadata.ownerReferences ?? [])]
  const made = await client.update(ref.target, { ...now, metadata: { ...now.metadata, ownerReferences } })
  if (equal(contentOf(made), contentOf(object)))
    await giveBackOwners(client, ref, made, object.metadata.managedFields, uids)
}

/** What people write into an object, without its metadata. */
const contentOf = ({ metadata: _metadata, apiVersion: _version, kind: _kind, ...content }: ApiObject): object => content

/** A custom type is served only a moment after its definition was recreated. */
const WAITS_MS = [100, 200, 400, 800, 1600]

async function createWhenServed(client: Client, { target }: Ref, object: ApiObject): Promise<ApiObject> {
  for (const wait of WAITS_MS)
    try {
      return await client.create(target, object)
    } catch (error) {
      if (!(error instanceof StatusError && error.code === 404)) throw error
      await sleep(PAGE_CLOCK, wait)
    }
  return client.create(target, object)
}

/** Recreates an object: content, status and field owners. */
async function restoreOne(client: Client, { object, ...ref }: Captured, uids: Map<string, string>): Promise<void> {
  let made = await createWhenServed(client, ref, asNew(object, uids))
  uids.set(object.metadata.uid ?? '', made.metadata.uid ?? '')
  if (object['status'] !== undefined)
    try {
      made = await client.update(ref.target, { ...made, status: object['status'] }, { subresource: 'status' })
    } catch (error) {
      // Kinds without the status subresource got their status with the rest; on a conflict, others have written since.
      if (!(error instanceof StatusError && [404, 405, 409].includes(error.code))) throw error
    }
  try {
    await giveBackOwners(client, ref, made, object.metadata.managedFields, uids)
  } catch (error) {
    // A concurrent writer has become an owner by its write, so its entries stay.
    if (!isStatus(error, 'Conflict')) throw error
  }
}

/**
 * Recreates captured objects. Those that still exist become dependents of their recreated owners again. Objects that controllers have
 * already recreated are no error.
 */
export async function restore(
  client: Client,
  captured: readonly Captured[],
): Promise<{ restored: number; failures: unknown[] }> {
  const uids = new Map<string, string>()
  const failures: unknown[] = []
  let restored = 0
  for (const each of inOrder(captured))
    try {
      await restoreOne(client, each, uids)
      restored++
    } catch (error) {
      if (!isStatus(error, 'AlreadyExists')) failures.push(error)
      else
        try {
          await adopt(client, each, uids)
        } catch (failure) {
          failures.push(failure)
        }
    }
  return { restored, failures }
}
