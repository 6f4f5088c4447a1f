import type * as apps from 'kt126/apps/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import type { PodTemplate } from '../../api/kinds/shared/pod-types'
import type { Target } from '../../client/targets'
import { LAST_APPLIED } from '../../machinery/annotations'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { scaledValue } from '../../machinery/scaled-value'
import { byAge } from './by-age'

/** A Deployment that may be incomplete. */
export type Deployment = Draft<apps.Deployment>
/** A ReplicaSet that may be incomplete. */
export type ReplicaSet = Draft<apps.ReplicaSet>

/** The kind of deployments in owner references and events. */
export const DEPLOYMENT_KIND = { apiVersion: 'apps/v1', kind: 'Deployment' }
/** Where deployments are served. */
export const DEPLOYMENTS: Target = { group: 'apps', version: 'v1', resource: 'deployments' }
/** Where replica sets are served. */
export const SETS: Target = { group: 'apps', version: 'v1', resource: 'replicasets' }
/** Label with the hash of the template, which tells the sets of a deployment apart. */
export const HASH_LABEL = 'pod-template-hash'
/** Annotation with the number of a template in the deployment's history. */
export const REVISION = 'deployment.orch.io/revision'
/** Annotation with the earlier numbers of a template that was used again. */
export const REVISION_HISTORY = 'deployment.orch.io/revision-history'
/** Annotation of a set with the replicas that its deployment asked for. */
export const DESIRED = 'deployment.orch.io/desired-replicas'
/** Annotation of a set with the most replicas that its deployment may have during a rollout. */
export const MAX = 'deployment.orch.io/max-replicas'
/** Annotation of a deployment: the revision to which it is rolled back; 0 is the one before. */
export const ROLLBACK = 'deprecated.deployment.rollback.to'
/** Annotations that belong to one object and are not copied from a deployment to its sets. */
const OWN_ANNOTATIONS = new Set([REVISION, REVISION_HISTORY, DESIRED, MAX, LAST_APPLIED, ROLLBACK])

/** An object as a Deployment. */
export const deploymentOf = (object: ApiObject): Deployment => asDraft<apps.Deployment>(object)
/** An object as a ReplicaSet. */
export const setOf = (object: ApiObject): ReplicaSet => asDraft<apps.ReplicaSet>(object)
/** The replicas that a set should have. */
export const replicasOf = (set: ApiObject): number => setOf(set).spec?.replicas ?? 0
/** A count over several sets. */
export const sum = (sets: readonly ApiObject[], count: (set: ApiObject) => number): number =>
  sets.reduce((total, set) => total + count(set), 0)
/** The replicas of a set that are available. */
export const availableOf = (set: ApiObject): number => setOf(set).status?.availableReplicas ?? 0
/** The number of terminating pods, in releases that report it. */
export const terminatingOf = (set: ApiObject): number =>
  (setOf(set).status as { terminatingReplicas?: number } | undefined)?.terminatingReplicas ?? 0
/** The number of a template in the history; 0 if it has none. */
export const revisionOf = ({ metadata }: ApiObject): bigint => int64Of(metadata.annotations?.[REVISION]) ?? 0n

/** Orders sets by their numbers in the history, the lowest first. */
export const byRevision = (sets: readonly ApiObject[]): ApiObject[] =>
  [...sets].sort((a, b) => Number(revisionOf(a) > revisionOf(b)) - Number(revisionOf(a) < revisionOf(b)))

/** A 64-bit number in decimal digits; undefined if the text is none. */
export const int64Of = (text: string | undefined): bigint | undefined =>
  text !== undefined && /^[+-]?\d+$/.test(text) ? BigInt(text) : undefined

/** The oldest set that was created from the deployment's current template. */
export function newSetOf(deployment: ApiObject, sets: readonly ApiObject[]): ApiObject | undefined {
  const wanted = deploymentOf(deployment).spec?.template
  return byAge(sets).find((set) => equal(withoutHash(setOf(set).spec?.template), withoutHash(wanted)))
}

/** A copy of a template without the label that tells sets apart. */
export function withoutHash(template: PodTemplate | undefined): PodTemplate {
  const copy = clone(template ?? {})
  delete copy.metadata?.labels?.[HASH_LABEL]
  delete (copy.metadata as { creationTimestamp?: unknown } | undefined)?.creationTimestamp
  return copy
}

/** The maximum surge and unavailable pods of a rolling update; never both 0. */
export function fenceposts(deployment: ApiObject): { surge: number; unavailable: number } {
  const { strategy, replicas = 1 } = deploymentOf(deployment).spec ?? {}
  if (strategy?.type === 'Recreate') return { surge: 0, unavailable: 0 }
  const surge = scaledValue(strategy?.rollingUpdate?.maxSurge, replicas, 'up')
  const unavailable = scaledValue(strategy?.rollingUpdate?.maxUnavailable, replicas, 'down')
  return { surge, unavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, replicas) }
}

