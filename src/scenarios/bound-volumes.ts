import { at, isObject, type JsonObject } from '../machinery/json'
import { textAt } from './text-at'

// Annotations that the other cluster sets again when it binds.
const BIND_COMPLETED = 'pv.orch.io/bind-completed'
const BOUND_BY_CONTROLLER = 'pv.orch.io/bound-by-controller'

const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** Whether an object is a PersistentVolume. */
export const isVolume = ({ kind }: JsonObject): boolean => kind === 'PersistentVolume'

/** The uid of a volume's claim; empty for other objects. */
export const claimOfVolume = (object: JsonObject): string =>
  isVolume(object) ? textAt(object, 'spec', 'claimRef', 'uid') : ''

/**
 * A volume reserved for its claim by name, because the uid differs in another cluster. A volume whose claim is gone
 * stays released.
 */
function volume(object: JsonObject, kept: ReadonlySet<string>): JsonObject {
  const { spec } = object
  const reference = at(object, 'spec', 'claimRef')
  if (!isObject(spec) || !isObject(reference) || !kept.has(claimOfVolume(object))) return object
  return { ...object, spec: { ...spec, claimRef: without(reference, 'uid', 'resourceVersion') } }
}

/**
 * A claim that requests its volume by name, or any volume if that one is not carried along. A volume name chosen by the
 * user is kept.
 */
function claim(object: JsonObject, volumes: ReadonlySet<string>): JsonObject {
  const { spec, metadata } = object
  const annotations = at(object, 'metadata', 'annotations')
  if (!isObject(spec) || !isObject(metadata) || !isObject(annotations)) return object
  const again = annotations[BOUND_BY_CONTROLLER] !== undefined && !volumes.has(textAt(spec['volumeName']))
  const kept = without(annotations, BIND_COMPLETED, ...(again ? [BOUND_BY_CONTROLLER] : []))
  return {
    ...object,
    metadata: { ...without(metadata, 'annotations'), ...(Object.keys(kept).length > 0 && { annotations: kept }) },
    spec: again ? without(spec, 'volumeName') : spec,
  }
}

/** The objects that are carried to another cluster. */
export interface KeptObjects {
  readonly uids: ReadonlySet<string>
  /** Names of volumes. */
  readonly volumes: ReadonlySet<string>
}

/** A claim or volume that leads to the same binding in another cluster; other objects unchanged. */
export function unbound(object: JsonObject, { uids, volumes }: KeptObjects): JsonObject {
  if (isVolume(object)) return volume(object, uids)
  return object['kind'] === 'PersistentVolumeClaim' ? claim(object, volumes) : object
}
