import { podOf } from '../api/kinds/shared/pod-types'
import { behaves } from '../api/releases/ledger'
import { hasVersion } from '../api/releases/resources'
import type { ApiObject } from '../machinery/object'
import { isStatus, type Target } from '../client/client'
import { timestamp } from '../machinery/clock'
import { type ControllerCache, keyOf, splitKey } from '../controllers/watched-cache'
import type { RequeueAfter } from '../controllers/work-queue'
import { runNamed } from '../controllers/kit'
import { BOUND_BY_CONTROLLER, SELECTED_NODE, volumeOf, VOLUMES } from '../controllers/storage/volumes'
import type { ControllerDeps, ControllerRow } from '../controllers/controllers'
import { tellDisruption } from '../controllers/workloads/disrupted'
import { eventRecorder, type Recorder } from '../controllers/workloads/events'
import { explain } from './explain'
import type { ClusterView, Profile } from './plugin'
import { type Eviction, isEviction, preemption, priorityOf, victimsAreLeaving, withNominated } from './preemption'
import { DEFAULT_PROFILE, type SchedulerSettings, STANDARD_SETTINGS } from './profiles'
import { points, totalOf } from './scores'
import { type NodeInfo, Snapshot } from './snapshot'
import { firstOf, firstRefusal, type Judged, judgeEnough, recordOf } from './verdicts'
import { bindsLate, claimNamesOf, volumeOn } from './volume-filters'

const NAME = 'scheduler'
const core = (resource: string): Target => ({ group: '', version: 'v1', resource })
const PODS = core('pods')
const POLITE = 'not eligible due to preemptionPolicy=Never.'
const LEAVING = 'not eligible due to a terminating pod on the nominated node.'
type Reasons = ReadonlyMap<string, readonly string[]>
/** A pod that nothing has changed for is looked at again after so long. */
const UNSCHEDULABLE_MS = 60_000

const budgetsAt = (release: number): Target => ({
  group: 'policy',
  version: hasVersion('policy', 'poddisruptionbudgets', 'v1', release) ? 'v1' : 'v1beta1',
  resource: 'poddisruptionbudgets',
})

const isWaiting = (pod: ApiObject): boolean => {
  const { spec, status } = podOf(pod)
  return (
    !spec?.nodeName &&
    !pod.metadata.deletionTimestamp &&
    (spec?.schedulingGates ?? []).length === 0 &&
    status?.phase !== 'Succeeded' &&
    status?.phase !== 'Failed'
  )
}

/** Assigns pods to nodes: filters say where a pod may go, scores which of those nodes is best (resource API, "Binding"). */
export const scheduler: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  user: 'system:orch-scheduler',
  needs: [
    'v1/pods',
    'v1/nodes',
    'v1/namespaces',
    'v1/persistentvolumeclaims',
    'v1/persistentvolumes',
    'storage.orch.io/v1/storageclasses',
    'policy/*/poddisruptionbudgets',
  ],
  start(deps) {
    const loop = new Loop(deps)
    const waiting = () => loop.waiting()
    return runNamed(deps, NAME, {
      // One decision after the other: each sees the one before.
      workers: 1,
      rank: (key) => loop.rank(key),
      watches: [
        { target: PODS, keys: (pod, caches) => loop.podChanged(pod, caches) },
        { target: core('nodes'), keys: loop.nodeChanged(waiting) },
        { target: core('persistentvolumeclaims'), keys: waiting },
        { target: core('persistentvolumes'), keys: waiting },
        { target: { group: 'storage.orch.io', version: 'v1', resource: 'storageclasses' }, keys: waiting },
        { target: budgetsAt(deps.release), keys: () => [] },
        ...(behaves('scheduler-reads-namespaces', deps.release)
          ? [{ target: core('namespaces'), keys: () => [] }]
          : []),
      ],
      reconcile: (key, caches) => loop.schedule(key, caches),
    })
  },
}

/** A pod that ends or goes makes room for others. */
const changesRoom = (pod: ApiObject): boolean => {
  const phase = podOf(pod).status?.phase
  return phase === 'Succeeded' || phase === 'Failed' || pod.metadata.deletionTimestamp !== undefined
}

