import { isObject, type Json, type JsonObject } from '../machinery/json'
import { textAt } from './text-at'

/** Mount path of service account tokens added by admission. */
const MOUNT_PATH = '/var/run/secrets/orch.io/serviceaccount'
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])

/** A pod without the token volumes that admission added, because the other cluster adds its own. */
function pod(object: JsonObject): JsonObject {
  const { spec } = object
  if (!isObject(spec)) return object
  const volumes = new Set<unknown>()
  const bare = (container: Json): Json => {
    if (!isObject(container) || !Array.isArray(container['volumeMounts'])) return container
    const mounts = container['volumeMounts'].filter((mount) => {
      const added = isObject(mount) && mount['mountPath'] === MOUNT_PATH
      if (added) volumes.add(mount['name'])
      return !added
    })
    const { volumeMounts: _, ...rest } = container
    return mounts.length > 0 ? { ...rest, volumeMounts: mounts } : rest
  }
  const containers = {
    containers: listOf(spec['containers']).map(bare),
    ...(spec['initContainers'] !== undefined && { initContainers: listOf(spec['initContainers']).map(bare) }),
  }
  const kept = listOf(spec['volumes']).filter((volume) => !isObject(volume) || !volumes.has(volume['name']))
  const { volumes: _, ...rest } = spec
  return { ...object, spec: { ...rest, ...containers, ...(kept.length > 0 && { volumes: kept }) } }
}

/** A service account without the secrets that the control plane generated for it: `robot-token-x7k2p`. */
function serviceAccount(object: JsonObject): JsonObject {
  const { secrets, ...rest } = object
  const prefix = `${textAt(object, 'metadata', 'name')}-token-`
  const kept = listOf(secrets).filter((one) => !textAt(one, 'name').startsWith(prefix))
  return kept.length > 0 ? { ...rest, secrets: kept } : rest
}

const BY_KIND: Readonly<Record<string, (object: JsonObject) => JsonObject>> = {
  Pod: pod,
  ServiceAccount: serviceAccount,
}

/** An object without the generated parts that the control plane adds to every object of its kind. */
export function withoutGeneratedParts(object: JsonObject): JsonObject {
  const kind = textAt(object, 'kind')
  const strip = Object.hasOwn(BY_KIND, kind) ? BY_KIND[kind] : undefined
  return strip ? strip(object) : object
}
