import { badRequest } from '../../machinery/api-error'
import { invalidObject } from '../../machinery/invalid-object'
import { behaves } from '../../api/releases/ledger'
import { invalid, required } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { at, clone, isObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { ServedType } from '../../registry/resource-type'
import { parseJson, writeJson } from '../../machinery/json-text'

/** The kind of Scale objects, whatever they scale. */
export const SCALE = { group: 'autoscaling', version: 'v1', kind: 'Scale' }

/** The Scale of a workload. `object` is in the hub version. */
export function scaleOf(type: ServedType, object: ApiObject): ApiObject {
  const { scale } = type.hub.behaviour
  if (!scale) throw badRequest(`${type.resource} have no scale`)
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata
  const replicas = Number(at(object, ...scale.replicas) ?? 0)
  const selector = scale.selector(object)
  return parseJson(
    writeJson({
      kind: SCALE.kind,
      apiVersion: 'autoscaling/v1',
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: replicas === 0 ? {} : { replicas },
      status: { replicas: Number(at(object, ...scale.statusReplicas) ?? 0), ...(selector && { selector }) },
    }),
  ) as ApiObject
}

/** A custom type's own rules validate the number in the parent object, so they are not checked here. */
export function wantedReplicas(scale: ApiObject, name: string, custom: boolean, release: number): number {
  const replicas = at(scale, 'spec', 'replicas') ?? 0
  const errors: FieldError[] = []
  if (!custom && !scale.metadata.namespace && !behaves('namespace-set-before-admission', release))
    errors.push(required('metadata.namespace'))
  if (typeof replicas !== 'number' || (replicas < 0 && !custom))
    errors.push(invalid('spec.replicas', replicas, 'must be greater than or equal to 0'))
  if (errors.length > 0) throw invalidObject(SCALE, name, errors)
  return Number(replicas)
}

/** A copy of the parent with this number of replicas. */
export function withReplicas(type: ServedType, object: ApiObject, replicas: number): ApiObject {
  const draft = clone(object)
  setAt(draft, type.hub.behaviour.scale?.replicas ?? [], replicas)
  return draft
}

/** The applied configuration of the parent that an applied Scale amounts to. */
export function scaledIntent(
  type: ServedType,
  live: ApiObject,
  replicas: number,
  version: string | undefined,
): ApiObject {
  const intent: ApiObject = {
    apiVersion: type.apiVersion,
    kind: type.kind,
    metadata: {
      name: live.metadata.name ?? '',
      ...(live.metadata.namespace && { namespace: live.metadata.namespace }),
      ...(version && { resourceVersion: version }),
    },
  }
  setAt(intent, type.hub.behaviour.scale?.replicas ?? [], replicas)
  return intent
}

/** Sets a member at a path, in place. */
export function setAt(object: ApiObject, path: readonly string[], value: unknown): void {
  let node: Record<string, unknown> = object
  path.forEach((field, i) => {
    if (i === path.length - 1) node[field] = value
    else {
      if (!isObject(node[field])) node[field] = {}
      node = node[field] as Record<string, unknown>
    }
  })
}
