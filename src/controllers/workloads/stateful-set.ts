import { behaves } from '../../api/releases/ledger'
import { isStatus, type Target } from '../../client/client'
import { clone } from '../../machinery/json'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { type ControllerCache, keyOf, splitKey } from '../watched-cache'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { runNamed, undefinedIfGone, writeStatus } from '../kit'
import { scaledValue } from './scaled-value'
import { eventRecorder, type Recorder } from './events'
import { claim, ownerReference, ownersOf } from './owners'
import { podOf } from '../../api/kinds/shared/pod-types'
import { availableIn, hasReadyCondition, WORKLOAD_PODS, PodWriter } from './pods'
import { CollisionError, REVISION_HASH, revisionFor, REVISIONS, templateOf, trimHistory } from './revisions'
import { retainedOwners } from './claim-retention'
import { claimsFor, ordinalOf, podAt, statefulOf } from './stateful-pods'

const NAME = 'statefulset'
const KIND = { apiVersion: 'apps/v1', kind: 'StatefulSet' }
const SETS: Target = { group: 'apps', version: 'v1', resource: 'statefulsets' }
const CLAIMS: Target = { group: '', version: 'v1', resource: 'persistentvolumeclaims' }

const selectorOf = (set: ApiObject) => compileLabelSelector(statefulOf(set).spec?.selector)
const revisionOf = ({ metadata }: ApiObject) => metadata.labels?.[REVISION_HASH]
const nameOf = ({ metadata }: ApiObject): string => metadata.name ?? ''
const hasEnded = (pod: ApiObject): boolean => ['Failed', 'Succeeded'].includes(podOf(pod).status?.phase ?? '')

/** The keys of the sets that a claim may belong to by its name. The set then checks the claim's owners. */
const setsOf = (claim: ApiObject, sets: ControllerCache | undefined): string[] =>
  (sets?.list(claim.metadata.namespace) ?? [])
    .filter((set) =>
      (statefulOf(set).spec?.volumeClaimTemplates ?? []).some(({ metadata }) =>
        nameOf(claim).startsWith(`${metadata?.name ?? ''}-${nameOf(set)}-`),
      ),
    )
    .map(keyOf)

/** Keeps pods with stable names and claims, created one at a time if the set is ordered (resource API, "Workloads"). */
export const statefulSet: ControllerRow = {
  name: NAME,
  defaultOn: 'with-workloads',
  account: 'statefulset-controller',
  needs: ['apps/v1/statefulsets', 'apps/v1/controllerrevisions', 'v1/pods', 'v1/persistentvolumeclaims'],
  start(deps) {
    const events = eventRecorder(deps, 'statefulset-controller', KIND)
    const writer = new PodWriter(deps, events, (what, pod, owner) => {
      return `${what} Pod ${pod} in StatefulSet ${nameOf(owner)} successful`
    })
    return runNamed(deps, NAME, {
      watches: [
        { target: SETS, keys: (set) => [keyOf(set)] },
        { target: WORKLOAD_PODS, keys: (pod, [sets]) => ownersOf(pod, KIND.kind, sets, selectorOf) },
        { target: REVISIONS, keys: (revision, [sets]) => ownersOf(revision, KIND.kind, sets, selectorOf) },
        {
          target: CLAIMS,
          keys: (claim, [sets]) => (deps.feature('StatefulSetAutoDeletePVC') ? setsOf(claim, sets) : []),
        },
      ],
      async reconcile(key, [sets, pods, revisions, claims]) {
        const { namespace = '', name } = splitKey(key)
        const set = sets?.get(namespace, name)
        if (!set) return writer.forget(key)
        if (!pods || set.metadata.deletionTimestamp || writer.behind(key, pods.revision)) return
        const owner = ownerReference(set, KIND.apiVersion, KIND.kind)
        const named = pods.list(namespace).filter((pod) => ordinalOf(set, pod) !== undefined)
        const mine = await claim(deps.client, WORKLOAD_PODS, owner, false, selectorOf(set), named)
        const all = revisions?.list(namespace) ?? []
        const history = await claim(deps.client, REVISIONS, owner, false, selectorOf(set), all)
        const claimOf = (claimName: string) => claims?.get(namespace, claimName)
        return new Turn(deps, events, writer, set, mine, history, claimOf).sync()
      },
    })
  },
}

