import type { Target } from '../../client/targets'
import { messageOf } from '../../machinery/message-of'
import type { ApiObject } from '../../machinery/object'
import { behaves } from '../../api/releases/ledger'
import { PODS } from '../../client/core-targets'
import { isStatus } from '../../client/status-error'
import { keyOf } from '../../client/object-key'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import { writeStatus } from '../kit'
import { podOf } from '../../api/kinds/shared/pod-types'
import { scaledValue } from '../../machinery/scaled-value'
import type { Recorder } from './events'
import { ownerReference } from './owners'
import { availableIn, hasReadyCondition, PodWriter } from './pods'
import { CollisionError, REVISION_HASH, revisionData, revisionFor, templateOf, trimHistory } from './revisions'
import { revisionHash } from './template-hash'
import { objectName, StatefulSetClaims } from './stateful-claims'
import { conforming, ordinalOf, podAt, podWords, statefulOf } from './stateful-pods'

/** The kind in owner references. */
export const STATEFUL_SET_KIND = { apiVersion: 'apps/v1', kind: 'StatefulSet' }

/** Where stateful sets are served. */
export const STATEFUL_SETS: Target = { group: 'apps', version: 'v1', resource: 'statefulsets' }

const revisionOf = ({ metadata }: ApiObject) => metadata.labels?.[REVISION_HASH]

