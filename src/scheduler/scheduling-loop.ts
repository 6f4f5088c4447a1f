import { podOf } from '../api/kinds/shared/pod-types'
import type { ControllerDeps } from '../controllers/controllers'
import { keyOf, splitKey } from '../client/object-key'
import type { ControllerCache } from '../controllers/watched-cache'
import type { RequeueAfter } from '../controllers/work-queue'
import type { ApiObject } from '../machinery/object'
import { explain } from './explain'
import { decisionOf, type MadeDecision } from './decision-record'
import { DelayedVolumes } from './delayed-volumes'
import type { ClusterView, Profile } from './plugin'
import { isPassing, PodWrites } from './pod-writes'
import { isEviction, preemption, victimsAreLeaving, withNominated } from './preemption'
import { NodeChanges } from './node-changes'
import { DEFAULT_PROFILE, type SchedulerSettings, STANDARD_SETTINGS } from './profiles'
import { type RecordScheduling, schedulingRecorder } from './scheduling-events'
import { points, totalOf } from './scores'
import { type NodeInfo, Snapshot } from './snapshot'
import { firstOf, firstRefusal, type Judged, judgeEnough } from './verdicts'
import { isWaiting, WaitingPods } from './waiting-pods'

const POLITE = 'not eligible due to preemptionPolicy=Never.'
const LEAVING = 'not eligible due to a terminating pod on the nominated node.'

type Reasons = ReadonlyMap<string, readonly string[]>

/** A pod is retried after this time even if nothing has changed. */
const UNSCHEDULABLE_MS = 60_000

/** Whether a pod has ended or is being deleted, and so makes room for others. */
const changesRoom = (pod: ApiObject): boolean => {
  const phase = podOf(pod).status?.phase
  return phase === 'Succeeded' || phase === 'Failed' || pod.metadata.deletionTimestamp !== undefined
}

/** The scheduler’s state, and its decision about one pod at a time: filter the nodes, score them, bind the pod or preempt. */
export class SchedulingLoop {
  private readonly snapshot = new Snapshot()
  private readonly queue: WaitingPods
  private readonly late: DelayedVolumes
  private readonly writes: PodWrites
  /** Index of the node that is judged first in a cluster too large to judge all. */
  private first = 0
  private readonly nodes = new NodeChanges()
  /** Whether a node has changed since the last decision. */
  private nodesChanged = true
  private readonly uids = new Map<string, string>()
  private readonly settings: SchedulerSettings
  /** A decision with writes that later decisions must see, while it runs. */
  private alone: Promise<unknown> | undefined
  /** Each profile records events under its own name. */
  private readonly recorders: ReadonlyMap<string, RecordScheduling>

  constructor(private readonly deps: ControllerDeps) {
    this.settings = deps.scheduler ?? STANDARD_SETTINGS
    this.recorders = new Map([...this.settings.profiles.keys()].map((name) => [name, schedulingRecorder(deps, name)]))
    this.queue = new WaitingPods(this.settings)
    this.late = new DelayedVolumes(deps.client)
    this.writes = new PodWrites(deps, (pod) => {
      const name = this.profileOf(pod)?.name ?? ''
      return { name, record: this.recorders.get(name) }
    })
  }

  private profileOf(pod: ApiObject): Profile | undefined {
    return this.settings.profiles.get(podOf(pod).spec?.schedulerName ?? DEFAULT_PROFILE)
  }

  /** Whether a pod waits for this scheduler, not for another one. */
  private isMine(pod: ApiObject): boolean {
    return isWaiting(pod) && this.profileOf(pod) !== undefined
  }

  /** The keys of all waiting pods. */
  waiting(): string[] {
    return this.queue.keys()
  }

  /** More important pods are placed first. */
  rank(key: string): number {
    return this.queue.rank(key)
  }

