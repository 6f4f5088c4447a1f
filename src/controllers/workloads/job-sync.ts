import { writeIndexes } from '../../api/kinds/batch/job-indexes'
import { behaves } from '../../api/releases/ledger'
import { timestamp } from '../../machinery/clock'
import type { ApiObject } from '../../machinery/object'
import { keyOf } from '../../client/object-key'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import { writeStatus } from '../kit'
import type { Recorder } from './events'
import { endOf, failuresOf, nextStart, podFor, JOBS, release } from './job-pods'
import { indexOf, isTracked, type Job, jobOf, outcomeOf, type Tally, tallyOf } from './job-tally'
import { TARGETS, type JobVerdict, verdictOf } from './job-verdict'
import { deletionOrder } from './deletion-order'
import { PodWriter } from './pods'

/** Deletion cost and neighbours don't count for a job's pods. */
const RULES = { now: 0, feature: () => false, related: [] }

/** The kind in owner references. */
export const JOB_KIND = { apiVersion: 'batch/v1', kind: 'Job' }

/** Maximum number of pods created or deleted per reconciliation. */
const BURST = 500

type Condition = NonNullable<NonNullable<Job['status']>['conditions']>[number]

/** One reconciliation of one unfinished job. */
export class JobSync {
  private readonly spec
  private readonly tracking
  private readonly tally: Tally
  private readonly now

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    private readonly writer: PodWriter,
    private readonly object: ApiObject,
    private readonly pods: readonly ApiObject[],
    private readonly leaving: readonly ApiObject[],
  ) {
    this.spec = jobOf(object).spec ?? {}
    this.tracking = deps.feature('JobTrackingWithFinalizers')
    this.tally = tallyOf(object, pods, this.tracking)
    this.now = deps.clock.now()
  }

  async sync(): Promise<RequeueAfter | void> {
    const { status = {} } = jobOf(this.object)
    const suspended = this.spec.suspend === true
    const verdict = verdictOf(jobOf(this.object), this.tally, this.pods, this.now)
    if (verdict || suspended) await this.deleteActive(this.tally.active)
    const next = { ...this.counts(verdict !== undefined || suspended), conditions: status.conditions ?? [] }
    if (suspended) delete next.startTime
    next.conditions = await this.suspension(next.conditions, suspended)
    const over = verdict !== undefined && this.isOver(verdict, next.conditions)
    if (verdict) next.conditions = this.concluded(verdict, over, next.conditions)
    if (over && verdict.type === 'Complete') next.completionTime = timestamp(this.now)
    await writeStatus(this.deps.client, JOBS, this.object, next)
    if (over) await this.told(verdict)
    for (const pod of [...this.tally.noted, ...this.tally.ignored]) await release(this.deps, pod)
    const again = verdict || suspended ? Infinity : await this.manage()
    const { activeDeadlineSeconds } = this.spec
    const started = Date.parse(next.startTime ?? '') || this.now
    const deadline = activeDeadlineSeconds === undefined ? Infinity : started + activeDeadlineSeconds * 1000 - this.now
    const afterMs = Math.min(again, verdict || suspended ? Infinity : deadline)
    return Number.isFinite(afterMs) ? { afterMs: Math.max(afterMs, 1) } : undefined
  }

  /** Whether a separate condition announces the end before it is written. */
  private announces({ announced }: JobVerdict): boolean {
    return (
      announced === true || behaves('job-target-conditions', this.deps.release) || this.deps.feature('JobManagedBy')
    )
  }

  /** Whether the final condition may be written: held pods must be counted first, and announced ends wait for the pods. */
  private isOver(verdict: JobVerdict, conditions: readonly Condition[]): boolean {
    if (this.tally.uncounted.length + this.tally.noted.length > 0) return false
    if (!this.announces(verdict)) return true
    const { active } = this.tally
    return conditions.some(({ type }) => type === TARGETS[verdict.type]) && active.length + this.leaving.length === 0
  }

  private concluded(verdict: JobVerdict, over: boolean, conditions: readonly Condition[]): Condition[] {
    const { type, reason, message } = verdict
    const announces = this.announces(verdict)
    const why = announces || type === 'Failed' ? ([reason, message] as const) : []
    const missing = announces && !conditions.some((one) => one.type === TARGETS[type])
    return [
      ...conditions,
      ...(missing ? [this.condition(TARGETS[type], 'True', ...why)] : []),
      ...(over ? [this.condition(type, 'True', ...why)] : []),
    ]
  }

  private counts(stopped: boolean): NonNullable<Job['status']> {
    const { active, ready, indexes, failedIndexes, settled, uncounted, noted } = this.tally
    const listed = [...uncounted, ...noted]
    const uids = (outcome: string) =>
      listed.filter((pod) => outcomeOf(pod, this.spec) === outcome).map(({ metadata }) => metadata.uid ?? '')
    const { feature } = this.deps
    return {
      startTime: jobOf(this.object).status?.startTime ?? timestamp(this.now),
      active: stopped ? 0 : active.length,
      ...(feature('JobReadyPods') && { ready: stopped ? 0 : ready }),
      ...(feature('JobPodReplacementPolicy') && { terminating: this.leaving.length }),
      succeeded: settled.succeeded,
      failed: settled.failed,
      ...(indexes && indexes.length > 0 && { completedIndexes: writeIndexes(indexes) }),
      ...(failedIndexes && { failedIndexes: writeIndexes(failedIndexes) }),
      ...(this.tracking && { uncountedTerminatedPods: { succeeded: uids('succeeded'), failed: uids('failed') } }),
    }
  }

  private async suspension(conditions: readonly Condition[], suspended: boolean): Promise<Condition[]> {
    const before = conditions.find(({ type }) => type === 'Suspended')
    if ((before?.status === 'True') === suspended) return [...conditions]
    const [reason, message] = suspended ? ['JobSuspended', 'Job suspended'] : ['JobResumed', 'Job resumed']
    await this.events(this.object, 'Normal', suspended ? 'Suspended' : 'Resumed', message)
    const others = conditions.filter(({ type }) => type !== 'Suspended')
    return [...others, this.condition('Suspended', suspended ? 'True' : 'False', reason, message)]
  }

  private condition(type: string, status: string, reason?: string, message?: string): Condition {
    const at = timestamp(this.now)
    return {
      type,
      status,
      lastProbeTime: at,
      lastTransitionTime: at,
      ...(reason !== undefined && { reason }),
      ...(message !== undefined && { message }),
    }
  }

  private told({ type, reason, message }: JobVerdict): Promise<void> {
    if (type === 'Complete') return this.events(this.object, 'Normal', 'Completed', 'Job completed')
    return this.events(this.object, 'Warning', reason, message)
  }

  private async deleteActive(pods: readonly ApiObject[]): Promise<void> {
    for (const pod of pods) {
      // A pod that the job itself deletes does not count as failed.
      if (isTracked(pod)) await release(this.deps, pod)
      await this.writer.delete(this.object, pod)
    }
  }

  /** Creates and deletes pods; returns the milliseconds until the next pod is due after a failure. */
  private async manage(): Promise<number> {
    const { completions, parallelism = 1, podReplacementPolicy } = this.spec
    const { active, succeeded, failed, failedIndexes = [] } = this.tally
    const open = (completions ?? 0) - succeeded - failedIndexes.length
    const wanted =
      completions === undefined ? (succeeded > 0 ? active.length : parallelism) : Math.min(open, parallelism)
    const surplus = active.length - Math.min(Math.max(0, wanted), parallelism)
    if (surplus > 0) await this.deleteActive(deletionOrder(active, RULES).slice(0, Math.min(surplus, BURST)))
    const missing = -surplus - (podReplacementPolicy === 'Failed' ? this.leaving.length : 0)
    if (missing <= 0) return Infinity
    if (!this.tally.failedIndexes) {
      // With indexes, the back-off is per index.
      const last = Math.max(0, ...this.failedPods().map(endOf))
      const wait = nextStart(failed, last) - this.now
      if (wait > 0) return wait
    }
    return this.create(Math.min(missing, BURST))
  }

  private failedPods(): ApiObject[] {
    return this.pods.filter((pod) => outcomeOf(pod, this.spec) === 'failed')
  }

  /** Creates up to `count` pods; returns when the next delayed one is due. */
  private async create(count: number): Promise<number> {
    const make = (index?: number, failures?: ReturnType<typeof failuresOf>) =>
      this.writer.create(
        keyOf(this.object),
        this.object,
        podFor(this.object, JOB_KIND, this.deps.feature, index, failures),
      )
    const indexes = this.freeIndexes()
    let soonest = Infinity
    for (let made = 0, i = 0; made < count && !this.deps.signal.aborted; i++) {
      const index = indexes?.[i]
      if (indexes && index === undefined) break
      if (index !== undefined && this.tally.failedIndexes) {
        const failures = failuresOf(this.object, this.pods, index)
        const wait = nextStart(failures.counted, failures.last) - this.now
        if (wait > 0) {
          soonest = Math.min(soonest, wait)
          continue
        }
        await make(index, failures)
      } else await make(index)
      made++
    }
    return soonest
  }

  private freeIndexes(): number[] | undefined {
    const { indexes, failedIndexes = [], active } = this.tally
    if (!indexes) return undefined
    const kept = this.spec.podReplacementPolicy === 'Failed' ? this.leaving : []
    const taken = new Set([...indexes, ...failedIndexes, ...[...active, ...kept].map(indexOf)])
    return Array.from({ length: this.spec.completions ?? 0 }, (_, i) => i).filter((index) => !taken.has(index))
  }
}
