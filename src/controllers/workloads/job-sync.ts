import { writeIndexes } from '../../api/kinds/batch/job-indexes'
import { behaves } from '../../api/releases/ledger'
import { isNamespaceEnding } from '../../client/status-error'
import { timestamp } from '../../machinery/clock'
import { equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { keyOf } from '../../client/object-key'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import { withoutZeroValues, writeStatus } from '../kit'
import { inBatches } from './batches'
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

/** What came of creating and deleting pods: the active ones, and the milliseconds until the next pod is due after a failure. */
interface Managed {
  readonly active: number
  readonly afterMs: number
  /** Why not all pods could be created. */
  readonly refusal?: { readonly error: unknown }
}

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
    // Jobs that have their completions may have other pods still, which are left alone at first.
    const stops = suspended || (verdict && (verdict.type === 'Failed' || verdict.announced || this.removesSurplus))
    if (stops) await this.deleteActive(this.tally.active)
    const managed = verdict || suspended || this.deleting ? undefined : await this.manage()
    const active = managed?.active ?? (stops ? 0 : this.tally.active.length)
    const next = { ...this.counts(active, verdict), conditions: status.conditions ?? [] }
    if (suspended) delete next.startTime
    next.conditions = await this.suspension(next.conditions, suspended)
    const over = verdict !== undefined && this.isOver(verdict, next.conditions)
    if (verdict) next.conditions = this.concluded(verdict, over, next.conditions)
    if (over && verdict.type === 'Complete') next.completionTime = timestamp(this.now)
    if (this.isNews(status, next)) await writeStatus(this.deps.client, JOBS, this.object, next)
    if (over) await this.told(verdict)
    for (const pod of [...this.tally.noted, ...this.tally.ignored]) await release(this.deps, pod)
    if (managed?.refusal && !isNamespaceEnding(managed.refusal.error)) throw managed.refusal.error
    const { activeDeadlineSeconds } = this.spec
    const started = Date.parse(next.startTime ?? '') || this.now
    const deadline = activeDeadlineSeconds === undefined ? Infinity : started + activeDeadlineSeconds * 1000 - this.now
    const afterMs = Math.min(managed?.afterMs ?? Infinity, verdict || suspended ? Infinity : deadline)
    return Number.isFinite(afterMs) ? { afterMs: Math.max(afterMs, 1) } : undefined
  }

  private get removesSurplus(): boolean {
    return behaves('job-removes-surplus', this.deps.release)
  }

  private get deleting(): boolean {
    return this.object.metadata.deletionTimestamp !== undefined
  }

  /** Whether a status is worth writing: before ready pods were counted, a job that could not begin had none. */
  private isNews(before: NonNullable<Job['status']>, next: NonNullable<Job['status']>): boolean {
    const bare = ({ startTime: _, ...rest }: typeof before) => withoutZeroValues(rest)
    return this.deps.feature('JobReadyPods') || !equal(bare(before), bare(next))
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

  private counts(active: number, verdict: JobVerdict | undefined): NonNullable<Job['status']> {
    const stopped = verdict !== undefined || this.spec.suspend === true
    const { ready, indexes, failedIndexes, settled, uncounted, noted } = this.tally
    const listed = [...uncounted, ...noted]
    const uids = (outcome: string) =>
      listed.filter((pod) => outcomeOf(pod, this.spec) === outcome).map(({ metadata }) => metadata.uid ?? '')
    const { feature } = this.deps
    return {
      startTime: jobOf(this.object).status?.startTime ?? timestamp(this.now),
      active,
      ...(feature('JobReadyPods') && { ready: stopped ? 0 : ready }),
      ...(feature('JobPodReplacementPolicy') && { terminating: this.leaving.length }),
      succeeded: settled.succeeded,
      // Without finalizers, the pods that a failed job stops count at once.
      failed: settled.failed + (verdict?.type === 'Failed' && !this.tracking ? this.tally.active.length : 0),
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

  private async told({ type, reason, message }: JobVerdict): Promise<void> {
    if (type === 'Failed') return this.events(this.object, 'Warning', reason, message)
    const { active, succeeded } = this.tally
    const { completions = Infinity } = this.spec
    const many = async (what: string, which: string) =>
      this.events(this.object, 'Warning', what, `Too many ${which} pods running after completion count reached`)
    if (active.length > 0 && completions < Infinity) await many('TooManyActivePods', 'active')
    if (succeeded > completions) await many('TooManySucceededPods', 'succeeded')
    return this.events(this.object, 'Normal', 'Completed', 'Job completed')
  }

  private async deleteActive(pods: readonly ApiObject[]): Promise<void> {
    for (const pod of pods) {
      // A pod that the job itself deletes does not count as failed.
      if (isTracked(pod)) await release(this.deps, pod)
      await this.writer.delete(this.object, pod)
    }
  }

  /** Creates and deletes pods. */
  private async manage(): Promise<Managed> {
    const { completions, parallelism = 1, podReplacementPolicy } = this.spec
    const { active, succeeded, failed, failedIndexes = [] } = this.tally
    const open = (completions ?? 0) - succeeded - failedIndexes.length
    const wanted =
      completions === undefined ? (succeeded > 0 ? active.length : parallelism) : Math.min(open, parallelism)
    const surplus = active.length - (this.removesSurplus ? Math.min(Math.max(0, wanted), parallelism) : parallelism)
    const kept = { active: active.length, afterMs: Infinity }
    if (surplus > 0) {
      const gone = deletionOrder(active, RULES).slice(0, Math.min(surplus, BURST))
      await this.deleteActive(gone)
      return { ...kept, active: active.length - gone.length }
    }
    const missing = wanted - active.length - (podReplacementPolicy === 'Failed' ? this.leaving.length : 0)
    if (missing <= 0) return kept
    if (!this.tally.failedIndexes) {
      // With indexes, the back-off is per index.
      const last = Math.max(0, ...this.failedPods().map(endOf))
      const wait = nextStart(failed, last) - this.now
      if (wait > 0) return { ...kept, afterMs: wait }
    }
    return this.create(Math.min(missing, BURST))
  }

  private failedPods(): ApiObject[] {
    return this.pods.filter((pod) => outcomeOf(pod, this.spec) === 'failed')
  }

  /** Creates up to `count` pods, as many at once as succeeded before. */
  private async create(count: number): Promise<Managed> {
    const { due, afterMs } = this.duePods(count)
    let made = 0
    try {
      await inBatches(due.length, this.deps.signal, async (i) => {
        await this.writer.create(keyOf(this.object), this.object, due[i] as ApiObject)
        made += 1
      })
      return { active: this.tally.active.length + made, afterMs }
    } catch (error) {
      return { active: this.tally.active.length + made, afterMs, refusal: { error } }
    }
  }

  /** Up to `count` pods that may start now, and the milliseconds until a further one may. */
  private duePods(count: number): { readonly due: readonly ApiObject[]; readonly afterMs: number } {
    const make = (index?: number, failures?: ReturnType<typeof failuresOf>) =>
      podFor(this.object, JOB_KIND, this.deps.feature, index, failures)
    const indexes = this.freeIndexes()
    if (!indexes) return { due: Array.from({ length: count }, () => make()), afterMs: Infinity }
    const due: ApiObject[] = []
    let afterMs = Infinity
    for (const index of indexes) {
      if (due.length >= count) break
      const failures = this.tally.failedIndexes && failuresOf(this.object, this.pods, index)
      const wait = failures ? nextStart(failures.counted, failures.last) - this.now : 0
      if (wait > 0) afterMs = Math.min(afterMs, wait)
      else due.push(make(index, failures))
    }
    return { due, afterMs }
  }

  private freeIndexes(): number[] | undefined {
    const { indexes, failedIndexes = [], active } = this.tally
    if (!indexes) return undefined
    const kept = this.spec.podReplacementPolicy === 'Failed' ? this.leaving : []
    const taken = new Set([...indexes, ...failedIndexes, ...[...active, ...kept].map(indexOf)])
    return Array.from({ length: this.spec.completions ?? 0 }, (_, i) => i).filter((index) => !taken.has(index))
  }
}