  /** The keys to process because of a changed pod. Called with its old and its new state. */
  podChanged(pod: ApiObject, [pods]: readonly ControllerCache[]): string[] {
    const key = keyOf(pod)
    const { namespace, name = '' } = pod.metadata
    const present = pods?.get(namespace, name)
    this.snapshot.changed(pod, present)
    const waits = present !== undefined && this.isMine(present)
    this.queue.set(key, waits ? present : undefined)
    if (this.isMine(pod)) return [key]
    return changesRoom(pod) ? this.waiting() : []
  }

  /** The keys to process because of a changed node: all waiting ones, if the change matters. */
  nodeChanged(node: ApiObject, [, nodes]: readonly ControllerCache[]): string[] {
    this.nodesChanged = true
    return this.nodes.matters(node, nodes?.get(undefined, node.metadata.name ?? '')) ? this.waiting() : []
  }

  /** Decisions are made one after another: each takes the previous one into account. Bindings are written together. */
  async schedule(key: string, caches: readonly ControllerCache[]) {
    while (this.alone) await this.alone
    const [pods, nodes, claims, volumes, classes, budgets, namespaces] = caches
    const { namespace, name } = splitKey(key)
    const pod = pods?.get(namespace, name)
    const profile = pod && this.profileOf(pod)
    if (!profile || !isWaiting(pod) || !pods || !nodes) return this.forget(key, pod)
    this.uids.set(key, pod.metadata.uid ?? '')
    const now = this.deps.clock.now()
    const wait = this.queue.waitMs(key, now)
    if (wait > 0) return { afterMs: wait }
    if (this.nodesChanged) this.snapshot.update(nodes.list())
    this.nodesChanged = false
    const world: ClusterView = {
      release: this.deps.release,
      pod,
      profile,
      nodes: withNominated(this.snapshot.nodes(), pod, this.queue.nominated()),
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
      this.queue.failed(key, now)
      return this.undisturbed(this.unschedulable(world, judged, profile.preempts))
    }
    const scores = points(world, fitting)
    const best = this.late.promised(key, fitting) ?? bestOf(fitting, scores)
    const provided = this.late.provide(key, world, best)
    if (provided) {
      await this.undisturbed(provided)
      return { afterMs: UNSCHEDULABLE_MS }
    }
    this.queue.settled(key)
    this.late.forget(key)
    const message = `Successfully assigned ${namespace ?? ''}/${name} to ${best.name}`
    this.record({ world, judged, node: best.name, message, scores })
    return this.bind(pod, best.name, message)
  }

  /** Lets other decisions wait for the writes of one. */
  private undisturbed<T>(writes: Promise<T>): Promise<T> {
    const over = () => (this.alone = undefined)
    this.alone = writes.then(over, over)
    return writes
  }

  private forget(key: string, pod: ApiObject | undefined): void {
    this.queue.settled(key)
    this.late.forget(key)
    const uid = this.uids.get(key)
    this.uids.delete(key)
    // Decisions about placed pods are kept for a while; those about deleted pending pods are dropped.
    if (uid !== undefined && !pod) this.deps.placements?.forget(uid)
  }

  private record(made: MadeDecision): void {
    this.deps.placements?.record(decisionOf(made, this.deps.clock.now()))
  }

  private async bind(pod: ApiObject, node: string, message: string): Promise<void> {
    this.snapshot.assume(pod, node)
    try {
      await this.writes.bind(pod, node, message)
    } catch (error) {
      this.snapshot.forget(pod)
      if (!isPassing(error)) throw error
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
    this.record({ world, judged, message, nominated, eviction })
    await this.writes.explain(pod, message, nominated)
    for (const victim of eviction?.victims ?? []) await this.writes.evict(pod, victim, eviction?.node.name ?? '')
    return { afterMs: UNSCHEDULABLE_MS }
  }
}

const bestOf = (fitting: readonly NodeInfo[], scores: ReadonlyMap<NodeInfo, Readonly<Record<string, number>>>) =>
  fitting.reduce((a, b) => (totalOf(scores.get(b)) > totalOf(scores.get(a)) ? b : a))