class Loop {
  private readonly snapshot = new Snapshot()
  /** Pods that wait for a node, by key. */
  private readonly queue = new Map<string, ApiObject>()
  /** Those of them that were promised a node. */
  private readonly nominated = new Map<string, ApiObject>()
  /** The node that is asked first in a cluster that is too large to ask all. */
  private first = 0
  private readonly attempts = new Map<string, { count: number; at: number }>()
  private readonly nodes = new Map<string, string>()
  private readonly uids = new Map<string, string>()
  /** The nodes of pods whose volumes are still to come. */
  private readonly chosen = new Map<string, string>()
  private readonly settings: SchedulerSettings
  /** Each profile speaks under its own name. */
  private readonly recorders: ReadonlyMap<string, Recorder>

  constructor(private readonly deps: ControllerDeps) {
    this.settings = deps.scheduler ?? STANDARD_SETTINGS
    const about = { apiVersion: 'v1', kind: 'Pod' }
    this.recorders = new Map([...this.settings.profiles.keys()].map((name) => [name, eventRecorder(deps, name, about)]))
  }

  private profileOf(pod: ApiObject): Profile | undefined {
    return this.settings.profiles.get(podOf(pod).spec?.schedulerName ?? DEFAULT_PROFILE)
  }

  /** Whether a pod waits for this scheduler, and not for one that somebody else runs. */
  private isMine(pod: ApiObject): boolean {
    return isWaiting(pod) && this.profileOf(pod) !== undefined
  }

  /** Records an event about an object, as the profile of the pod that it is for. */
  private async tellAbout(object: ApiObject, type: 'Normal' | 'Warning', reason: string, message: string, by = object) {
    await this.recorders.get(this.profileOf(by)?.name ?? '')?.(object, type, reason, message)
  }

  /** The keys of all pods that wait. */
  waiting(): string[] {
    return [...this.queue.keys()]
  }

  /** More important pods are placed before others. */
  rank(key: string): number {
    const pod = this.queue.get(key)
    return pod ? priorityOf(pod) : 0
  }

  /** What has to be looked at again because of a pod. Called for what it was and for what it is. */
  podChanged(pod: ApiObject, [pods]: readonly ControllerCache[]): string[] {
    const key = keyOf(pod)
    const { namespace, name = '' } = pod.metadata
    const present = pods?.get(namespace, name)
    this.snapshot.changed(pod, present)
    const waits = present !== undefined && this.isMine(present)
    if (waits) this.queue.set(key, present)
    else this.queue.delete(key)
    if (waits && podOf(present).status?.nominatedNodeName) this.nominated.set(key, present)
    else this.nominated.delete(key)
    if (this.isMine(pod)) return [key]
    return changesRoom(pod) ? this.waiting() : []
  }

  /** Heartbeats of a node move nothing; its labels, taints and capacity do. */
  nodeChanged(keys: () => string[]) {
    return (node: ApiObject, caches: readonly ControllerCache[]): string[] => {
      const { spec, status, metadata } = node as ApiObject & { status?: { allocatable?: unknown } }
      const name = metadata.name ?? ''
      const present = caches[1]?.get(undefined, name)
      // The state before a change says nothing new.
      if (present && present !== node) return []
      const facts = JSON.stringify([metadata.labels, spec, status?.allocatable, metadata.uid])
      if (present && this.nodes.get(name) === facts) return []
      if (present) this.nodes.set(name, facts)
      else this.nodes.delete(name)
      return keys()
    }
  }

