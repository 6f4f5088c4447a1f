import type { ApiObject } from '../machinery/object'
import type { ServedType } from './resource-type'

/** Converts an object between two served versions of a resource. */
export async function convertBetween(from: ServedType, to: ServedType, object: ApiObject): Promise<ApiObject> {
  if (from === to) return object
  const hub = await from.toHub(object)
  if (from.hub === to.hub) return to.fromHub(hub)
  // Versions of a custom type have no common hub: convert through the stored version.
  return to.fromHub(await to.hub.fromStored(await from.hub.toStored(hub)))
}
