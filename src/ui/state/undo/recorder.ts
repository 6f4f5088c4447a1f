import { Client, type Send } from '../../../client/client'
import { isObject } from '../../../machinery/json'
import { parseJson } from '../../../machinery/json-text'
import type { ApiObject } from '../../../machinery/object'
import { pathOf } from '../../../client/targets'
import type { Captured, Ref, UndoStep } from './step'
import { type Write, writeOf } from './write'
import { currentObject } from './current-object'

/** Reads the objects that would be deleted together with the given ones. */
export type FindDependents = (deleted: readonly Captured[]) => Promise<readonly Captured[]>

const isApiObject = (value: unknown): value is ApiObject =>
  isObject(value) && isObject(value['metadata']) && typeof value['metadata']['uid'] === 'string'

/** The state before a write: the object, or the objects selected by a collection deletion. */
async function before(reader: Client, { verb, target, name, raw }: Write): Promise<readonly Captured[]> {
  if (verb === 'deletecollection') {
    const asked = new URLSearchParams(raw.split(/\?(.*)/s)[1] ?? '')
    const query = Object.fromEntries(
      ['labelSelector', 'fieldSelector'].flatMap((key) => (asked.has(key) ? [[key, asked.get(key) ?? '']] : [])),
    )
    const { items, apiVersion, kind } = await reader.list(target, { query })
    const own = { apiVersion, kind: kind.replace(/List$/, '') }
    return items.map((object) => ({
      target: { ...target, ...(object.metadata.namespace && { namespace: object.metadata.namespace }) },
      name: object.metadata.name ?? '',
      object: { ...own, ...object },
    }))
  }
  if (!name) return []
  const object = await currentObject(reader, { target, name })
  return object ? [{ target, name, object }] : []
}

async function answered(response: Response): Promise<ApiObject | undefined> {
  if (!/json/.test(response.headers.get('content-type') ?? '')) return undefined
  try {
    const body = parseJson(await response.clone().text())
    return isApiObject(body) ? body : undefined
  } catch {
    return undefined // the answer is not JSON: the object is read from the server instead
  }
}

/** The delete options, from the body or the query. */
async function deletionOf(request: Request): Promise<{ dryRun: boolean; orphans: boolean }> {
  let options: unknown
  try {
    options = parseJson(await request.text())
  } catch {
    options = undefined // most deletions have no body
  }
  const members = isObject(options) ? options : {}
  const policy = new URL(request.url).searchParams.get('propagationPolicy') ?? members['propagationPolicy']
  return {
    dryRun: Array.isArray(members['dryRun']) && members['dryRun'].length > 0,
    orphans: policy === 'Orphan' || members['orphanDependents'] === true,
  }
}

/** Compares the state before with the current state. */
async function stepsOf(
  reader: Client,
  write: Write,
  was: readonly Captured[],
  dependents: Pick<UndoStep & { did: 'deleted' }, 'dependents' | 'orphans'>,
  response: Response,
  applied: boolean,
): Promise<UndoStep[]> {
  const { verb, target, subresource } = write
  if (verb === 'deletecollection' || verb === 'delete' || subresource === 'eviction')
    return was.map(({ object, ...ref }, i) => ({
      ...ref,
      did: 'deleted',
      before: object,
      ...(i === 0 ? dependents : { dependents: [] }),
    }))
  const answer = await answered(response)
  const name = write.name || (answer?.metadata.name ?? '')
  if (!name) return []
  const ref: Ref = { target, name }
  const after = subresource || !answer ? await currentObject(reader, ref) : answer
  const [old] = was
  if (!old) return after && !subresource ? [{ ...ref, did: 'created', after }] : []
  // Removing the last finalizer of an object under deletion deletes it.
  const uid = old.object.metadata.uid
  const gone = !after || after.metadata.uid !== uid || !(await stillThere(reader, ref, after))
  if (gone) return [{ ...ref, did: 'deleted', before: old.object, dependents: [] }]
  if (after.metadata.resourceVersion === old.object.metadata.resourceVersion) return []
  return [{ ...ref, did: 'changed', before: old.object, after, subresource, applied }]
}

const stillThere = async (reader: Client, ref: Ref, after: ApiObject): Promise<boolean> =>
  after.metadata.deletionTimestamp === undefined || (await currentObject(reader, ref)) !== undefined

/**
 * Sends a user's request and reports what it changed. `reader` has the administrator's rights, whatever identity the
 * user acts as. If the state beforehand can't be read, the request is sent anyway, without undo.
 */
export async function recorded(
  request: Request,
  send: Send,
  reader: Client,
  findDependents: FindDependents,
  note: (step: UndoStep) => void,
): Promise<Response> {
  const write = writeOf(request)
  if (!write) return send(request)
  const deletion = request.method === 'DELETE' ? await deletionOf(request.clone()) : undefined
  if (deletion?.dryRun) return send(request)
  const applied = request.headers.get('content-type')?.startsWith('application/apply-patch') === true
  let was: readonly Captured[]
  let fallen: readonly Captured[] = []
  try {
    was = await before(reader, write)
    if (deletion && was.length) fallen = await findDependents(was)
  } catch (error) {
    console.warn(`${request.method} ${pathOf(write.target, write.name)} cannot be undone:`, error)
    return send(request)
  }
  const response = await send(request)
  if (!response.ok) return response
  try {
    const uids = new Set(was.map(({ object }) => object.metadata.uid))
    const owned = ({ object }: Captured): boolean =>
      object.metadata.ownerReferences?.some(({ uid }) => uids.has(uid)) === true
    const dependents = deletion?.orphans ? { dependents: [], orphans: fallen.filter(owned) } : { dependents: fallen }
    const steps = await stepsOf(reader, write, was, dependents, response, applied)
    for (const step of steps) note(step)
  } catch (error) {
    console.warn(`${request.method} ${pathOf(write.target, write.name)} cannot be undone:`, error)
  }
  return response
}