  async schedule(key: string, caches: readonly ControllerCache[]) {
    const [pods, nodes, claims, volumes, classes, budgets, namespaces] = caches
    const { namespace, name } = splitKey(key)
    const pod = pods?.get(namespace, name)
    const profile = pod && this.profileOf(pod)
    if (!profile || !isWaiting(pod) || !pods || !nodes) return this.forget(key, pod)
    this.uids.set(key, pod.metadata.uid ?? '')
    const now = this.deps.clock.now()
    const before = this.attempts.get(key)
    const wait = before ? before.at + this.backOff(before.count) - now : 0
    if (wait > 0) return { afterMs: wait }
    this.snapshot.update(nodes.list())
    const world: ClusterView = {
      release: this.deps.release,
      pod,
      profile,
      nodes: withNominated(this.snapshot.nodes(), pod, [...this.nominated.values()]),
      claims: (claim) => claims?.get(namespace, claim),
      volumes: (volume) => volumes?.get(undefined, volume),
      allVolumes: () => volumes?.list() ?? [],
      classes: (storageClass) => classes?.get(undefined, storageClass),
      namespaces: namespaces?.list() ?? [],
      budgets: budgets?.list() ?? [],
    }
    const { judged, next } = judgeEnough(world, this.first, this.settings.share)
    this.first = next
    const fitting = judged.filter((one) => firstRefusal(one).length === 0).map(({ node }) => node)
    if (fitting.length === 0) {
      this.attempts.set(key, { count: (before?.count ?? 0) + 1, at: now })
      return this.unschedulable(world, judged, profile.preempts)
    }
    const scores = points(world, fitting)
    const best = this.promised(key, fitting) ?? bestOf(fitting, scores)
    if (await this.awaitsVolumes(key, world, best)) return { afterMs: UNSCHEDULABLE_MS }
    this.attempts.delete(key)
    this.chosen.delete(key)
    const message = `Successfully assigned ${namespace ?? ''}/${name} to ${best.name}`
    this.record(world, judged, { node: best.name, message }, scores)
    return this.bind(pod, best.name, message)
  }

  private backOff(count: number): number {
    const { firstBackOffMs, longestBackOffMs } = this.settings
    return Math.min(firstBackOffMs * 2 ** (count - 1), longestBackOffMs)
  }

  private forget(key: string, pod: ApiObject | undefined): void {
    this.attempts.delete(key)
    this.chosen.delete(key)
    const uid = this.uids.get(key)
    this.uids.delete(key)
    // What was placed is kept a while; what went without a place is of no use.
    if (uid !== undefined && !pod) this.deps.placements?.forget(uid)
  }

  /** The node that was chosen for a pod before its volumes were there, as long as it still fits. */
  private promised(key: string, fitting: readonly NodeInfo[]): NodeInfo | undefined {
    const name = this.chosen.get(key)
    return fitting.find((node) => node.name === name)
  }

  /** Tells the claims that wait for their first pod where it goes. Answers whether volumes are still to come. */
  private async awaitsVolumes(key: string, world: ClusterView, node: NodeInfo): Promise<boolean> {
    const { pod, claims, classes } = world
    const late = claimNamesOf(pod).filter((name) => bindsLate(claims(name), classes))
    if (late.length === 0) return false
    this.chosen.set(key, node.name)
    for (const name of late) {
      const claim = claims(name)
      const volume = claim && volumeOn(world, claim, node.object)
      if (volume) await this.reserve(volume, claim)
      if (volume || claim?.metadata.annotations?.[SELECTED_NODE] === node.name) continue
      const patch = { metadata: { annotations: { [SELECTED_NODE]: node.name } } }
      await this.deps.client.patch(
        { ...core('persistentvolumeclaims'), namespace: pod.metadata.namespace },
        name,
        'merge',
        patch,
      )
    }
    return true
  }

