import { trackUpdate, type ManagerOptions } from '../../managed-fields/manager'
import { managerNameOf } from '../../managed-fields/manager-name'
import { timestamp } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import { parseApiVersion } from '../../machinery/object'
import type { ServedType } from '../../registry/resource-type'
import type { RequestContext } from '../context'
import type { Server } from '../server'

/** How the ownership library sees one resource: its schema in every version, and the way between them. */
export function managerOptions(server: Server, type: ServedType): ManagerOptions {
  const served = (apiVersion: string): ServedType | undefined => {
    if (apiVersion === type.apiVersion) return type
    const parsed = parseApiVersion(apiVersion)
    return parsed && server.catalogue.typesOfHub(type.hub).find(({ group, version }) => group === parsed.group && version === parsed.version)
  }
  return {
    release: server.release,
    schemaOf: (apiVersion) => served(apiVersion)?.schema,
    convert: (object, toApiVersion) => {
      const from = served(object.apiVersion ?? '')
      const to = served(toApiVersion)
      if (!from || !to) throw new Error(`version ${toApiVersion} is no longer served`)
      const hub = from.toHub(object)
      if (hub instanceof Promise) throw new Error('conversion by a callback is not possible here')
      const converted = to.fromHub(hub)
      if (converted instanceof Promise) throw new Error('conversion by a callback is not possible here')
      return converted
    },
  }
}

/** Records who wrote what of an object that is not applied. */
export function tracked(server: Server, context: RequestContext, type: ServedType, live: ApiObject | undefined, next: ApiObject, fieldManager: string, subresource: string): ApiObject {
  const manager = managerNameOf(fieldManager, context.request.headers.get('user-agent') ?? '')
  return trackUpdate(live, next, { manager, time: timestamp(server.clock.now()), subresource }, managerOptions(server, type))
}
