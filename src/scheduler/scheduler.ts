import { podOf } from '../api/kinds/shared/pod-types'
import { behaves } from '../api/releases/ledger'
import type { ApiObject } from '../machinery/object'
import { isStatus, type Target } from '../client/client'
import { timestamp } from '../machinery/clock'
import { type ControllerCache, keyOf, type RequeueAfter, runController, splitKey } from '../controllers/controller'
import type { ControllerDeps, ControllerRow } from '../controllers/controllers'
import { eventRecorder, type Recorder } from '../controllers/workloads/events'
import { FILTERS, type Refusal, type World } from './filters'
import { totals } from './scores'
import { Snapshot } from './snapshot'

const NAME = 'scheduler'
const PROFILE = 'default-scheduler'
const core = (resource: string): Target => ({ group: '', version: 'v1', resource })
const PODS = core('pods')
const FIRST_BACK_OFF_MS = 1000
const LONGEST_BACK_OFF_MS = 10_000
/** A pod that nothing has changed for is looked at again after so long. */
const UNSCHEDULABLE_MS = 60_000

const isWaiting = (pod: ApiObject): boolean => {
  const { spec, status } = podOf(pod)
  return (
    !spec?.nodeName &&
    (spec?.schedulerName ?? PROFILE) === PROFILE &&
    !pod.metadata.deletionTimestamp &&
    (spec?.schedulingGates ?? []).length === 0 &&
    status?.phase !== 'Succeeded' &&
    status?.phase !== 'Failed'
  )
}

/** Assigns pods to nodes: filters say where a pod may go, scores where it had better (resource API, "Binding"). */
export const scheduler: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  user: 'system:orch-scheduler',
  needs: ['v1/pods', 'v1/nodes', 'v1/namespaces', 'v1/persistentvolumeclaims', 'v1/persistentvolumes'],
  start(deps) {
    const loop = new Loop(deps)
    const waiting = (_: ApiObject, [pods]: readonly ControllerCache[]) =>
      (pods?.list() ?? []).filter(isWaiting).map(keyOf)
    const freed = (pod: ApiObject, caches: readonly ControllerCache[]) =>
      isWaiting(pod) ? [keyOf(pod)] : changesRoom(pod) ? waiting(pod, caches) : []
    return runController({
      name: NAME,
      client: deps.reader,
      clock: deps.clock,
      signal: deps.signal,
      log: (message) => deps.log(NAME, message),
      // One decision after the other: each sees the one before.
      workers: 1,
      watches: [
        { target: PODS, keys: freed },
        { target: core('nodes'), keys: loop.nodeChanged(waiting) },
        { target: core('persistentvolumeclaims'), keys: waiting },
        { target: core('persistentvolumes'), keys: waiting },
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
  private readonly attempts = new Map<string, { count: number; at: number }>()
  private readonly nodes = new Map<string, string>()
  private readonly events: Recorder

  constructor(private readonly deps: ControllerDeps) {
    this.events = eventRecorder(deps, PROFILE, { apiVersion: 'v1', kind: 'Pod' })
  }

  /** Heartbeats of a node move nothing; its labels, taints and capacity do. */
  nodeChanged(keys: (object: ApiObject, caches: readonly ControllerCache[]) => string[]) {
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
      return keys(node, caches)
    }
  }

  async schedule(key: string, [pods, nodes, claims, volumes, namespaces]: readonly ControllerCache[]) {
    const { namespace, name } = splitKey(key)
    const pod = pods?.get(namespace, name)
    if (!pod || !isWaiting(pod) || !pods || !nodes) return void this.attempts.delete(key)
    const now = this.deps.clock.now()
    const before = this.attempts.get(key)
    const wait = before ? before.at + backOff(before.count) - now : 0
    if (wait > 0) return { afterMs: wait }
    this.snapshot.update(nodes.list(), pods.list())
    const world: World = {
      pod,
      nodes: this.snapshot.nodes(),
      claims: (claim) => claims?.get(namespace, claim),
      volumes: (volume) => volumes?.get(undefined, volume),
      namespaces: namespaces?.list() ?? [],
    }
    const { fitting, refusals } = judge(world)
    if (fitting.length === 0) {
      this.attempts.set(key, { count: (before?.count ?? 0) + 1, at: now })
      return this.unschedulable(pod, world, refusals)
    }
    const scores = totals(world, fitting)
    const best = fitting.reduce((a, b) => ((scores.get(b) ?? 0) > (scores.get(a) ?? 0) ? b : a))
    this.attempts.delete(key)
    return this.bind(pod, best.name)
  }

  private async bind(pod: ApiObject, node: string): Promise<void> {
    const { name = '', namespace, uid } = pod.metadata
    this.snapshot.assume(pod, node)
    try {
      const binding = { metadata: { name, namespace, uid }, target: { apiVersion: 'v1', kind: 'Node', name: node } }
      await this.deps.client.create({ ...PODS, namespace }, binding, { name, subresource: 'binding' })
      const message = `Successfully assigned ${namespace ?? ''}/${name} to ${node}`
      await this.events(pod, 'Normal', 'Scheduled', message)
    } catch (error) {
      this.snapshot.forget(pod)
      if (!isStatus(error, 'NotFound') && !isStatus(error, 'Conflict')) throw error
    }
  }

  private async unschedulable(
    pod: ApiObject,
    { nodes }: World,
    refusals: ReadonlyMap<string, readonly Refusal[]>,
  ): Promise<RequeueAfter> {
    const message = explain(nodes.length, refusals)
    const { name = '', namespace, uid } = pod.metadata
    const old = podOf(pod).status?.conditions?.find(({ type }) => type === 'PodScheduled')
    if (old?.status !== 'False' || old.message !== message) {
      const at = old?.status === 'False' ? old.lastTransitionTime : timestamp(this.deps.clock.now())
      const condition = {
        type: 'PodScheduled',
        status: 'False',
        reason: 'Unschedulable',
        message,
        lastTransitionTime: at,
      }
      const patch = { metadata: { uid }, status: { conditions: [condition] } }
      try {
        await this.deps.client.patch({ ...PODS, namespace }, name, 'strategic', patch, { subresource: 'status' })
      } catch (error) {
        if (!isStatus(error, 'NotFound')) throw error
      }
      await this.events(pod, 'Warning', 'FailedScheduling', message)
    }
    return { afterMs: UNSCHEDULABLE_MS }
  }
}

const backOff = (count: number): number => Math.min(FIRST_BACK_OFF_MS * 2 ** (count - 1), LONGEST_BACK_OFF_MS)

/** The nodes that a pod fits on, and for the others what the first filter said that refuses them. */
export function judge(world: World) {
  const prepared = FILTERS.map((filter) => filter.prepare(world))
  const fitting: World['nodes'][number][] = []
  const refusals = new Map<string, readonly Refusal[]>()
  for (const node of world.nodes) {
    const refusal = prepared.reduce<readonly Refusal[]>((found, filter) => (found.length ? found : filter(node)), [])
    if (refusal.length === 0) fitting.push(node)
    else refusals.set(node.name, refusal)
  }
  return { fitting, refusals }
}

/** `0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were unschedulable.` */
export function explain(total: number, refusals: ReadonlyMap<string, readonly Refusal[]>): string {
  if (total === 0) return 'no nodes available to schedule pods'
  const counts = new Map<string, number>()
  for (const reasons of refusals.values())
    for (const { reason } of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const parts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort()
  return `0/${total} nodes are available: ${parts.join(', ')}.`
}
