import type { ServedType } from '../../registry/resource-type'
import { hubForm, keyOf, servedForm } from '../../registry/storage'
import { notFoundError } from '../../machinery/api-error'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import { patchObject } from './patch'
import { objectResponse } from './read'
import { putObject } from './write'

export type ResourceHandler = (server: Server, context: RequestContext, type: ServedType) => Promise<Response>
type ByVerb = Readonly<Record<string, ResourceHandler>>

const getParent: ResourceHandler = async (server, context, type) => {
  const { namespace, name } = context.info
  const entry = server.store.get(keyOf(type.hub, namespace, name))
  if (!entry) throw notFoundError(type, name)
  await hubForm(entry, type.hub)
  return objectResponse(server, context, type, await servedForm(entry, type))
}

/** Subresources by `group/resource/subresource`, then by `*‍/subresource`; `*` are those that are a part of their parent. */
export const SUBRESOURCES: Readonly<Record<string, ByVerb>> = {
  '*': {
    get: getParent,
    update: (server, context, type) => putObject(server, context, type, context.info.subresource),
    patch: (server, context, type) => patchObject(server, context, type, context.info.subresource),
  },
}

/** Resources that are operations rather than objects. */
export const VIRTUAL_RESOURCES: Readonly<Record<string, ByVerb>> = {}
