import type { PatchType } from '../../client/client'
import type { Json, JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { Resource } from '../core/catalogue'
import type { Session } from '../core/session'
import { mergeSchemaOf, mergesStrategically } from './merge-schema'
import { mergePatch, strategicPatch, type Versions } from './three-way'

/** A patch with its format. */
export interface Patch {
  readonly type: PatchType
  readonly body: JsonObject
}

/** The patch for an apply, of the type that the kind supports. */
export async function threeWayPatch(session: Session, resource: Resource, versions: Versions): Promise<Patch> {
  if (!mergesStrategically(resource)) return { type: 'merge', body: mergePatch(versions) }
  const schema = await mergeSchemaOf(session, resource)
  return { type: 'strategic', body: strategicPatch(versions, schema) }
}

/** The patch that turns one version of an object into another. */
export const twoWayPatch = (session: Session, resource: Resource, from: ApiObject, to: ApiObject): Promise<Patch> =>
  threeWayPatch(session, resource, {
    original: from as unknown as Json,
    modified: to as unknown as Json,
    current: from as unknown as Json,
  })
