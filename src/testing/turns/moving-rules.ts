import { hasPodEnded, podOf } from '../../api/kinds/shared/pod-types'
import { DESIRED, deploymentOf, fenceposts, newSetOf, setOf } from '../../controllers/workloads/deployment-sets'
import { hasReadyCondition, isActive } from '../../controllers/workloads/pods'
import { controllerOf } from '../../controllers/workloads/owners'
import type { ApiObject } from '../../machinery/object'
import type { StoreEvent } from '../../store/store'
import type { LivingCluster } from '../living'

const AGENT_SURGE = 2

/** What an owner allowed at a moment; controllers may act on it until the moment is over. */
interface Allowed {
  readonly at: number
  readonly value: number
}

type Spec = {
  replicas?: number
  parallelism?: number
  suspend?: boolean
  podManagementPolicy?: string
  updateStrategy?: { rollingUpdate?: { maxSurge?: number | string } }
}
const specOf = (object: ApiObject): Spec => object['spec'] ?? {}

/** The most active pods that an owner of a kind may have when one more is created. */
const LIMITS: Readonly<Record<string, (owner: ApiObject) => number>> = {
  ReplicaSet: (owner) => specOf(owner).replicas ?? 1,
  ReplicationController: (owner) => specOf(owner).replicas ?? 1,
  Job: (owner) => (specOf(owner).suspend ? 0 : (specOf(owner).parallelism ?? 1)),
  Deployment: (owner) => (specOf(owner).replicas ?? 1) + fenceposts(owner).surge,
}

/** Follows every change of a cluster and notes those that no controller may make. */
export class MovingRules {
  /** What was broken, in the order in which it happened. */
  readonly broken: string[] = []
  private readonly objects = new Map<string, ApiObject>()
  /** When each object was last written. */
  private readonly changed = new Map<string, number>()
  private readonly allowed = new Map<string, Allowed[]>()
  private readonly stopWatch: () => void

  constructor(private readonly cluster: LivingCluster) {
    this.stopWatch = cluster.store.watch('/', cluster.store.compactedRevision, (events) => {
      for (const event of events) this.see(event)
    })
  }

  stop(): void {
    this.stopWatch()
  }

  /** The objects whose keys match. */
  of(pattern: RegExp): ApiObject[] {
    return [...this.objects].filter(([key]) => pattern.test(key)).map(([, object]) => object)
  }

  private get now(): number {
    return this.cluster.clock.now()
  }

  private see({ type, entry }: StoreEvent): void {
    const { key } = entry
    const before = this.objects.get(key)
    this.changed.set(key, this.now)
    if (type === 'delete') return void this.objects.delete(key)
    const object = entry.value as ApiObject
    this.objects.set(key, object)
    const kind = /^\/(?:apps|core|batch)\/(\w+)\//.exec(key)?.[1]
    if (kind === 'pods' && !before) this.created(object)
    if (kind === 'replicasets') this.scaled(object, before)
    if (kind === 'deployments') this.note(object, LIMITS['Deployment'])
    if (kind === 'replicasets') this.note(object, LIMITS['ReplicaSet'])
    if (kind === 'replicationcontrollers') this.note(object, LIMITS['ReplicationController'])
    if (kind === 'jobs') this.note(object, LIMITS['Job'])
  }

  private note(owner: ApiObject, limit: ((owner: ApiObject) => number) | undefined): void {
    const { uid = '' } = owner.metadata
    const list = this.allowed.get(uid) ?? []
    if (limit) list.push({ at: this.now, value: limit(owner) })
    this.allowed.set(uid, list)
  }

  /** The most that an owner allows, or allowed at the beginning of this moment. */
  private most(uid: string): number {
    const list = this.allowed.get(uid) ?? []
    const last = list.findLastIndex(({ at }) => at < this.now)
    return Math.max(...list.slice(Math.max(0, last)).map(({ value }) => value))
  }

  private isNew(key: string): boolean {
    return this.changed.get(key) === this.now
  }

