import { podOf } from '../../api/kinds/shared/pod-types'
import { behaves } from '../../api/releases/ledger'
import { equal } from '../../machinery/json'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { remove, withoutZeroValues } from '../kit'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import {
  availableOf,
  byRevision,
  DEPLOYMENT_KIND,
  DESIRED,
  deploymentOf,
  newSetSize,
  proportional,
  scaledDown,
  setOf,
  SETS,
  replicasOf,
  sum,
} from './deployment-sets'
import { rollBack, rollbackOf } from './deployment-rollback'
import {
  deadlineOf,
  isComplete,
  rolloutConditionOf,
  rolloutStatusOf,
  statusOf,
  withProgress,
} from './deployment-status'
import { DeploymentSetWriter } from './deployment-set-writer'
import type { Recorder } from './events'
import { claim, controllerOf, ownerReference } from './owners'
import { byAge } from './by-age'

/** The selector of a deployment's pods. Throws if it is invalid, which validation prevents. */
export const deploymentSelector = (object: ApiObject) => compileLabelSelector(deploymentOf(object).spec?.selector)

/** One reconciliation of one deployment. */
export class Rollout {
  private readonly spec
  private readonly sets: DeploymentSetWriter

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    /** A private copy. */
    private readonly object: ApiObject,
    /** The pods of its namespace. */
    private readonly pods: () => readonly ApiObject[],
    wrote: (set: ApiObject) => void,
  ) {
    this.spec = deploymentOf(object).spec ?? {}
    this.sets = new DeploymentSetWriter(deps, events, object, wrote)
  }

  async sync(candidates: readonly ApiObject[]): Promise<RequeueAfter | void> {
    const deleting = this.object.metadata.deletionTimestamp !== undefined
    const owner = ownerReference(this.object, DEPLOYMENT_KIND.apiVersion, DEPLOYMENT_KIND.kind)
    const sets = await claim(this.deps.client, SETS, owner, deleting, deploymentSelector(this.object), candidates)
    if (deleting) return this.report(sets, await this.sets.newSet(sets, false))
    await this.notePause()
    if (this.spec.paused) return this.scaleAll(sets)
    const back = rollbackOf(this.object)
    if (back !== undefined)
      return rollBack(
        this.deps.client,
        this.events,
        this.object,
        withNew(sets, await this.sets.newSet(sets, true)),
        back,
      )
    if (this.isScaled(sets)) return this.scaleAll(sets)
    if (this.spec.strategy?.type === 'Recreate') return this.recreate(sets)
    const current = await this.sets.newSet(sets, true)
    if (!current) return
    const all = withNew(sets, current)
    let moved = await this.sets.scale(current, newSetSize(this.object, all, current))
    if (!moved)
      for (const [set, size] of scaledDown(this.object, all, current))
        moved = (await this.sets.scale(set, size)) || moved
    if (!moved) await this.cleanUp(all, current)
    return this.progress(all, current)
  }

  /** Deletes all old pods before it creates the first new one. */
  private async recreate(sets: readonly ApiObject[]): Promise<RequeueAfter | void> {
    const current = await this.sets.newSet(sets, false)
    const old = sets.filter((set) => set.metadata.uid !== current?.metadata.uid)
    const shrinking = old.filter((set) => replicasOf(set) > 0)
    for (const set of shrinking) await this.sets.scale(set, 0)
    const uids = new Set(old.map(({ metadata }) => metadata.uid))
    const running = this.pods().some((pod) => {
      const phase = podOf(pod).status?.phase
      return uids.has(controllerOf(pod)?.uid) && phase !== 'Succeeded' && phase !== 'Failed'
    })
    const left = sum(old, (set) => setOf(set).status?.replicas ?? 0)
    if (shrinking.length > 0 || left > 0 || running) return this.progress(withNew(sets, current), current)
    const made = current ?? (await this.sets.newSet(sets, true))
    if (!made) return
    const all = withNew(sets, made)
    await this.sets.scale(made, this.spec.replicas ?? 1)
    await this.cleanUp(all, made)
    return this.progress(all, made)
  }

  private isScaled(sets: readonly ApiObject[]): boolean {
    return sets.some((set) => {
      const desired = set.metadata.annotations?.[DESIRED]
      return replicasOf(set) > 0 && desired !== undefined && Number(desired) !== (this.spec.replicas ?? 1)
    })
  }

  /** Follows a new size, or works on nothing else while the rollout is paused. */
  private async scaleAll(sets: readonly ApiObject[]): Promise<void> {
    const current = await this.sets.newSet(sets, false)
    const all = withNew(sets, current)
    const { replicas = 1 } = this.spec
    const active = all.filter((set) => replicasOf(set) > 0)
    const only = active.length === 0 ? (current ?? byAge(all).at(-1)) : active.length === 1 ? active[0] : undefined
    if (only) await this.sets.scale(only, replicas)
    else if (current && isSaturated(current, replicas)) {
      for (const set of active) if (set !== current) await this.sets.scale(set, 0)
    } else if (this.spec.strategy?.type !== 'Recreate')
      for (const [set, size] of proportional(this.object, active)) await this.sets.resize(set, size)
    if (this.spec.paused && rollbackOf(this.object) === undefined) await this.removeOldest(all, current)
    return this.report(all, current)
  }

  /** Deletes the oldest sets that are no longer kept, once the rollout is complete. */
  private async cleanUp(sets: readonly ApiObject[], current: ApiObject): Promise<void> {
    if (isComplete(this.object, deploymentOf(this.object).status)) await this.removeOldest(sets, current)
  }

  private async removeOldest(sets: readonly ApiObject[], current: ApiObject | undefined): Promise<void> {
    const old = sets.filter(
      ({ metadata: { uid, deletionTimestamp } }) => uid !== current?.metadata.uid && !deletionTimestamp,
    )
    const aged = behaves('old-sets-by-revision', this.deps.release) ? byRevision(byAge(old)) : byAge(old)
    for (const set of aged.slice(0, Math.max(0, old.length - (this.spec.revisionHistoryLimit ?? 10)))) {
      const { replicas = 0, observedGeneration = 0 } = setOf(set).status ?? {}
      if (replicas > 0 || replicasOf(set) > 0 || (set.metadata.generation ?? 0) > observedGeneration) continue
      await remove(this.deps.client, SETS, set)
    }
  }

  /** Writes the counts of a deployment whose progress is not judged now. */
  private async report(sets: readonly ApiObject[], current: ApiObject | undefined): Promise<void> {
    await this.writeStatus(statusOf(this.object, sets, current, this.deps.clock.now(), this.deps.feature))
  }

  private async progress(sets: readonly ApiObject[], current: ApiObject | undefined): Promise<RequeueAfter | void> {
    const { clock, feature } = this.deps
    const { status, afterMs } = rolloutStatusOf(this.object, sets, current, clock.now(), feature)
    await this.writeStatus(status)
    return afterMs === undefined ? undefined : { afterMs }
  }

  private async writeStatus(status: object): Promise<void> {
    if (!equal(withoutZeroValues(status), withoutZeroValues(this.object.status ?? {})))
      await this.sets.writeStatus(status)
  }

  /** Records a pause or its end in a condition: the deadline does not run while paused. */
  private async notePause(): Promise<void> {
    const { reason } = rolloutConditionOf(this.object) ?? {}
    if (deadlineOf(this.object) === undefined || reason === 'ProgressDeadlineExceeded') return
    if ((this.spec.paused ?? false) === (reason === 'DeploymentPaused')) return
    const [told, message] = this.spec.paused
      ? ['DeploymentPaused', 'Deployment is paused']
      : ['DeploymentResumed', 'Deployment is resumed']
    const progress = { status: 'Unknown', reason: told, message } as const
    await this.sets.writeStatus(withProgress(this.object, progress, this.deps.clock.now()))
  }
}

/** The sets with the newest one, in the version that was just written. */
function withNew(sets: readonly ApiObject[], current: ApiObject | undefined): ApiObject[] {
  const old = sets.filter(({ metadata }) => metadata.uid !== current?.metadata.uid)
  return current ? [...old, current] : old
}

/** Whether a set alone has all the replicas that its deployment wants. */
const isSaturated = (set: ApiObject, replicas: number): boolean =>
  replicasOf(set) === replicas &&
  availableOf(set) === replicas &&
  Number(set.metadata.annotations?.[DESIRED]) === replicas
