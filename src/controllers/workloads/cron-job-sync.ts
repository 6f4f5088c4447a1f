import type * as batch from 'kt126/batch/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { behaves } from '../../api/releases/ledger'
import { isStatus } from '../../client/status-error'
import type { Target } from '../../client/targets'
import { timestamp } from '../../machinery/clock'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import type { RequeueAfter } from '../work-queue'
import type { ControllerDeps } from '../controllers'
import { remove, writeStatus } from '../kit'
import type { Recorder } from './events'
import { JOBS } from './job-pods'
import { isFinished, jobOf } from './job-tally'
import { ownerReference } from './owners'
import { type Schedule, scheduleOf, timestampIn } from './schedule'

/** This many missed times suggest a wrong clock. */
const MANY_MISSED = 100

const SCHEDULED_TIMESTAMP = 'batch.orch.io/cronjob-scheduled-timestamp'

/** A cron job as this controller reads it. */
type CronJob = Draft<batch.CronJob>

const cronOf = (object: ApiObject): CronJob => asDraft<batch.CronJob>(object)

/** One reconciliation of one cron job. */
export class CronJobSync {
  version = 0
  private readonly spec
  private readonly status
  private readonly now

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    private readonly target: Target,
    private readonly object: ApiObject,
    private readonly jobs: readonly ApiObject[],
  ) {
    this.spec = cronOf(object).spec ?? {}
    this.status = clone(cronOf(object).status ?? {})
    this.now = deps.clock.now()
  }

  async sync(): Promise<RequeueAfter | void> {
    await this.forgetFinished()
    await this.trimHistory()
    const again = this.spec.suspend ? undefined : await this.schedule()
    const written = await writeStatus(this.deps.client, this.target, this.object, this.status)
    if (written) this.version = Math.max(this.version, Number(written.metadata.resourceVersion))
    return again
  }

  /** Removes finished jobs from the list of active ones. */
  private async forgetFinished(): Promise<void> {
    const byUid = new Map(this.jobs.map((one) => [one.metadata.uid, one]))
    const active = []
    for (const reference of this.status.active ?? []) {
      const found = byUid.get(reference.uid)
      const ended = found && isFinished(found)
      const { name = '' } = reference
      if (!found) await this.told('Normal', 'MissingJob', `Active job went missing: ${name}`)
      else if (ended) await this.told('Normal', 'SawCompletedJob', `Saw completed job: ${name}, status: ${ended}`)
      else active.push(reference)
    }
    this.status.active = active
    const ends = this.jobs.filter((one) => isFinished(one) === 'Complete')
    const last = ends
      .map((one) => jobOf(one).status?.completionTime ?? '')
      .sort()
      .at(-1)
    if (last && last > (this.status.lastSuccessfulTime ?? '')) this.status.lastSuccessfulTime = last
  }

  private async trimHistory(): Promise<void> {
    const { successfulJobsHistoryLimit = 3, failedJobsHistoryLimit = 1 } = this.spec
    const limits = [['Complete', successfulJobsHistoryLimit] as const, ['Failed', failedJobsHistoryLimit] as const]
    for (const [outcome, limit] of limits) {
      const ended = this.jobs.filter((one) => isFinished(one) === outcome && !one.metadata.deletionTimestamp)
      const oldest = ended
        .sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
        .slice(0, Math.max(0, ended.length - limit))
      for (const one of oldest) await this.deleteJob(one)
    }
  }

  private async deleteJob(one: ApiObject): Promise<void> {
    if (await remove(this.deps.client, JOBS, one, 'Background'))
      await this.told('Normal', 'SuccessfulDelete', `Deleted job ${one.metadata.name ?? ''}`)
  }

  private async schedule(): Promise<RequeueAfter | undefined> {
    const { concurrencyPolicy, startingDeadlineSeconds } = this.spec
    const schedule = await this.readSchedule()
    if (!schedule) return undefined
    const due = this.latest(schedule)
    if (!due) return this.after(schedule)
    if (due.missed >= MANY_MISSED)
      await this.told(
        'Warning',
        'TooManyMissedTimes',
        `too many missed start times (> ${MANY_MISSED}). Set or decrease .spec.startingDeadlineSeconds or check clock skew`,
      )
    if (due.at + (startingDeadlineSeconds ?? Infinity) * 1000 < this.now) {
      await this.told('Warning', 'MissSchedule', `Missed scheduled time to start a job: ${timestamp(due.at)}`)
      return this.after(schedule)
    }
    const active = this.status.active ?? []
    if (concurrencyPolicy === 'Forbid' && active.length > 0) {
      if (this.byMinute)
        await this.told(
          'Normal',
          'JobAlreadyActive',
          'Not starting job because prior execution is running and concurrency policy is Forbid',
        )
      return this.after(schedule)
    }
    if (concurrencyPolicy === 'Replace') {
      for (const one of this.jobs) if (active.some(({ uid }) => uid === one.metadata.uid)) await this.deleteJob(one)
      this.status.active = []
    }
    await this.createJob(due.at)
    return this.after(schedule)
  }

  private async readSchedule(): Promise<Schedule | undefined> {
    const { schedule = '', timeZone } = this.spec
    try {
      return scheduleOf(schedule, this.deps.feature('CronJobTimeZone') ? timeZone : undefined)
    } catch (error) {
      const why = messageOf(error)
      await this.told('Warning', 'UnparseableSchedule', `unparseable schedule: "${schedule}" : ${why}`)
      return undefined
    }
  }

  private get byMinute(): boolean {
    return behaves('cron-jobs-by-minute', this.deps.release)
  }

  private since(): number {
    const first = Date.parse(this.status.lastScheduleTime ?? this.object.metadata.creationTimestamp ?? '')
    const { startingDeadlineSeconds } = this.spec
    return startingDeadlineSeconds === undefined ? first : Math.max(first, this.now - startingDeadlineSeconds * 1000)
  }

  private latest(schedule: Schedule) {
    return schedule.latest(this.since(), this.now, MANY_MISSED)
  }

  private after(schedule: Schedule): RequeueAfter | undefined {
    const next = schedule.next(this.now)
    // Schedules have whole seconds; the margin makes sure that the second has begun.
    return next === undefined ? undefined : { afterMs: next - this.now + 100 }
  }

  private async createJob(at: number): Promise<void> {
    const { namespace, name = '' } = this.object.metadata
    const { metadata, spec } = this.spec.jobTemplate ?? {}
    const wanted = {
      metadata: {
        name: `${name}-${Math.floor(at / (this.byMinute ? 60_000 : 1000))}`,
        ...(metadata?.labels && { labels: metadata.labels }),
        ...this.annotationsOf(metadata?.annotations, at),
        ownerReferences: [ownerReference(this.object, `batch/${this.target.version}`, 'CronJob')],
      },
      spec,
    }
    try {
      const made = await this.deps.client.create({ ...JOBS, namespace }, wanted)
      const { uid = '', resourceVersion = '' } = made.metadata
      this.version = Number(resourceVersion)
      const reference = { apiVersion: 'batch/v1', kind: 'Job', name: wanted.metadata.name, namespace: namespace ?? '' }
      this.status.active = [...(this.status.active ?? []), { ...reference, uid, resourceVersion }]
      await this.told('Normal', 'SuccessfulCreate', `Created job ${wanted.metadata.name}`)
    } catch (error) {
      // It was created before, but the cache does not have it yet.
      if (!isStatus(error, 'AlreadyExists')) {
        const why = messageOf(error)
        await this.told('Warning', 'FailedCreate', `Error creating job: ${why}`)
        throw error
      }
    }
    this.status.lastScheduleTime = timestamp(at)
  }

  /** The annotations of a new job: the template's, and when it was scheduled for. */
  private annotationsOf(
    given: Record<string, string> | undefined,
    at: number,
  ): { annotations?: Record<string, string> } {
    const scheduled = this.deps.feature('CronJobsScheduledAnnotation') && {
      [SCHEDULED_TIMESTAMP]: timestampIn(at, this.spec.timeZone),
    }
    return given || scheduled ? { annotations: { ...given, ...scheduled } } : {}
  }

  private told(type: 'Normal' | 'Warning', reason: string, message: string): Promise<void> {
    return this.events(this.object, type, reason, message)
  }
}

const startOf = (one: ApiObject): string => jobOf(one).status?.startTime ?? one.metadata.creationTimestamp ?? ''