/** The most characters of a set's earlier revision numbers: the oldest are dropped. */
const MAX_HISTORY = 2000

/** The annotations of a set with the size of its deployment: comparing them shows whether the deployment was scaled since. */
export function sizeAnnotations(deployment: ApiObject, set: ApiObject): Record<string, string> {
  const { replicas = 1 } = deploymentOf(deployment).spec ?? {}
  const most = replicas + fenceposts(deployment).surge
  return { ...set.metadata.annotations, [DESIRED]: String(replicas), [MAX]: String(most) }
}

/** The annotations of the newest set: those of its deployment, and its revision if that is higher than before. */
export function revisionAnnotations(deployment: ApiObject, set: ApiObject, revision: bigint): Record<string, string> {
  const before = set.metadata.annotations ?? {}
  const annotations: Record<string, string> = { ...before, ...sharedAnnotations(deployment) }
  const old = before[REVISION]
  if (revisionOf(set) >= revision) return annotations
  annotations[REVISION] = String(revision)
  if (old !== undefined) {
    const history = [...(before[REVISION_HISTORY]?.split(',') ?? []), old].filter(Boolean)
    while (history.join(',').length > MAX_HISTORY) history.shift()
    annotations[REVISION_HISTORY] = history.join(',')
  }
  return annotations
}

/** The annotations that a deployment and its newest set have in common. */
export const sharedAnnotations = ({ metadata }: ApiObject): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([key]) => !OWN_ANNOTATIONS.has(key)))

/** The annotations of a deployment that are its own. */
export const ownAnnotations = ({ metadata }: ApiObject): Record<string, string> =>
  Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([key]) => OWN_ANNOTATIONS.has(key)))

/** The size of the new set in the next step of a rolling update. */
export function newSetSize(deployment: ApiObject, sets: readonly ApiObject[], newSet: ApiObject): number {
  const { replicas = 1, strategy } = deploymentOf(deployment).spec ?? {}
  if (strategy?.type === 'Recreate' || replicasOf(newSet) > replicas) return replicas
  const most = replicas + fenceposts(deployment).surge
  const current = sum(sets, replicasOf)
  if (current >= most) return replicasOf(newSet)
  return replicasOf(newSet) + Math.min(most - current, replicas - replicasOf(newSet))
}

/**
 * The sizes of old sets after one step of a rolling update: unhealthy pods are removed first, then as many others as may be unavailable.
 * Returns only sets that change.
 */
export function scaledDown(
  deployment: ApiObject,
  sets: readonly ApiObject[],
  newSet: ApiObject | undefined,
): Map<ApiObject, number> {
  const { replicas = 1 } = deploymentOf(deployment).spec ?? {}
  const { unavailable } = fenceposts(deployment)
  const old = byAge(sets.filter((set) => set !== newSet))
  const sizes = new Map<ApiObject, number>()
  const least = replicas - unavailable
  const newMissing = newSet ? replicasOf(newSet) - availableOf(newSet) : 0
  let most = sum(sets, replicasOf) - least - newMissing
  if (most <= 0) return sizes
  for (const set of old) {
    const unhealthy = Math.min(most, replicasOf(set) - availableOf(set))
    if (unhealthy <= 0) continue
    sizes.set(set, replicasOf(set) - unhealthy)
    most -= unhealthy
  }
  let spare = sum(sets, availableOf) - least
  for (const set of old) {
    const size = sizes.get(set) ?? replicasOf(set)
    const fewer = Math.min(size, spare)
    if (fewer <= 0) continue
    sizes.set(set, size - fewer)
    spare -= fewer
  }
  return sizes
}

/** The sizes of sets when the deployment is scaled while several of them have pods, in proportion to their sizes. */
export function proportional(deployment: ApiObject, sets: readonly ApiObject[]): Map<ApiObject, number> {
  const { spec: { replicas = 1 } = {}, status } = deploymentOf(deployment)
  const allowed = replicas > 0 ? replicas + fenceposts(deployment).surge : 0
  const add = allowed - sum(sets, replicasOf)
  const sizes = new Map(sets.map((set) => [set, replicasOf(set)]))
  if (add === 0) return sizes
  // Largest first; among equals the newest when growing, the oldest when shrinking.
  const aged = add > 0 ? byAge(sets).reverse() : byAge(sets)
  const ordered = aged.sort((a, b) => replicasOf(b) - replicasOf(a))
  let added = 0
  for (const set of ordered) {
    const left = add - added
    const before = Number(set.metadata.annotations?.[MAX] ?? 0) || (status?.replicas ?? 0)
    const share = Math.round((replicasOf(set) * allowed) / before) - replicasOf(set)
    const fraction = add > 0 ? Math.min(Math.max(share, 0), left) : Math.max(Math.min(share, 0), left)
    sizes.set(set, replicasOf(set) + fraction)
    added += fraction
  }
  const [first] = ordered
  if (first) sizes.set(first, Math.max(0, (sizes.get(first) ?? 0) + add - added))
  return sizes
}