/** One reconciliation of one stateful set. */
export class StatefulSetSync {
  private readonly spec
  private readonly owner
  private readonly claims: StatefulSetClaims
  /** The current revision of the set, and the one that it is being updated to. */
  private current: ApiObject | undefined
  private update: ApiObject | undefined
  /** Pods that this run has created. */
  private readonly created: ApiObject[] = []

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    private readonly writer: PodWriter,
    private readonly set: ApiObject,
    private readonly pods: readonly ApiObject[],
    private readonly history: readonly ApiObject[],
    claimOf: (name: string) => ApiObject | undefined,
  ) {
    this.spec = statefulOf(set).spec ?? {}
    this.owner = ownerReference(set, STATEFUL_SET_KIND.apiVersion, STATEFUL_SET_KIND.kind)
    this.claims = new StatefulSetClaims(deps, events, set, this.owner, claimOf)
  }

  /** Whether it is being deleted, even if the cache does not show it yet. */
  private goes(pod: ApiObject): boolean {
    return pod.metadata.deletionTimestamp !== undefined || this.writer.isGone(pod)
  }

  async sync(): Promise<RequeueAfter | void> {
    const { status = {} } = statefulOf(this.set)
    const collisions = status.collisionCount ?? 0
    try {
      this.update = await revisionFor(
        this.deps.client,
        {
          owner: this.owner,
          namespace: this.set.metadata.namespace,
          template: this.spec.template,
          labels: this.spec.template?.metadata?.labels ?? {},
          annotations: this.set.metadata.annotations,
          hashLabel: 'controller.orch.io/hash',
          hash: () => revisionHash(revisionData(this.spec.template), collisions),
        },
        this.history,
      )
    } catch (error) {
      if (!(error instanceof CollisionError)) throw error
      return void (await writeStatus(this.deps.client, STATEFUL_SETS, this.set, {
        ...status,
        collisionCount: collisions + 1,
      }))
    }
    this.current = this.history.find((revision) => objectName(revision) === status.currentRevision) ?? this.update
    if (this.set.metadata.deletionTimestamp) return this.writeStatus()
    if (this.deps.feature('StatefulSetAutoDeletePVC')) await this.claims.retain(this.pods, (pod) => this.wants(pod))
    await this.move()
    const again = await this.writeStatus()
    const used = new Set([objectName(this.current), objectName(this.update), ...this.pods.map(revisionOf)])
    await trimHistory(
      this.deps.client,
      this.history,
      (revision) => used.has(objectName(revision)),
      this.spec.revisionHistoryLimit ?? 10,
    )
    return again
  }

  private start(): number {
    return this.deps.feature('StatefulSetStartOrdinal') ? (this.spec.ordinals?.start ?? 0) : 0
  }

  /** Whether the set still wants a pod with this ordinal. */
  private wants(pod: ApiObject): boolean {
    const ordinal = (ordinalOf(this.set, pod) ?? 0) - this.start()
    return ordinal >= 0 && ordinal < (this.spec.replicas ?? 1)
  }

  private waitFor(pod: ApiObject): number | undefined {
    const seconds = this.deps.feature('StatefulSetMinReadySeconds') ? (this.spec.minReadySeconds ?? 0) : 0
    return availableIn(pod, seconds, this.deps.clock.now())
  }

  private healthy(pod: ApiObject): boolean {
    return hasReadyCondition(pod) && !this.goes(pod) && this.waitFor(pod) === 0
  }

  /** Takes as many steps as are allowed at once: one if the set is ordered. */
  private async move(): Promise<void> {
    const ordered = this.spec.podManagementPolicy !== 'Parallel'
    const [start, size] = [this.start(), this.spec.replicas ?? 1]
    const at = new Map(this.pods.map((pod) => [ordinalOf(this.set, pod) ?? 0, pod]))
    for (let ordinal = start; ordinal < start + size; ordinal++) {
      const pod = at.get(ordinal)
      if (!pod) {
        await this.create(ordinal)
        if (ordered) return
      } else if (this.isOver(pod) && !this.goes(pod)) {
        await this.recreate(pod)
        if (ordered) return
      } else if (ordered && !this.healthy(pod)) return
      else if (!this.goes(pod)) await this.mend(pod)
    }
    const outside = [...at].filter(([ordinal]) => ordinal < start || ordinal >= start + size).sort(([a], [b]) => b - a)
    const unhealthy = outside.findLast(([, pod]) => !this.healthy(pod))?.[1]
    for (const [, pod] of outside) {
      const waits = this.goes(pod) || (ordered && !this.healthy(pod) && pod !== unhealthy)
      if (!waits) await this.writer.delete(this.set, pod)
      if (ordered) return
    }
    if (this.spec.updateStrategy?.type !== 'OnDelete') await this.roll(at, start, size)
  }

  /** Whether it will not run again, and is replaced. */
  private isOver(pod: ApiObject): boolean {
    const { phase } = podOf(pod).status ?? {}
    return phase === 'Failed' || (phase === 'Succeeded' && behaves('sets-recreate-succeeded', this.deps.release))
  }

  private async recreate(pod: ApiObject): Promise<void> {
    const where = `StatefulSet ${this.set.metadata.namespace ?? ''}/${objectName(this.set)} is recreating`
    if (podOf(pod).status?.phase === 'Failed')
      await this.events(this.set, 'Warning', 'RecreatingFailedPod', `${where} failed Pod ${objectName(pod)}`)
    else await this.events(this.set, 'Normal', 'RecreatingTerminatedPod', `${where} terminated Pod ${objectName(pod)}`)
    await this.writer.delete(this.set, pod)
  }

  /** Gives a pod back the name and claims that its set wants. */
  private async mend(pod: ApiObject): Promise<void> {
    const mended = conforming(this.set, pod)
    if (!mended) return
    const name = objectName(pod)
    try {
      await this.deps.client.update({ ...PODS, namespace: pod.metadata.namespace }, mended)
      await this.events(this.set, 'Normal', 'SuccessfulUpdate', podWords('update', name, this.set))
    } catch (error) {
      const told = podWords('update', name, this.set, messageOf(error))
      if (!isStatus(error, 'Conflict')) await this.events(this.set, 'Warning', 'FailedUpdate', told)
      throw error
    }
  }

  /** Replaces pods of another revision from the highest ordinal down to the partition, one at a time. */
  private async roll(at: ReadonlyMap<number, ApiObject>, start: number, size: number): Promise<void> {
    const { partition = 0, maxUnavailable } = this.spec.updateStrategy?.rollingUpdate ?? {}
    const most = this.deps.feature('MaxUnavailableStatefulSet')
      ? Math.max(1, scaledValue(maxUnavailable ?? 1, size, 'up'))
      : 1
    if (most > 1) return this.rollSeveral(at, start, size, partition, most)
    for (let ordinal = start + size - 1; ordinal >= start + partition; ordinal--) {
      const pod = at.get(ordinal)
      if (!pod) return
      if (revisionOf(pod) !== objectName(this.update ?? pod) && !this.goes(pod))
        return this.writer.delete(this.set, pod)
      if (!this.healthy(pod)) return
    }
  }

  /** Like `roll`, with up to `maxUnavailable` pods at a time. */
  private async rollSeveral(
    at: ReadonlyMap<number, ApiObject>,
    start: number,
    size: number,
    partition: number,
    most: number,
  ): Promise<void> {
    const ordinals = Array.from({ length: size }, (_, i) => start + size - 1 - i)
    const isGap = (pod: ApiObject | undefined): boolean => !pod || !this.healthy(pod)
    let left = most - ordinals.filter((ordinal) => isGap(at.get(ordinal))).length
    for (const ordinal of ordinals.filter((one) => one >= start + partition)) {
      const pod = at.get(ordinal)
      if (!pod || revisionOf(pod) === objectName(this.update ?? pod) || this.goes(pod)) continue
      // Replacing an unhealthy pod does not make another one unavailable.
      const works = this.healthy(pod)
      if (works && left <= 0) continue
      await this.writer.delete(this.set, pod)
      if (works) left -= 1
    }
  }

  private async create(ordinal: number): Promise<void> {
    // Below the partition, pods are recreated from the old revision.
    const { type, rollingUpdate } = this.spec.updateStrategy ?? {}
    const partition = type === 'RollingUpdate' ? (rollingUpdate?.partition ?? 0) : 0
    const revision = (ordinal < this.start() + partition ? this.current : this.update) as ApiObject
    const template = revision === this.update ? (this.spec.template ?? {}) : templateOf(revision)
    const pod = podAt(this.set, this.owner, ordinal, template, objectName(revision), this.deps.feature)
    await this.claims.createFor(objectName(pod))
    this.created.push(await this.writer.create(keyOf(this.set), this.set, pod))
  }

  private async writeStatus(): Promise<RequeueAfter | void> {
    const { status: old = {} } = statefulOf(this.set)
    const [current, update] = [objectName(this.current as ApiObject), objectName(this.update as ApiObject)]
    const all = [...this.pods, ...this.created]
    const alive = all.filter((pod) => !this.goes(pod))
    const of = (revision: string) => alive.filter((pod) => revisionOf(pod) === revision).length
    const ready = all.filter(hasReadyCondition).length
    const rolls = this.spec.updateStrategy?.type === 'RollingUpdate'
    const done = rolls && of(update) === all.length && ready === all.length
    await writeStatus(this.deps.client, STATEFUL_SETS, this.set, {
      observedGeneration: this.set.metadata.generation ?? 0,
      replicas: all.length,
      readyReplicas: ready,
      availableReplicas: this.pods.filter((pod) => this.waitFor(pod) === 0).length,
      currentReplicas: done ? of(update) : of(current),
      updatedReplicas: of(update),
      currentRevision: done ? update : current,
      updateRevision: update,
      collisionCount: old.collisionCount ?? 0,
    })
    const waits = this.pods.map((pod) => this.waitFor(pod)).filter((wait) => wait !== undefined && wait > 0)
    return waits.length > 0 ? { afterMs: Math.min(...waits.map(Number)) } : undefined
  }
}
