import { ApiError, forbiddenRequest } from '../../machinery/api-error'
import { deleteObject } from '../../registry/delete'
import { hubForm } from '../../registry/storage'
import type { WriteCall } from '../../registry/write-call'
import { aboutObject } from '../context'
import { successStatus } from '../status'
import { dataResponse } from '../wire/respond'
import type { RequestScope } from './request-scope'
import { checkListOptions } from './list-options'
import { objectResponse, representationOf } from './read'
import { pageOf, pageResponse } from './list-page'
import { writeCall } from './write-call'
import { optionsOfAny, optionsOfServed, readDeleteOptions } from './delete-options'

/** DELETE of one object. */
export async function deleteOne(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  representationOf(scope)
  const options = await readDeleteOptions(context, optionsOfAny, server.release)
  context.audit?.requestObject(options.raw)
  const { name } = context.info
  const why = type.hub.behaviour.undeletable?.(name)
  if (why !== undefined) throw forbiddenRequest(type, name, why)
  const call = writeCall(scope, {
    name,
    subresource: '',
    dryRun: options.dryRun,
    operation: 'DELETE',
    options: options.raw,
  })
  const { object, removed } = await deleteObject(server.store, call, options)
  if (!options.dryRun) await deleteTogether(scope)
  const { deleteReturnsObject } = type.hub.behaviour
  // Only old clients that ask to delete dependents too get 202 while the deletion is incomplete.
  const code = !removed && options.raw.orphanDependents === false ? 202 : 200
  if (deleteReturnsObject === true || (!removed && deleteReturnsObject !== 'never'))
    return objectResponse(scope, await type.fromHub(object), code)
  return dataResponse(
    context,
    successStatus({
      name,
      ...(type.group && { group: type.group }),
      kind: type.resource,
      ...(object.metadata.uid && { uid: object.metadata.uid }),
    }),
    { ...representationOf(scope), form: 'object' },
    code,
  )
}

/** Deletes companions of the same name. No client requested these deletions, so admission is skipped. */
async function deleteTogether(scope: RequestScope): Promise<void> {
  const { server, context, type } = scope
  for (const other of type.hub.behaviour.deletedTogether ?? []) {
    const target = server.catalogue
      .types()
      .find(({ group, resource }) => group === other.group && resource === other.resource)
    if (!target) continue
    const shape = { name: context.info.name, subresource: '', dryRun: false, operation: 'DELETE' as const }
    try {
      await deleteObject(server.store, unasked(writeCall({ ...scope, type: target }, shape)), {})
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.reason === 'NotFound'

const unasked = (call: WriteCall): WriteCall => ({
  ...call,
  mutate: () => Promise.resolve(),
  validate: () => Promise.resolve(),
})

/** DELETE of a collection, or of a page of it: deletes each selected object like a single delete; answers with the deleted objects. */
export async function deleteCollection(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  const representation = representationOf(scope)
  checkListOptions(context.query, false, server)
  const options = await readDeleteOptions(
    context,
    type.custom ? optionsOfAny : optionsOfServed(server.catalogue),
    server.release,
  )
  const page = await pageOf(scope)
  for (const entry of page.entries) {
    const { metadata } = await hubForm(entry, type.hub)
    const scoped = { ...scope, context: aboutObject(context, metadata) }
    // The request names no object, so admission gets no name; it sees the object that will be deleted.
    const unnamed = writeCall(scoped, {
      name: '',
      subresource: '',
      dryRun: options.dryRun,
      operation: 'DELETE',
      options: options.raw,
    })
    const call = { ...unnamed, name: metadata.name ?? '' }
    try {
      await deleteObject(server.store, call, options)
      if (!options.dryRun) await deleteTogether(scoped)
    } catch (error) {
      // Another client deleted it first: the desired state is reached.
      if (!isNotFound(error)) throw error
    }
  }
  return pageResponse(scope, page, representation)
}
