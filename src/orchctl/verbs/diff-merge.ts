import { StatusError } from '../../client/client'
import type { Json, JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { writeJson } from '../../machinery/json-text'
import { threeWayPatch } from '../apply/patch'
import type { Call } from '../core/command'
import { LAST_APPLIED, PROGRAM } from '../core/words'
import type { Info } from '../resources/manifests'
import { Objects } from '../resources/server'
import { lastApplied } from './apply-client-side'

/** What an apply by the client would make of an object, computed by a dry run on the server. */
export async function mergedByClient(call: Call, info: Info, live: ApiObject | undefined): Promise<ApiObject> {
  const { session, flags } = call
  const objects = new Objects(session)
  const options = { dryRun: 'server' as const, fieldManager: flags.string('field-manager') }
  const modified = withoutLastApplied(info.object)
  if (!live) return objects.create(info.resource, info.namespace, modified, options)
  const patch = await threeWayPatch(session, info.resource, {
    original: lastApplied(live),
    modified,
    current: live as unknown as Json,
  })
  return Object.keys(patch.body).length === 0 ? live : objects.patch(info, patch.type, patch.body, options)
}

/** The object without its last-applied annotation, which a diff leaves out. */
function withoutLastApplied(object: ApiObject): JsonObject {
  const { annotations, ...metadata } = object.metadata
  const { [LAST_APPLIED]: _text, ...rest } = annotations ?? {}
  return { ...object, metadata: { ...metadata, annotations: rest } } as unknown as JsonObject
}

/** What a server-side apply would make of an object, computed by a dry run. */
export function mergedOnServer(call: Call, info: Info): Promise<ApiObject> {
  const { session, flags } = call
  const fieldManager = flags.changed('field-manager') ? flags.string('field-manager') : PROGRAM
  return new Objects(session)
    .patch(info, 'apply', writeJson(info.object), {
      dryRun: 'server',
      fieldManager,
      query: { force: flags.bool('force-conflicts') },
    })
    .catch((error: unknown) => {
      // The known client tries again without looking at the version, and says so.
      if (error instanceof StatusError && error.reason === 'Conflict') {
        const { group, version, kind } = info.resource
        session.log(
          'W',
          'diff.go:677',
          `Object (${group}/${version}, Kind=${kind}: ${info.name}) keeps changing, diffing without lock`,
        )
      }
      throw error
    })
}
