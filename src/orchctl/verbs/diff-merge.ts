import { StatusError } from '../../client/status-error'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { writeJson } from '../../machinery/json-text'
import { threeWayPatch } from '../apply/patch'
import type { Call } from '../core/command'
import { LAST_APPLIED, PROGRAM } from '../core/words'
import type { Info } from '../resources/manifests'
import { Objects } from '../resources/server'
import { lastApplied } from './apply-client-side'

/** Maximum attempts to read and merge an object that changes concurrently. */
const ATTEMPTS = 4

/** A live object, and the result of an apply. */
export interface Compared {
  readonly live: ApiObject | undefined
  readonly merged: ApiObject
}

/**
 * The live object and the result of a dry-run apply. An object that changes concurrently is read again; the last attempt accepts any
 * version. Rejects with the server's error.
 */
export async function compared(call: Call, info: Info): Promise<Compared> {
  const { session, flags } = call
  const { group, version, kind } = info.resource
  for (let attempt = 1; ; attempt++) {
    const live = await new Objects(session).find(info)
    const last = attempt === ATTEMPTS
    if (last)
      session.log(
        'W',
        'diff.go:677',
        `Object (${group}/${version}, Kind=${kind}: ${info.name}) keeps changing, diffing without lock`,
      )
    try {
      const merged = flags.bool('server-side')
        ? await mergedOnServer(call, info)
        : await mergedByClient(call, info, live, last)
      return { live, merged }
    } catch (error) {
      // A field owned by another manager is a conflict, too, and is retried as often.
      if (last || !(error instanceof StatusError) || error.reason !== 'Conflict') throw error
    }
  }
}

/** The result of a client-side apply; a conflict if the object has changed, unless any version is accepted. */
async function mergedByClient(
  call: Call,
  info: Info,
  live: ApiObject | undefined,
  anyVersion: boolean,
): Promise<ApiObject> {
  const { session, flags } = call
  const objects = new Objects(session)
  const options = { dryRun: 'server' as const, fieldManager: flags.string('field-manager') }
  const modified = withoutLastApplied(info.object)
  if (!live) return objects.create(info.resource, info.namespace, modified, options)
  const { type, body } = await threeWayPatch(session, info.resource, {
    original: lastApplied(live),
    modified,
    current: live as unknown as Json,
  })
  if (Object.keys(body).length === 0) return live
  const resourceVersion = live.metadata.resourceVersion ?? ''
  const metadata = { ...(isObject(body.metadata) && body.metadata), resourceVersion }
  return objects.patch(info, type, anyVersion ? body : { ...body, metadata }, options)
}

/** The object without its last-applied annotation, which a diff omits. */
function withoutLastApplied(object: ApiObject): JsonObject {
  const { annotations, ...metadata } = object.metadata
  const { [LAST_APPLIED]: _text, ...rest } = annotations ?? {}
  return { ...object, metadata: { ...metadata, annotations: rest } } as unknown as JsonObject
}

/** The result of a server-side apply. */
function mergedOnServer({ session, flags }: Call, info: Info): Promise<ApiObject> {
  const fieldManager = flags.changed('field-manager') ? flags.string('field-manager') : PROGRAM
  return new Objects(session).patch(info, 'apply', writeJson(info.object), {
    dryRun: 'server',
    fieldManager,
    query: { force: flags.bool('force-conflicts') },
  })
}
