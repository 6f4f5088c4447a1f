import type { Target } from '../../client/targets'
import type { ApiObject } from '../../machinery/object'
import { keyOf } from '../../client/object-key'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import { writeStatus } from '../kit'
import { podOf } from '../../api/kinds/shared/pod-types'
import { scaledValue } from '../../machinery/scaled-value'
import { isNamespaceEnding } from '../../client/status-error'
import { behaves } from '../../api/releases/ledger'
import type { Backoff } from './backoff'
import { inBatches } from './batches'
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

/** Maximum number of pods created or deleted per reconciliation. */
const BURST = 250
const GENERATION = 'pod-template-generation'

const objectName = ({ metadata }: ApiObject) => metadata.name
const shortHash = ({ metadata }: ApiObject) => metadata.labels?.[REVISION_HASH]

/** Pods that have a node before those that wait, and then the oldest first. */
const scheduledFirst = (pods: readonly ApiObject[]): ApiObject[] =>
  byAge(pods).sort((a, b) => Number(!podOf(a).spec?.nodeName) - Number(!podOf(b).spec?.nodeName))

/** One reconciliation of one daemon set. */
export class DaemonSetSync {
  private readonly spec
  private readonly owner
  private readonly byNode = new Map<string, ApiObject[]>()
  /** Milliseconds until the set must be looked at again. */
  private againMs = Infinity

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    private readonly writer: PodWriter,
    private readonly backoff: Backoff,
    private readonly set: ApiObject,
    private readonly nodes: readonly ApiObject[],
    private readonly pods: readonly ApiObject[],
    private readonly history: readonly ApiObject[],
  ) {
    this.spec = daemonOf(set).spec ?? {}
    this.owner = ownerReference(set, DAEMON_SET_KIND.apiVersion, DAEMON_SET_KIND.kind)
    for (const pod of scheduledFirst(pods)) {
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
      // Earlier revisions that pods still have count, too.
      this.history.filter((one) => objectName(one) !== objectName(revision)).length,
    )
    return this.writeStatus(hash)
  }

  private available(pod: ApiObject): boolean {
    return !this.goes(pod) && availableIn(pod, this.spec.minReadySeconds ?? 0, this.deps.clock.now()) === 0
  }

  /** Creates missing pods and deletes unwanted ones; returns whether anything had to change. */
  private async placeAll(hash: string): Promise<boolean> {
    const missing: string[] = []
    const unwanted: ApiObject[] = []
    for (const node of this.nodes) {
      const name = node.metadata.name ?? ''
      const { runs, stays } = belongs(this.spec.template, node)
      const pods = this.byNode.get(name)
      if (runs && !pods) missing.push(name)
      else if (stays) unwanted.push(...(await this.surplusOf(pods ?? [], hash)))
      else unwanted.push(...(pods ?? []).filter((pod) => !this.goes(pod)))
    }
    // Pods that were assigned to a node are collected with it; nobody else deletes those that wait for it.
    const known = new Set(this.nodes.map(({ metadata }) => metadata.name ?? ''))
    for (const [name, pods] of this.byNode)
      if (!known.has(name)) unwanted.push(...pods.filter((pod) => !podOf(pod).spec?.nodeName && !this.goes(pod)))
    await this.apply(missing.slice(0, BURST), unwanted.slice(0, BURST), hash)
    return missing.length + unwanted.length > 0
  }

  /** @throws the first refusal, after all that can be done was done */
  private async apply(missing: readonly string[], unwanted: readonly ApiObject[], hash: string): Promise<void> {
    const { signal } = this.deps
    const outcomes = await Promise.allSettled([
      inBatches(missing.length, signal, (i) => this.create(missing[i] ?? '', hash)),
      inBatches(unwanted.length, signal, (i) => this.writer.delete(this.set, unwanted[i] as ApiObject)),
    ])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    if (refused && !isNamespaceEnding(refused.reason)) throw refused.reason
  }

  /** Failed pods whose back-off is over, and those that are too many. */
  private async surplusOf(pods: readonly ApiObject[], hash: string): Promise<ApiObject[]> {
    const surplus: ApiObject[] = []
    const alive = pods.filter((pod) => !this.goes(pod))
    const over = alive.filter((pod) => this.isOver(pod))
    for (const pod of over) {
      const left = this.backoffOf(pod)
      if (left > 0) this.againMs = Math.min(this.againMs, left)
      else surplus.push(await this.tellEnded(pod))
    }
    const running = alive.filter((pod) => !over.includes(pod))
    if (this.surge() === 0) return [...surplus, ...running.slice(1)]
    const [current, old] = [true, false].map((is) => running.filter((pod) => (shortHash(pod) === hash) === is))
    surplus.push(...(current ?? []).slice(1), ...(old ?? []).slice(1))
    // The old pod is deleted as soon as the new one is available, or if it doesn't work itself.
    const [fresh, stale] = [current?.[0], old?.[0]]
    if (fresh && stale && (!hasReadyCondition(stale) || this.available(fresh))) surplus.push(stale)
    return surplus
  }

  private isOver(pod: ApiObject): boolean {
    const { phase } = podOf(pod).status ?? {}
    return phase === 'Failed' || (phase === 'Succeeded' && behaves('sets-recreate-succeeded', this.deps.release))
  }

  /** Milliseconds before a failed pod may be deleted; if none, the next failure on its node waits longer. */
  private backoffOf(pod: ApiObject): number {
    if (podOf(pod).status?.phase !== 'Failed') return 0
    const { uid = '' } = this.set.metadata
    const { observedGeneration = 0 } = daemonOf(this.set).status ?? {}
    return this.backoff.left(`${uid}/${observedGeneration}/${nodeOf(pod) ?? ''}`, this.deps.clock.now())
  }

  private async tellEnded(pod: ApiObject): Promise<ApiObject> {
    const { name = '', namespace = '' } = pod.metadata
    const where = `${namespace}/${name} on node ${nodeOf(pod) ?? ''}`
    if (podOf(pod).status?.phase === 'Failed') {
      const told = `Found failed daemon pod ${where}, will try to kill it`
      await this.events(this.set, 'Warning', 'FailedDaemonPod', told)
    } else {
      const told = `Found succeeded daemon pod ${where}, will try to delete it`
      await this.events(this.set, 'Normal', 'SucceededDaemonPod', told)
    }
    return pod
  }

  private async create(node: string, hash: string): Promise<void> {
    const pod = podForNode(this.spec.template, this.owner, node)
    const generation = this.set.metadata.annotations?.['deprecated.daemonset.template.generation']
    const labels = { ...pod.metadata.labels, [REVISION_HASH]: hash, ...(generation && { [GENERATION]: generation }) }
    pod.metadata.labels = labels
    await this.writer.create(keyOf(this.set), this.set, pod)
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
    await this.apply([], [...broken, ...working], hash)
  }

  private async writeStatus(hash: string): Promise<RequeueAfter | void> {
    const old = daemonOf(this.set).status ?? {}
    const counts = { desired: 0, current: 0, misscheduled: 0, ready: 0, available: 0, updated: 0 }
    for (const node of this.nodes) {
      const { runs } = belongs(this.spec.template, node)
      const [pod] = this.byNode.get(node.metadata.name ?? '') ?? []
      if (runs) counts.desired += 1
      if (!pod) continue
      counts[runs ? 'current' : 'misscheduled'] += 1
      if (!runs) continue
      // Of several pods on a node, only the oldest one counts.
      const wait = availableIn(pod, this.spec.minReadySeconds ?? 0, this.deps.clock.now())
      if (wait !== undefined) counts.ready += 1
      if (wait === 0) counts.available += 1
      else if (wait) this.againMs = Math.min(this.againMs, wait)
      if (shortHash(pod) === hash) counts.updated += 1
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
    return Number.isFinite(this.againMs) ? { afterMs: this.againMs } : undefined
  }
}
