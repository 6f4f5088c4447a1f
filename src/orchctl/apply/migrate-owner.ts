import { StatusError } from '../../client/status-error'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import type { ApiObject, ManagedFieldsEntry } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import type { Session } from '../core/session'
import { LAST_APPLIED, managerOf, PROGRAM } from '../core/words'
import type { Info } from '../resources/manifests'
import { Objects } from '../resources/server'
import { apiVersionOf } from '../core/catalogue'
import type { DryRun } from '../print/dry-run'

/** Maximum number of attempts at a write after conflicts. */
const ATTEMPTS = 5

/**
 * After a server-side apply of an object that was applied client-side before: moves the fields owned by client-side apply to this apply's
 * manager, so that fields missing from the next apply are removed. The annotation keeps a manager of its own. Failures are only warnings,
 * because the object itself is applied. Resolves with whether any field changed its owner.
 */
export async function takeOverClientSide(
  session: Session,
  info: Info,
  saved: ApiObject,
  manager: string,
  dryRun: DryRun,
): Promise<boolean> {
  const kept = await keepAnnotation(session, info, saved, manager, dryRun)
  if (dryRun !== 'none') return false
  try {
    return await migrate(session, info, kept, manager)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    session.warn(
      `server rejected managed fields migration to Server-Side Apply. This is non-fatal and will be retried next time you apply. Error: ${messageOf(error)}`,
    )
    return false
  }
}

async function keepAnnotation(
  session: Session,
  info: Info,
  saved: ApiObject,
  manager: string,
  dryRun: DryRun,
): Promise<ApiObject> {
  const text = saved.metadata.annotations?.[LAST_APPLIED]
  if (text === undefined || manager !== PROGRAM) return saved
  const { resource, name, namespace } = info
  const justIt = {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: { name, ...(namespace && { namespace }), annotations: { [LAST_APPLIED]: text } },
  }
  try {
    const options = { dryRun, fieldManager: managerOf('last-applied') }
    return await new Objects(session).patch(info, 'apply', writeJson(justIt), options)
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    session.warn(
      `failed to migrate ${LAST_APPLIED} for Server-Side Apply. This is non-fatal and will be retried next time you apply. Error: ${messageOf(error)}`,
    )
    return saved
  }
}

async function migrate(session: Session, info: Info, first: ApiObject, manager: string): Promise<boolean> {
  const objects = new Objects(session)
  let current = first
  for (let attempt = 1; ; attempt++) {
    const entries = current.metadata.managedFields ?? []
    const owners = new Set(entries.filter(ownsAnnotation).map((entry) => entry.manager ?? ''))
    const migrated = [...owners]
      .sort()
      .reduce<readonly ManagedFieldsEntry[]>((list, owner) => upgraded(list, owner, manager), entries)
    if (migrated === entries) return false
    try {
      await objects.patch(info, 'json', [
        { op: 'replace', path: '/metadata/managedFields', value: migrated },
        { op: 'replace', path: '/metadata/resourceVersion', value: current.metadata.resourceVersion ?? '' },
      ])
      return true
    } catch (error) {
      if (!(error instanceof StatusError) || error.reason !== 'Conflict' || attempt === ATTEMPTS) throw error
      current = await objects.get(info)
    }
  }
}

/** Whether an entry comes from client-side apply: only that owns the annotation. */
function ownsAnnotation({ operation, subresource, fieldsV1 }: ManagedFieldsEntry): boolean {
  if (operation !== 'Update' || subresource) return false
  const metadata = isObject(fieldsV1) ? fieldsV1['f:metadata'] : undefined
  const annotations = isObject(metadata) ? metadata['f:annotations'] : undefined
  return isObject(annotations) && Object.hasOwn(annotations, `f:${LAST_APPLIED}`)
}

const isMain = (entry: ManagedFieldsEntry, operation: string, manager: string): boolean =>
  entry.operation === operation && entry.manager === manager && !entry.subresource

/** The entries after moving one client-side owner's fields to the entry of an apply manager; the same list if nothing moves. */
export function upgraded(
  entries: readonly ManagedFieldsEntry[],
  owner: string,
  manager: string,
): readonly ManagedFieldsEntry[] {
  const list = [...entries]
  let at = list.findIndex((entry) => isMain(entry, 'Apply', manager))
  if (at < 0) at = list.findIndex((entry) => isMain(entry, 'Update', owner))
  const target = list[at]
  if (!target) return entries
  const sameVersion = entries.find((entry) => isMain(entry, 'Update', owner) && entry.apiVersion === target.apiVersion)
  list[at] = {
    ...target,
    manager,
    operation: 'Apply',
    ...(sameVersion && { fieldsV1: union(fieldsOf(target), fieldsOf(sameVersion)) }),
  }
  return list.filter((entry) => !isMain(entry, 'Update', owner))
}

const fieldsOf = ({ fieldsV1 }: ManagedFieldsEntry): JsonObject => (isObject(fieldsV1) ? fieldsV1 : {})

function union(a: JsonObject, b: JsonObject): JsonObject {
  const both: Record<string, Json> = { ...a }
  for (const [key, value] of Object.entries(b)) {
    const own = both[key]
    both[key] = isObject(own) && isObject(value) ? union(own, value) : value
  }
  return both
}
