import { isObject, type JsonObject } from '../../../machinery/json'
import type { ApiObject, ObjectMeta } from '../../../machinery/object'
import { applyStrategicMergePatch } from '../../../machinery/strategic-merge-patch'
import { asNew, SERVER_METADATA } from '../../state/undo/restore'

/**
 * The live object with the content of an earlier version. The status is the live one where only the status subresource may write it. A
 * deleted object is created again.
 */
export function withContentOf(
  version: ApiObject,
  live: ApiObject | undefined,
  hasStatusSubresource: boolean,
): ApiObject {
  if (!live) return asNew(version)
  const managed = Object.entries(live.metadata).filter(([key]) => SERVER_METADATA.has(key))
  const metadata: ObjectMeta = { ...asNew(version).metadata, ...Object.fromEntries(managed) }
  const { status, ...rest } = version
  const kept = hasStatusSubresource ? live['status'] : status
  return { ...rest, metadata, ...(kept !== undefined && { status: kept }) }
}

/** A past pod template of a workload. */
export interface RolloutRevision {
  readonly number: number
  /** Why it was made, if somebody noted it. */
  readonly cause?: string
  readonly template: Readonly<Record<string, unknown>>
  /** The ReplicaSet or ControllerRevision that keeps it. */
  readonly holder: ApiObject
}

const REVISION = 'deployment.orch.io/revision'
const CAUSE = 'orch.io/change-cause'
const HASH = 'pod-template-hash'

/** The kind that keeps a workload's past templates. */
export const HOLDERS: Readonly<Record<string, 'replicasets' | 'controllerrevisions'>> = {
  Deployment: 'replicasets',
  DaemonSet: 'controllerrevisions',
  StatefulSet: 'controllerrevisions',
}

const specOf = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  isObject(object['spec']) ? object['spec'] : {}

function templateIn(workload: ApiObject, holder: ApiObject): Record<string, unknown> {
  const whole =
    holder['revision'] === undefined
      ? holder
      : // A ControllerRevision keeps a patch that replaces the template.
        applyStrategicMergePatch({ spec: specOf(workload) as JsonObject }, holder['data'], undefined)
  const template = isObject(whole) ? specOf(whole)['template'] : undefined
  if (!isObject(template)) return {}
  const { [HASH]: _hash, ...labels } =
    isObject(template['metadata']) && isObject(template['metadata']['labels']) ? template['metadata']['labels'] : {}
  return { ...template, metadata: { ...(isObject(template['metadata']) ? template['metadata'] : {}), labels } }
}

/** The revisions of a workload, newest first, from the objects that keep them. */
export function rolloutsOf(workload: ApiObject, holders: readonly ApiObject[]): RolloutRevision[] {
  return holders
    .filter(({ metadata }) =>
      metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === workload.metadata.uid),
    )
    .map((holder): RolloutRevision => {
      const cause = holder.metadata.annotations?.[CAUSE]
      return {
        number: Number(holder['revision'] ?? holder.metadata.annotations?.[REVISION] ?? 0),
        ...(cause !== undefined && { cause }),
        template: templateIn(workload, holder),
        holder,
      }
    })
    .filter(({ number }) => number > 0)
    .sort((a, b) => b.number - a.number)
}

/** The workload with the pod template of one of its revisions. */
export const withTemplateOf = (workload: ApiObject, { template }: RolloutRevision): ApiObject => ({
  ...workload,
  spec: { ...specOf(workload), template },
})
