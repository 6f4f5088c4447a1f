import { podOf } from '../../api/kinds/shared/pod-types'
import { isStatus } from '../../client/status-error'
import type { Target } from '../../client/targets'
import { clone, equal } from '../../machinery/json'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import {
  DEPLOYMENT_KIND,
  DEPLOYMENTS,
  DESIRED,
  deploymentOf,
  newSetOf,
  newSetSize,
  proportional,
  revisionOf,
  scaledDown,
  setOf,
  SETS,
  replicasOf,
  sum,
} from './deployment-sets'
import { statusOf, withCondition } from './deployment-status'
import { DeploymentSetWriter } from './deployment-set-writer'
import type { Recorder } from './events'
import { claim, controllerOf, ownerReference } from './owners'
import { byAge } from './by-age'

/** The selector of a deployment's pods. Throws if it is invalid, which validation prevents. */
export const deploymentSelector = (object: ApiObject) => compileLabelSelector(deploymentOf(object).spec?.selector)

/** One reconciliation of one deployment. */
export class Rollout {
  private readonly spec
  private readonly namespace
  private readonly sets: DeploymentSetWriter

  constructor(
    private readonly deps: ControllerDeps,
    events: Recorder,
    /** A private copy. */
    private readonly object: ApiObject,
    /** The pods of its namespace. */
    private readonly pods: () => readonly ApiObject[],
    wrote: (set: ApiObject) => void,
  ) {
    this.spec = deploymentOf(object).spec ?? {}
    this.namespace = object.metadata.namespace
    this.sets = new DeploymentSetWriter(deps.client, deps.release, events, object, wrote)
  }

  async sync(candidates: readonly ApiObject[]): Promise<RequeueAfter | void> {
    const deleting = this.object.metadata.deletionTimestamp !== undefined
    const owner = ownerReference(this.object, DEPLOYMENT_KIND.apiVersion, DEPLOYMENT_KIND.kind)
    const sets = await claim(this.deps.client, SETS, owner, deleting, deploymentSelector(this.object), candidates)
    if (deleting) return this.writeStatus(sets, newSetOf(this.object, sets))
    if (this.spec.paused || this.isScaled(sets)) return this.scaleAll(sets)
    if (this.spec.strategy?.type === 'Recreate') return this.recreate(sets)
    const current = await this.sets.newSet(sets, true)
    if (!current) return
    const all = sets.some((set) => set.metadata.uid === current.metadata.uid) ? sets : [...sets, current]
    const grown = await this.sets.scale(current, newSetSize(this.object, all, current))
    if (!grown) for (const [set, size] of scaledDown(this.object, all, current)) await this.sets.scale(set, size)
    return this.finish(all, current)
  }

  /** Deletes all old pods before it creates the first new one. */
  private async recreate(sets: readonly ApiObject[]): Promise<RequeueAfter | void> {
    const current = newSetOf(this.object, sets)
    const old = sets.filter((set) => set !== current)
    const shrinking = old.filter((set) => replicasOf(set) > 0)
    for (const set of shrinking) await this.sets.scale(set, 0)
    const uids = new Set(old.map(({ metadata }) => metadata.uid))
    const running = this.pods().some((pod) => {
      const phase = podOf(pod).status?.phase
      return uids.has(controllerOf(pod)?.uid) && phase !== 'Succeeded' && phase !== 'Failed'
    })
    if (shrinking.length > 0 || running) return this.writeStatus(sets, current)
    const made = (await this.sets.newSet(sets, true)) as ApiObject
    await this.sets.scale(made, this.spec.replicas ?? 1)
    return this.finish(current ? sets : [...sets, made], made)
  }

  private isScaled(sets: readonly ApiObject[]): boolean {
    return sets.some((set) => {
      const desired = set.metadata.annotations?.[DESIRED]
      return replicasOf(set) > 0 && desired !== undefined && Number(desired) !== (this.spec.replicas ?? 1)
    })
  }

  private async scaleAll(sets: readonly ApiObject[]): Promise<RequeueAfter | void> {
    const current = await this.sets.newSet(sets, false)
    const { replicas = 1 } = this.spec
    const active = sets.filter((set) => replicasOf(set) > 0)
    const only = active.length === 0 ? (current ?? byAge(sets).at(-1)) : active.length === 1 ? active[0] : undefined
    const full =
      current && replicasOf(current) === replicas && (setOf(current).status?.availableReplicas ?? 0) === replicas
    if (only) await this.sets.scale(only, replicas)
    else if (full) for (const set of active) if (set !== current) await this.sets.scale(set, 0)
    if (!only && !full && this.spec.strategy?.type !== 'Recreate')
      for (const [set, size] of proportional(this.object, active)) await this.sets.scale(set, size)
    return this.finish(sets, current)
  }

  private async finish(sets: readonly ApiObject[], current: ApiObject | undefined): Promise<RequeueAfter | void> {
    const old = byAge(sets.filter((set) => set.metadata.uid !== current?.metadata.uid))
    const done = current && sum(old, (set) => replicasOf(set) + (setOf(set).status?.replicas ?? 0)) === 0
    if (done) {
      const kept = this.spec.revisionHistoryLimit ?? 10
      const oldest = old.sort((a, b) => revisionOf(a) - revisionOf(b))
      for (const { metadata } of oldest.slice(0, Math.max(0, old.length - kept))) {
        const options = { body: { preconditions: { uid: metadata.uid } } }
        await this.deps.client.delete(this.at(SETS), metadata.name ?? '', options).catch((error: unknown) => {
          if (!isStatus(error, 'NotFound')) throw error
        })
      }
    }
    return this.writeStatus(sets, current)
  }

  private async writeStatus(sets: readonly ApiObject[], current: ApiObject | undefined): Promise<RequeueAfter | void> {
    const now = this.deps.clock.now()
    const old = deploymentOf(this.object).status ?? {}
    const { status, afterMs } = statusOf(this.object, sets, current, now, this.sets.created, this.deps.feature)
    status.conditions = this.pausing(status.conditions ?? [], now)
    const noReplicas = {
      replicas: 0,
      updatedReplicas: 0,
      readyReplicas: 0,
      availableReplicas: 0,
      unavailableReplicas: 0,
    }
    const whole = { ...noReplicas, ...old, conditions: old.conditions ?? [] }
    if (!equal({ ...noReplicas, ...status }, whole)) {
      const updated = clone(this.object)
      updated['status'] = status
      await this.deps.client.update(this.at(DEPLOYMENTS), updated, { subresource: 'status' })
    }
    return afterMs === undefined ? undefined : { afterMs }
  }

  /** Records a pause or its end in a condition: the deadline does not run while paused. */
  private pausing(conditions: Parameters<typeof withCondition>[0], now: number): ReturnType<typeof withCondition> {
    const reason = conditions.find(({ type }) => type === 'Progressing')?.reason
    if (this.spec.paused && reason !== 'DeploymentPaused' && reason !== 'ProgressDeadlineExceeded')
      return withCondition(
        conditions,
        'Progressing',
        { status: 'Unknown', reason: 'DeploymentPaused', message: 'Deployment is paused' },
        now,
      )
    if (!this.spec.paused && reason === 'DeploymentPaused')
      return withCondition(
        conditions,
        'Progressing',
        { status: 'Unknown', reason: 'DeploymentResumed', message: 'Deployment is resumed' },
        now,
      )
    return [...conditions]
  }

  private at(target: Target): Target {
    return { ...target, namespace: this.namespace }
  }
}