  /** Keeps a volume that is there for a claim: the two are bound by the controller of volumes. */
  private async reserve(volume: ApiObject, { metadata }: ApiObject): Promise<void> {
    if (volumeOf(volume).spec?.claimRef?.uid === metadata.uid) return
    const { name, namespace, uid, resourceVersion } = metadata
    const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid, resourceVersion }
    const kept = { resourceVersion: volume.metadata.resourceVersion, annotations: { [BOUND_BY_CONTROLLER]: 'yes' } }
    await this.deps.client.patch(VOLUMES, volume.metadata.name ?? '', 'merge', { metadata: kept, spec: { claimRef } })
  }

  private record(
    { pod, nodes, profile }: ClusterView,
    judged: readonly Judged[],
    what: { readonly message: string; readonly node?: string; readonly nominated?: string },
    scores?: ReadonlyMap<NodeInfo, Readonly<Record<string, number>>>,
    eviction?: Eviction,
  ): void {
    const { namespace = '', name = '', uid = '' } = pod.metadata
    const victims = eviction?.victims.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`)
    const verdicts = () =>
      recordOf(judged, profile.filters, scores).map((one) =>
        victims && one.node === eviction?.node.name ? { ...one, victims } : one,
      )
    this.deps.placements?.record({
      namespace,
      name,
      uid,
      at: this.deps.clock.now(),
      ...what,
      nodes: verdicts,
      total: nodes.length,
    })
  }

  private async bind(pod: ApiObject, node: string, message: string): Promise<void> {
    const { name = '', namespace, uid } = pod.metadata
    this.snapshot.assume(pod, node)
    try {
      const binding = { metadata: { name, namespace, uid }, target: { apiVersion: 'v1', kind: 'Node', name: node } }
      await this.deps.client.create({ ...PODS, namespace }, binding, { name, subresource: 'binding' })
      await this.tellAbout(pod, 'Normal', 'Scheduled', message)
    } catch (error) {
      this.snapshot.forget(pod)
      if (!isStatus(error, 'NotFound') && !isStatus(error, 'Conflict')) throw error
    }
  }

  private async unschedulable(world: ClusterView, judged: readonly Judged[], preempts: boolean): Promise<RequeueAfter> {
    const { pod, nodes } = world
    const leaving = victimsAreLeaving(pod, nodes)
    const found = leaving || !preempts ? undefined : preemption(world, judged)
    const eviction = isEviction(found) ? found : undefined
    const message = explain({
      ...this.deps,
      total: nodes.length,
      first: firstOf(world),
      refusals: judged.map(firstRefusal),
      preemption: eviction || !preempts ? undefined : leaving ? LEAVING : ((found as Reasons | undefined) ?? POLITE),
    })
    const nominated = leaving ? podOf(pod).status?.nominatedNodeName : eviction?.node.name
    this.record(world, judged, { message, ...(nominated && { nominated }) }, undefined, eviction)
    await this.tell(pod, message, nominated)
    for (const victim of eviction?.victims ?? []) await this.evict(pod, victim, eviction?.node.name ?? '')
    return { afterMs: UNSCHEDULABLE_MS }
  }

  /** Writes into the pod why it waits, and where it may go once its victims are gone. */
  private async tell(pod: ApiObject, message: string, nominated: string | undefined): Promise<void> {
    const { name = '', namespace, uid } = pod.metadata
    const { status } = podOf(pod)
    const old = status?.conditions?.find(({ type }) => type === 'PodScheduled')
    const told = old?.status === 'False' && old.message === message
    if (told && (status?.nominatedNodeName ?? '') === (nominated ?? '')) return
    const at = old?.status === 'False' ? old.lastTransitionTime : timestamp(this.deps.clock.now())
    const reason = 'Unschedulable'
    const condition = { type: 'PodScheduled', status: 'False', reason, message, lastTransitionTime: at }
    const patch = {
      metadata: { uid },
      status: { conditions: [condition], nominatedNodeName: nominated ?? null },
    }
    try {
      await this.deps.client.patch({ ...PODS, namespace }, name, 'strategic', patch, { subresource: 'status' })
    } catch (error) {
      if (!isStatus(error, 'NotFound')) throw error
    }
    if (!told) await this.tellAbout(pod, 'Warning', 'FailedScheduling', message)
  }

  private async evict(pod: ApiObject, victim: ApiObject, node: string): Promise<void> {
    const { name = '', namespace, uid } = victim.metadata
    if (victim.metadata.deletionTimestamp) return
    const by = this.profileOf(pod)?.name ?? ''
    const message = `${by}: preempting to accommodate a higher priority pod`
    await tellDisruption(this.deps, victim, { reason: 'PreemptionByScheduler', message })
    try {
      await this.deps.client.delete({ ...PODS, namespace }, name, { body: { preconditions: { uid } } })
      const preemptor = `${pod.metadata.namespace ?? ''}/${pod.metadata.name ?? ''}`
      await this.tellAbout(victim, 'Normal', 'Preempted', `Preempted by ${preemptor} on node ${node}`, pod)
    } catch (error) {
      if (!isStatus(error, 'NotFound') && !isStatus(error, 'Conflict')) throw error
    }
  }
}

const bestOf = (fitting: readonly NodeInfo[], scores: ReadonlyMap<NodeInfo, Readonly<Record<string, number>>>) =>
  fitting.reduce((a, b) => (totalOf(scores.get(b)) > totalOf(scores.get(a)) ? b : a))
