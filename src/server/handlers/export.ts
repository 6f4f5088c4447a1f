import { badRequest } from '../../machinery/api-error'
import { invalidObject } from '../../machinery/invalid-object'
import { goQuoted } from '../../machinery/go-quote'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { hubForm } from '../../registry/storage'
import { tracksGeneration } from '../../registry/write-steps'
import type { Entry } from '../../store/store'
import { booleanParameter } from './options'
import type { RequestScope } from './request-scope'
import { kindContext } from './write-call'

/** What an object has only in its cluster. */
const OF_THE_CLUSTER = ['uid', 'deletionTimestamp', 'resourceVersion', 'selfLink'] as const

/**
 * A stored object as it could be created again, elsewhere: without what its cluster gave it, and unless it has to be exact, without
 * namespace, generated name and addresses. Throws BadRequest for kinds that can't be exported.
 */
export async function exported(scope: RequestScope, entry: Entry): Promise<ApiObject> {
  const { context, type } = scope
  const { hub } = type
  const { exporting, prepareForCreate } = hub.behaviour
  if (exporting === 'refused') throw badRequest(`export of ${goQuoted(type.resource)} is not supported`)
  const exact = booleanParameter(context.query, 'exact') ?? false
  const draft = clone(await hubForm(entry, hub))
  if (tracksGeneration(hub)) draft.metadata.generation = 1
  prepareForCreate?.(draft, kindContext(scope, true))
  const errors = exact ? [] : (exporting?.(draft) ?? [])
  if (errors.length > 0) throw invalidObject(hub, draft.metadata.name ?? '', errors)
  const { metadata } = draft
  for (const member of OF_THE_CLUSTER) delete metadata[member]
  if (!exact) delete metadata.namespace
  if (!exact && metadata.generateName) delete metadata.name
  Object.assign(metadata, { creationTimestamp: null })
  return type.fromHub(draft)
}
