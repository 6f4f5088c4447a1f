import type { Target } from '../../../client/targets'
import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { isComplete, isOverdue } from '../../components/run-until/conditions'
import type { Tone } from '../../components/Verdict'
import { scaledValue } from '../../../machinery/scaled-value'
import { chipOf, FAIL, type PodChip } from './workload-model'
import { DEPLOYMENTS } from './workload-targets'

/** A pod template, as far as rollouts show it. */
export interface Template {
  metadata?: { labels?: Record<string, string>; annotations?: Record<string, string> }
  spec?: { containers?: { name: string; image?: string }[] }
}
interface Shape {
  spec?: {
    replicas?: number
    template?: Template
    paused?: boolean
    strategy?: { type?: string; rollingUpdate?: { maxSurge?: number | string; maxUnavailable?: number | string } }
  }
  status?: {
    updatedReplicas?: number
    availableReplicas?: number
    replicas?: number
    observedGeneration?: number
    conditions?: { type: string; status: string; reason?: string; message?: string }[]
  }
}
const shapeOf = (object: ApiObject): Shape => object as Shape
const REVISION = 'deployment.orch.io/revision'
const HASH = 'pod-template-hash'

/** A replica set of a rollout. */
export interface SetRow {
  readonly name: string
  readonly revision: number
  readonly wanted: number
  readonly images: string
  readonly current: boolean
  readonly failure: string | undefined
  readonly pods: readonly PodChip[]
  /** The pod template to restore when rolling back to this set. */
  readonly template: Template
}

/** A workload and how far its rollout is. */
export interface Rollout {
  readonly target: Target
  readonly kind: string
  readonly uid: string
  readonly namespace: string
  readonly name: string
  readonly wanted: number
  readonly updated: number
  readonly available: number
  readonly tone: Tone
  readonly word: string
  /** Why it does not go on, in the server's words. */
  readonly why: string | undefined
  /** How many pods there may be, and how many have to be available. */
  readonly limits: string
  /** Newest revision first; old sets without pods are left out unless a rollback to them is possible. */
  readonly sets: readonly SetRow[]
  /** The revision before the current one. */
  readonly previous: SetRow | undefined
  readonly failure: string | undefined
}

/** Whether an object is controlled by another. */
export const isOwnedBy = (object: ApiObject, owner: ApiObject): boolean =>
  object.metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === owner.metadata.uid) ?? false

function plain(template: Template): Template {
  const labels = { ...template.metadata?.labels }
  delete labels[HASH]
  return { ...template, metadata: { ...template.metadata, labels } }
}

const failureOf = (deployment: ApiObject) =>
  shapeOf(deployment).status?.conditions?.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True')

function verdictOf(deployment: ApiObject, pods: readonly PodChip[]): { tone: Tone; word: string } {
  if (isOverdue(deployment)) return { tone: 'refused', word: 'Stuck: deadline exceeded' }
  if (shapeOf(deployment).spec?.paused) return { tone: 'waiting', word: 'Paused' }
  if (isComplete(deployment)) return { tone: 'allowed', word: 'Complete' }
  const reason = pods.find(({ tone, ended }) => tone === 'refused' && !ended)?.word ?? failureOf(deployment)?.reason
  return reason ? { tone: 'refused', word: `Stuck: ${reason}` } : { tone: 'changed', word: 'Rolling out' }
}

/** The limits of a rollout: `at most 5 pods, at least 3 available`. */
function limitsOf(deployment: ApiObject): string {
  const { strategy, replicas = 1 } = shapeOf(deployment).spec ?? {}
  if (strategy?.type === 'Recreate') return 'all old pods end before new ones start'
  const surge = scaledValue(strategy?.rollingUpdate?.maxSurge, replicas, 'up')
  const unavailable = scaledValue(strategy?.rollingUpdate?.maxUnavailable, replicas, 'down')
  const missing = surge === 0 && unavailable === 0 ? 1 : unavailable
  return `at most ${replicas + surge} pods, at least ${Math.max(0, replicas - missing)} available`
}

/** The rollouts of deployments, by namespace and name. */
export function rollouts(
  deployments: readonly ApiObject[],
  sets: readonly ApiObject[],
  pods: readonly ApiObject[],
): Rollout[] {
  return deployments
    .map((deployment): Rollout => {
      const { spec = {}, status = {} } = shapeOf(deployment)
      const template = plain(spec.template ?? {})
      const rows = sets
        .filter((set) => isOwnedBy(set, deployment))
        .map((set): SetRow => {
          const own = plain(shapeOf(set).spec?.template ?? {})
          return {
            name: set.metadata.name ?? '',
            revision: Number(set.metadata.annotations?.[REVISION] ?? 0),
            wanted: shapeOf(set).spec?.replicas ?? 0,
            images: (own.spec?.containers ?? []).map(({ image }) => image ?? '').join(', '),
            current: equal(own, template),
            failure: own.metadata?.annotations?.[FAIL],
            pods: pods.filter((pod) => isOwnedBy(pod, set)).map(chipOf),
            template: own,
          }
        })
        .sort((a, b) => b.revision - a.revision)
      return {
        target: DEPLOYMENTS,
        kind: 'Deployment',
        uid: deployment.metadata.uid ?? '',
        namespace: deployment.metadata.namespace ?? '',
        name: deployment.metadata.name ?? '',
        wanted: spec.replicas ?? 1,
        updated: status.updatedReplicas ?? 0,
        available: status.availableReplicas ?? 0,
        ...verdictOf(deployment, rows.find(({ current }) => current)?.pods ?? []),
        why: failureOf(deployment)?.message,
        limits: limitsOf(deployment),
        sets: rows.filter(({ pods: mine, wanted, current }) => current || wanted > 0 || mine.length > 0),
        previous: rows.find(({ current }) => !current),
        failure: template.metadata?.annotations?.[FAIL],
      }
    })
    .sort((a, b) => `${a.namespace}/${a.name}`.localeCompare(`${b.namespace}/${b.name}`))
}

/** Failures to simulate: the annotation's value and its label. */
export const FAILURES = [
  ['image', 'Image cannot be pulled'],
  ['crash', 'Container crashes'],
  ['probe', 'Readiness probe fails'],
  ['liveness', 'Liveness probe fails'],
  ['startup', 'Startup probe fails'],
  ['oom', 'Out of memory'],
  ['evict', 'Evicted for memory pressure'],
] as const