/** One reconciliation of one stateful set. */
class Turn {
  private readonly spec
  private readonly owner
  /** The current revision of the set, and the one that it is being updated to. */
  private current: ApiObject | undefined
  private update: ApiObject | undefined

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    private readonly writer: PodWriter,
    private readonly set: ApiObject,
    private readonly pods: readonly ApiObject[],
    private readonly history: readonly ApiObject[],
    private readonly claimOf: (name: string) => ApiObject | undefined,
  ) {
    this.spec = statefulOf(set).spec ?? {}
    this.owner = ownerReference(set, KIND.apiVersion, KIND.kind)
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
          collisions,
        },
        this.history,
      )
    } catch (error) {
      if (!(error instanceof CollisionError)) throw error
      return void (await writeStatus(this.deps.client, SETS, this.set, { ...status, collisionCount: collisions + 1 }))
    }
    this.current = this.history.find((revision) => nameOf(revision) === status.currentRevision) ?? this.update
    await this.retain()
    await this.move()
    const again = await this.writeStatus()
    const used = new Set([nameOf(this.current), nameOf(this.update), ...this.pods.map(revisionOf)])
    await trimHistory(
      this.deps.client,
      this.history,
      (revision) => used.has(nameOf(revision)),
      this.spec.revisionHistoryLimit ?? 10,
    )
    return again
  }

  private start(): number {
    return this.deps.feature('StatefulSetStartOrdinal') ? (this.spec.ordinals?.start ?? 0) : 0
  }

  private waitFor(pod: ApiObject): number | undefined {
    const seconds = this.deps.feature('StatefulSetMinReadySeconds') ? (this.spec.minReadySeconds ?? 0) : 0
    return availableIn(pod, seconds, this.deps.clock.now())
  }

  private healthy(pod: ApiObject): boolean {
    return hasReadyCondition(pod) && !this.goes(pod) && this.waitFor(pod) === 0
  }

  /** Sets the owners of claims by the set's retention policy; before pods are deleted, so that claims can refer to theirs. */
  private async retain(): Promise<void> {
    if (!this.deps.feature('StatefulSetAutoDeletePVC')) return
    const controlling = behaves('claims-are-controlled', this.deps.release)
    for (const pod of this.pods) {
      const ordinal = (ordinalOf(this.set, pod) ?? 0) - this.start()
      const wanted = ordinal >= 0 && ordinal < (this.spec.replicas ?? 1)
      for (const { metadata } of claimsFor(this.set, nameOf(pod))) {
        const found = this.claimOf(metadata.name ?? '')
        const owners = found && retainedOwners(this.set, found, { set: this.owner, pod, wanted, controlling })
        if (!owners) continue
        const changed = clone(found)
        changed.metadata.ownerReferences = owners
        await undefinedIfGone(this.deps.client.update({ ...CLAIMS, namespace: metadata.namespace }, changed))
      }
    }
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
      } else if (hasEnded(pod) && !this.goes(pod)) {
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
      if (revisionOf(pod) !== nameOf(this.update ?? pod) && !this.goes(pod)) return this.writer.delete(this.set, pod)
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
      if (!pod || revisionOf(pod) === nameOf(this.update ?? pod) || this.goes(pod)) continue
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
    const pod = podAt(this.set, this.owner, ordinal, template, nameOf(revision), this.deps.feature)
    for (const wanted of claimsFor(this.set, nameOf(pod))) await this.createClaim(wanted, nameOf(pod))
    await this.writer.create(keyOf(this.set), this.set, pod)
  }

  private async createClaim(wanted: ApiObject, pod: string): Promise<void> {
    if (this.claimOf(nameOf(wanted))) return
    try {
      await this.deps.client.create({ ...CLAIMS, namespace: wanted.metadata.namespace }, wanted)
      const told = `create Claim ${nameOf(wanted)} Pod ${pod} in StatefulSet ${nameOf(this.set)} success`
      await this.events(this.set, 'Normal', 'SuccessfulCreate', told)
    } catch (error) {
      if (!isStatus(error, 'AlreadyExists')) throw error
    }
  }

  private async writeStatus(): Promise<RequeueAfter | void> {
    const { status: old = {} } = statefulOf(this.set)
    const [current, update] = [nameOf(this.current as ApiObject), nameOf(this.update as ApiObject)]
    const alive = this.pods.filter((pod) => !this.goes(pod))
    const of = (revision: string) => alive.filter((pod) => revisionOf(pod) === revision).length
    const ready = this.pods.filter(hasReadyCondition).length
    const size = this.spec.replicas ?? 1
    const rolled = this.spec.updateStrategy?.type !== 'OnDelete' && of(update) === size && ready === size
    const done = rolled && this.pods.length === size
    await writeStatus(this.deps.client, SETS, this.set, {
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
