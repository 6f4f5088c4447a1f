import type { Target } from '../../client/targets'
import type { ApiObject } from '../../machinery/object'
import { keyOf } from '../../client/object-key'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import { writeStatus } from '../kit'
import { podOf } from '../../api/kinds/shared/pod-types'
import { scaledValue } from '../../machinery/scaled-value'
import { belongs, daemonOf, nodeOf, podForNode } from './daemon-nodes'
import type { Recorder } from './events'
import { ownerReference } from './owners'
import { availableIn, hasReadyCondition, PodWriter } from './pods'
import { CollisionError, REVISION_HASH, revisionFor, trimHistory } from './revisions'
import { templateHash } from './template-hash'
import { byAge } from './by-age'

/** The kind in owner references. */
export const DAEMON_SET_KIND = { apiVersion: 'apps/v1', kind: 'DaemonSet' }

/** Where daemon sets are served. */
export const DAEMON_SETS: Target = { group: 'apps', version: 'v1', resource: 'daemonsets' }

const GENERATION = 'pod-template-generation'

const shortHash = ({ metadata }: ApiObject) => metadata.labels?.[REVISION_HASH]

/** One reconciliation of one daemon set. */
export class DaemonSetSync {
  private readonly spec
  private readonly owner
  private readonly byNode = new Map<string, ApiObject[]>()

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    private readonly writer: PodWriter,
    private readonly set: ApiObject,
    private readonly nodes: readonly ApiObject[],
    private readonly pods: readonly ApiObject[],
    private readonly history: readonly ApiObject[],
  ) {
    this.spec = daemonOf(set).spec ?? {}
    this.owner = ownerReference(set, DAEMON_SET_KIND.apiVersion, DAEMON_SET_KIND.kind)
    for (const pod of pods) {
      const node = nodeOf(pod) ?? ''
      this.byNode.set(node, [...(this.byNode.get(node) ?? []), pod])
    }
  }

  /** Whether it is being deleted, even if the cache does not show it yet. */
  private goes(pod: ApiObject): boolean {
    return pod.metadata.deletionTimestamp !== undefined || this.writer.isGone(pod)
  }

  async sync(): Promise<RequeueAfter | void> {
    const { namespace, annotations } = this.set.metadata
    const { collisionCount } = daemonOf(this.set).status ?? {}
    const labels = this.spec.template?.metadata?.labels ?? {}
    const { owner } = this
    const { template } = this.spec
    const wanted = {
      owner,
      namespace,
      template,
      labels,
      annotations,
      hashLabel: REVISION_HASH,
      hash: () => templateHash(template, collisionCount),
    }
    let revision: ApiObject
    try {
      revision = await revisionFor(this.deps.client, wanted, this.history)
    } catch (error) {
      if (!(error instanceof CollisionError)) throw error
      const status = { ...daemonOf(this.set).status, collisionCount: (collisionCount ?? 0) + 1 }
      return void (await writeStatus(this.deps.client, DAEMON_SETS, this.set, status))
    }
    const hash = shortHash(revision) ?? ''
    const changed = await this.placeAll(hash)
    if (!changed && this.spec.updateStrategy?.type !== 'OnDelete') await this.roll(hash)
    const used = new Set([hash, ...this.pods.map(shortHash)])
    await trimHistory(
      this.deps.client,
      this.history,
      (one) => used.has(shortHash(one)),
      this.spec.revisionHistoryLimit ?? 10,
    )
    return this.writeStatus(hash)
  }

  private available(pod: ApiObject): boolean {
    return !this.goes(pod) && availableIn(pod, this.spec.minReadySeconds ?? 0, this.deps.clock.now()) === 0
  }

  /** Creates missing pods and deletes unwanted ones; returns whether anything had to change. */
  private async placeAll(hash: string): Promise<boolean> {
    let changed = false
    const known = new Set(this.nodes.map(({ metadata }) => metadata.name ?? ''))
    for (const [name, pods] of this.byNode)
      if (!known.has(name)) for (const pod of pods) if (!this.goes(pod)) changed = (await this.delete(pod)) || changed
    for (const node of this.nodes) {
      const name = node.metadata.name ?? ''
      const { runs, stays } = belongs(this.spec.template, node)
      const pods = this.byNode.get(name) ?? []
      const surplus = stays ? await this.surplusOf(pods, hash) : pods.filter((pod) => !this.goes(pod))
      for (const pod of surplus) changed = (await this.delete(pod)) || changed
      if (!runs || pods.some((pod) => !surplus.includes(pod))) continue
      await this.create(name, hash)
      changed = true
    }
    return changed
  }

  /** Failed pods, and all but the oldest of each template. */
  private async surplusOf(pods: readonly ApiObject[], hash: string): Promise<ApiObject[]> {
    const surplus: ApiObject[] = []
    const alive = pods.filter((pod) => !this.goes(pod))
    for (const pod of alive) {
      const phase = podOf(pod).status?.phase
      if (phase !== 'Failed' && phase !== 'Succeeded') continue
      const [reason, how] = phase === 'Failed' ? ['FailedDaemonPod', 'failed'] : ['SucceededDaemonPod', 'succeeded']
      const where = `${pod.metadata.name ?? ''} on node ${nodeOf(pod) ?? ''}`
      await this.events(this.set, 'Warning', reason, `Found ${how} daemon pod ${where}, will try to kill it`)
      surplus.push(pod)
    }
    const rest = alive.filter((pod) => !surplus.includes(pod))
    const [current, old] = [true, false].map((is) => byAge(rest.filter((pod) => (shortHash(pod) === hash) === is)))
    surplus.push(...(current ?? []).slice(1), ...(old ?? []).slice(1))
    // With a surge, the old pod is deleted as soon as the new one is available.
    const [fresh, stale] = [current?.[0], old?.[0]]
    if (fresh && stale && (this.surge() === 0 || this.available(fresh))) surplus.push(stale)
    return surplus
  }

  private async create(node: string, hash: string): Promise<void> {
    const pod = podForNode(this.spec.template, this.owner, node)
    const generation = this.set.metadata.annotations?.['deprecated.daemonset.template.generation']
    const labels = { ...pod.metadata.labels, [REVISION_HASH]: hash, ...(generation && { [GENERATION]: generation }) }
    pod.metadata.labels = labels
    await this.writer.create(keyOf(this.set), this.set, pod)
  }

  private async delete(pod: ApiObject): Promise<boolean> {
    await this.writer.delete(this.set, pod)
    return true
  }

  private surge(): number {
    const { maxSurge } = this.spec.updateStrategy?.rollingUpdate ?? {}
    return this.deps.feature('DaemonSetUpdateSurge') ? scaledValue(maxSurge, this.nodes.length, 'up') : 0
  }

  /** Replaces old pods: unavailable ones at once, the others within the limits of the strategy. */
  private async roll(hash: string): Promise<void> {
    const wanted = this.nodes.filter((node) => belongs(this.spec.template, node).runs)
    const podsOn = (node: ApiObject) => this.byNode.get(node.metadata.name ?? '') ?? []
    const rolling = wanted.filter((node) => podsOn(node).some((pod) => shortHash(pod) !== hash && !this.goes(pod)))
    if (this.surge() > 0) {
      const surging = wanted.filter((node) => podsOn(node).filter((pod) => !this.goes(pod)).length > 1).length
      const next = rolling.filter((node) => !podsOn(node).some((pod) => shortHash(pod) === hash && !this.goes(pod)))
      for (const node of next.slice(0, Math.max(0, this.surge() - surging)))
        await this.create(node.metadata.name ?? '', hash)
      return
    }
    const most = scaledValue(this.spec.updateStrategy?.rollingUpdate?.maxUnavailable ?? 1, wanted.length, 'up')
    const gaps = wanted.filter((node) => !podsOn(node).some((pod) => this.available(pod)))
    const old = rolling.flatMap((node) => podsOn(node).filter((pod) => shortHash(pod) !== hash && !this.goes(pod)))
    const broken = old.filter((pod) => !this.available(pod))
    const working = old.filter((pod) => this.available(pod)).slice(0, Math.max(0, Math.max(most, 1) - gaps.length))
    for (const pod of [...broken, ...working]) await this.writer.delete(this.set, pod)
  }

  private async writeStatus(hash: string): Promise<RequeueAfter | void> {
    const old = daemonOf(this.set).status ?? {}
    const counts = { desired: 0, current: 0, misscheduled: 0, ready: 0, available: 0, updated: 0 }
    let soonest = Infinity
    for (const node of this.nodes) {
      const { runs } = belongs(this.spec.template, node)
      const pods = byAge((this.byNode.get(node.metadata.name ?? '') ?? []).filter((pod) => !this.goes(pod)))
      if (!runs) {
        if (pods.length > 0) counts.misscheduled += 1
        continue
      }
      counts.desired += 1
      if (pods.length === 0) continue
      counts.current += 1
      if (pods.some(hasReadyCondition)) counts.ready += 1
      if (pods.some((pod) => this.available(pod))) counts.available += 1
      if (pods.some((pod) => shortHash(pod) === hash)) counts.updated += 1
      for (const pod of pods) {
        const wait = availableIn(pod, this.spec.minReadySeconds ?? 0, this.deps.clock.now())
        if (wait) soonest = Math.min(soonest, wait)
      }
    }
    await writeStatus(this.deps.client, DAEMON_SETS, this.set, {
      currentNumberScheduled: counts.current,
      numberMisscheduled: counts.misscheduled,
      desiredNumberScheduled: counts.desired,
      numberReady: counts.ready,
      observedGeneration: this.set.metadata.generation ?? 0,
      updatedNumberScheduled: counts.updated,
      numberAvailable: counts.available,
      numberUnavailable: counts.desired - counts.available,
      ...(old.collisionCount && { collisionCount: old.collisionCount }),
    })
    return Number.isFinite(soonest) ? { afterMs: soonest } : undefined
  }
}
