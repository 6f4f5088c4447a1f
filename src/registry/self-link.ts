import { whenReady } from '../machinery/maybe-promise'
import { behaves, type Served } from '../api/releases/ledger'
import type { ApiObject } from '../machinery/object'
import type { ServedType } from './resource-type'

/** The path of a collection, or of an object if a name is given. */
export function pathOf(
  { group, version, resource }: Pick<ServedType, 'group' | 'version' | 'resource'>,
  { namespace, name }: { readonly namespace?: string; readonly name?: string },
): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  return [root, ...(namespace ? ['namespaces', namespace] : []), resource, ...(name ? [name] : [])].join('/')
}

/** The type with `metadata.selfLink` added to every object it serves, in releases that have it. */
export function withSelfLinks(type: ServedType, served: Served): ServedType {
  if (!behaves('self-link', served)) return type
  const linked = (object: ApiObject): ApiObject =>
    object.metadata.resourceVersion === undefined
      ? object
      : { ...object, metadata: { ...object.metadata, selfLink: pathOf(type, object.metadata) } }
  return { ...type, fromHub: (hub) => whenReady(type.fromHub(hub), linked) }
}
