import { StatusError } from '../../client/client'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { writeJson } from '../../machinery/json-text'
import { threeWayPatch } from '../apply/patch'
import type { Call } from '../core/command'
import { LAST_APPLIED, PROGRAM } from '../core/words'
import type { Info } from '../resources/manifests'
import { Objects } from '../resources/server'
import { lastApplied } from './apply-client-side'

/** So often an object is read and merged while others change it. */
const ATTEMPTS = 4

/** An object as it is, and as an apply would leave it. */
export interface Compared {
  readonly live: ApiObject | undefined
  readonly merged: ApiObject
}

/**
 * What is there and what an apply would make of it, by a dry run. An object that others change in between is read again; the
 * last attempt takes whatever version there is then. Rejects with what the server refuses.
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
      // A field that somebody else owns is a conflict, too, and asked for as often.
      if (last || !(error instanceof StatusError) || error.reason !== 'Conflict') throw error
    }
  }
}

/** What an apply by the client would make of an object; a conflict when it has changed, unless any version will do. */
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

/** The object without its last-applied annotation, which a diff leaves out. */
function withoutLastApplied(object: ApiObject): JsonObject {
  const { annotations, ...metadata } = object.metadata
  const { [LAST_APPLIED]: _text, ...rest } = annotations ?? {}
  return { ...object, metadata: { ...metadata, annotations: rest } } as unknown as JsonObject
}

/** What a server-side apply would make of an object. */
function mergedOnServer({ session, flags }: Call, info: Info): Promise<ApiObject> {
  const fieldManager = flags.changed('field-manager') ? flags.string('field-manager') : PROGRAM
  return new Objects(session).patch(info, 'apply', writeJson(info.object), {
    dryRun: 'server',
    fieldManager,
    query: { force: flags.bool('force-conflicts') },
  })
}
