import type { Target } from '../../client/targets'
import type { ApiObject } from '../../machinery/object'
import { keyOf } from '../../client/object-key'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import { writeStatus } from '../kit'
import { hasPodEnded } from '../../api/kinds/shared/pod-types'
import { scaledValue } from '../../machinery/scaled-value'
import type { Recorder } from './events'
import { ownerReference } from './owners'
import { availableIn, hasReadyCondition, PodWriter } from './pods'
import { CollisionError, REVISION_HASH, revisionData, revisionFor, templateOf, trimHistory } from './revisions'
import { revisionHash } from './template-hash'
import { objectName, StatefulSetClaims } from './stateful-claims'
import { ordinalOf, podAt, statefulOf } from './stateful-pods'

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

  constructor(
    private readonly deps: ControllerDeps,
    events: Recorder,
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
      } else if (hasPodEnded(pod) && !this.goes(pod)) {
        await this.writer.delete(this.set, pod)
        if (ordered) return
      } else if (ordered && !this.healthy(pod)) return
    }
    const outside = [...at].filter(([ordinal]) => ordinal < start || ordinal >= start + size).sort(([a], [b]) => b - a)
    for (const [, pod] of outside) {
      if (!this.goes(pod)) await this.writer.delete(this.set, pod)
      if (ordered) return
    }
    if (this.spec.updateStrategy?.type !== 'OnDelete') await this.roll(at, start, size)
  }

  /** Replaces pods of another revision from the highest ordinal down to the partition, one at a time. */
  private async roll(at: ReadonlyMap<number, ApiObject>, start: number, size: number): Promise<void> {
    const { partition = 0, maxUnavailable } = this.spec.updateStrategy?.rollingUpdate ?? {}
    const most = this.deps.feature('MaxUnavailableStatefulSet')
      ? Math.max(1, scaledValue(maxUnavailable ?? 1, size, 'up'))
      : 1
    if (most > 1) return this.rollSeveral(at, start, size, partition, most)
    for (let ordinal = start + size - 1; ordinal >= Math.max(start, partition); ordinal--) {
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
    for (const ordinal of ordinals.filter((one) => one >= partition)) {
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
    const { status = {} } = statefulOf(this.set)
    const rolling =
      this.spec.updateStrategy?.type === 'RollingUpdate' ? this.spec.updateStrategy.rollingUpdate : undefined
    const partition = rolling?.partition ?? 0
    // Below the partition, and where the update has not arrived yet, pods are recreated from the old revision.
    const old = partition > 0 ? ordinal < partition : ordinal < this.start() + (status.currentReplicas ?? 0)
    const revision = (old ? this.current : this.update) as ApiObject
    const template = revision === this.update ? (this.spec.template ?? {}) : templateOf(revision)
    const pod = podAt(this.set, this.owner, ordinal, template, objectName(revision), this.deps.feature)
    await this.claims.createFor(objectName(pod))
    await this.writer.create(keyOf(this.set), this.set, pod)
  }

  private async writeStatus(): Promise<RequeueAfter | void> {
    const { status: old = {} } = statefulOf(this.set)
    const [current, update] = [objectName(this.current as ApiObject), objectName(this.update as ApiObject)]
    const alive = this.pods.filter((pod) => !this.goes(pod))
    const of = (revision: string) => alive.filter((pod) => revisionOf(pod) === revision).length
    const ready = this.pods.filter(hasReadyCondition).length
    const size = this.spec.replicas ?? 1
    const rolled = this.spec.updateStrategy?.type !== 'OnDelete' && of(update) === size && ready === size
    const done = rolled && this.pods.length === size
    await writeStatus(this.deps.client, STATEFUL_SETS, this.set, {
      observedGeneration: this.set.metadata.generation ?? 0,
      replicas: this.pods.length,
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