  private created(pod: ApiObject): void {
    const owner = controllerOf(pod)
    if (!owner) return
    const { uid, kind } = owner
    const mine = this.of(/^\/core\/pods\//).filter((one) => controllerOf(one)?.uid === uid)
    const active = mine.filter(isActive).length
    const who = `${kind} ${owner.name} created ${pod.metadata.name ?? ''}`
    if (LIMITS[kind] && active > this.most(uid)) this.broken.push(`${who}: ${active} pods, ${this.most(uid)} allowed`)
    const key = `/${kind === 'Job' ? 'batch/jobs' : `apps/${kind.toLowerCase()}s`}/${pod.metadata.namespace ?? ''}/${owner.name}`
    const object = this.objects.get(key)
    if (!object || object.metadata.uid !== uid) return
    if (kind === 'Job' && hasEnded(object)) this.broken.push(`${who} after its end`)
    if (kind === 'DaemonSet') this.onNode(who, pod, mine, object)
    if (kind === 'StatefulSet' && specOf(object).podManagementPolicy !== 'Parallel') this.inOrder(who, pod)
  }

  /** A daemon set has one pod on each node, and one more while it replaces it with a surge. */
  private onNode(who: string, pod: ApiObject, mine: readonly ApiObject[], set: ApiObject): void {
    const beside = mine.filter((one) => isActive(one) && targetOf(one) === targetOf(pod)).length
    const surges = ![undefined, 0, '0%'].includes(specOf(set).updateStrategy?.rollingUpdate?.maxSurge)
    const key = `/apps/daemonsets/${set.metadata.namespace ?? ''}/${set.metadata.name ?? ''}`
    if (beside > (surges || this.isNew(key) ? AGENT_SURGE : 1))
      this.broken.push(`${who}: ${beside} on ${targetOf(pod)}`)
  }

  /** An ordered set creates a pod only when those of lower ordinals are ready. */
  private inOrder(who: string, pod: ApiObject): void {
    const { name = '', namespace = '' } = pod.metadata
    const [, base = '', ordinal = '0'] = /^(.*)-(\d+)$/.exec(name) ?? []
    for (let lower = 0; lower < Number(ordinal); lower++) {
      const key = `/core/pods/${namespace}/${base}-${lower}`
      const other = this.objects.get(key)
      if (!this.isNew(key) && !(other && hasReadyCondition(other) && isActive(other)))
        this.broken.push(`${who} before ${base}-${lower} was ready`)
    }
  }

  /** What a deployment does with its sets. */
  private scaled(set: ApiObject, before: ApiObject | undefined): void {
    const owner = controllerOf(set)
    const deployment = this.of(/^\/apps\/deployments\//).find(({ metadata }) => metadata.uid === owner?.uid)
    const change = (specOf(set).replicas ?? 0) - (before ? (specOf(before).replicas ?? 0) : 0)
    if (!deployment || change === 0 || !byController(set)) return
    const { name = '', namespace = '' } = deployment.metadata
    const sets = this.of(/^\/apps\/replicasets\//).filter((one) => controllerOf(one)?.uid === owner?.uid)
    const total = sets.reduce((sum, one) => sum + (specOf(one).replicas ?? 0), 0)
    const who = `Deployment ${name} scaled ${set.metadata.name ?? ''} by ${change}`
    if (change > 0 && total > this.most(owner?.uid ?? ''))
      this.broken.push(`${who}: ${total} replicas, ${this.most(owner?.uid ?? '')} allowed`)
    if (this.isNew(`/apps/deployments/${namespace}/${name}`)) return
    const current = newSetOf(deployment, sets)
    if (deploymentOf(deployment).spec?.strategy?.type === 'Recreate') {
      const old = new Set(sets.filter((one) => one !== current).map(({ metadata }) => metadata.uid))
      const left = this.of(/^\/core\/pods\//).filter((pod) => old.has(controllerOf(pod)?.uid) && !hasPodEnded(pod))
      if (set === current && change > 0 && !deploymentOf(deployment).spec?.paused && left.length > 0)
        this.broken.push(`${who} beside ${left.length} old pods`)
    } else if (set !== current && change < 0) this.stays(who, deployment, sets, current)
  }

  /** A rollout keeps as many pods as its deployment wants available. */
  private stays(who: string, deployment: ApiObject, sets: readonly ApiObject[], current: ApiObject | undefined): void {
    const { replicas = 1, paused } = deploymentOf(deployment).spec ?? {}
    const scales = sets.some((set) => Number(set.metadata.annotations?.[DESIRED] ?? replicas) !== replicas)
    if (paused || scales) return
    const kept = sets.reduce(
      (sum, set) => sum + (set === current ? (setOf(set).status?.availableReplicas ?? 0) : (specOf(set).replicas ?? 0)),
      0,
    )
    const least = replicas - fenceposts(deployment).unavailable
    if (kept < least) this.broken.push(`${who}: ${kept} kept, ${least} wanted`)
  }
}

/** Whether the controller wrote the size of a set, and not a person. */
const byController = ({ metadata }: ApiObject): boolean =>
  (metadata.managedFields ?? []).every(
    ({ manager, fieldsV1 }) =>
      manager === 'orch-controller-manager' || !JSON.stringify(fieldsV1).includes('f:replicas'),
  )

const hasEnded = ({ status }: ApiObject): boolean =>
  ((status as { conditions?: { type: string; status: string }[] } | undefined)?.conditions ?? []).some(
    (one) => ['Complete', 'Failed'].includes(one.type) && one.status === 'True',
  )

/** The node that a daemon pod is for. */
const targetOf = (pod: ApiObject): string =>
  JSON.stringify(podOf(pod).spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? {})
