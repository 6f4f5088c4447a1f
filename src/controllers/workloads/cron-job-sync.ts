import type * as batch from 'kt126/batch/v1'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { behaves } from '../../api/releases/ledger'
import { isNamespaceEnding, isStatus } from '../../client/status-error'
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
import { controllerOf, ownerReference } from './owners'
import { type Schedule, scheduleOf, timestampIn } from './schedule'

/** More missed times than this suggest a wrong clock. */
const MANY_MISSED = 100
/** Before releases that wait for the next time, all cron jobs are looked at this often. */
const POLL_MS = 10_000

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
    await this.reportUnexpected()
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

  /** Reports unfinished jobs that are the cron job's own by their controller, but not in its status. */
  private async reportUnexpected(): Promise<void> {
    const unlisted = (status: CronJob['status']) =>
      this.jobs.filter((one) => !isFinished(one) && !status?.active?.some(({ uid }) => uid === one.metadata.uid))
    if (unlisted(this.status).length === 0) return
    // The jobs may be newer than the cron job that was read.
    const { namespace, name = '' } = this.object.metadata
    const live = cronOf(await this.deps.client.get({ ...this.target, namespace }, name))
    for (const { metadata } of unlisted(live.status)) {
      const why = `Saw a job that the controller did not create or forgot: ${metadata.name ?? ''}`
      await this.told('Warning', 'UnexpectedJob', why)
    }
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
    if (due.missed > MANY_MISSED && !(await this.acceptsMissed())) return { afterMs: POLL_MS }
    if (due.at + (startingDeadlineSeconds ?? Infinity) * 1000 < this.now) {
      await this.told('Warning', 'MissSchedule', `Missed scheduled time to start a job: ${inWords(due.at)}`)
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
    return (await this.createJob(due.at)) ? this.after(schedule) : { afterMs: POLL_MS }
  }

  /** Reports that many times were missed. @returns whether the last of them may still start a job */
  private async acceptsMissed(): Promise<boolean> {
    const what = this.byMinute ? 'times' : 'time'
    const why = `too many missed start ${what} (> ${MANY_MISSED}). Set or decrease .spec.startingDeadlineSeconds or check clock skew`
    if (this.byMinute) await this.told('Warning', 'TooManyMissedTimes', why)
    else await this.told('Warning', 'FailedNeedsStart', `Cannot determine if job needs to be started: ${why}`)
    return this.byMinute
  }

  private async readSchedule(): Promise<Schedule | undefined> {
    const { schedule = '', timeZone } = this.spec
    try {
      return scheduleOf(schedule, this.deps.feature('CronJobTimeZone') ? timeZone : undefined)
    } catch (error) {
      const why = messageOf(error)
      if (this.byMinute)
        await this.told('Warning', 'UnparseableSchedule', `unparseable schedule: "${schedule}" : ${why}`)
      else
        await this.told(
          'Warning',
          'FailedNeedsStart',
          `Cannot determine if job needs to be started: unparseable schedule: ${schedule} : ${why}`,
        )
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
    return schedule.latest(this.since(), this.now, MANY_MISSED + 1)
  }

  private after(schedule: Schedule): RequeueAfter | undefined {
    const next = schedule.next(this.now)
    // Schedules have whole seconds; the margin makes sure that the second has begun.
    return next === undefined ? undefined : { afterMs: next - this.now + 100 }
  }

  /** @returns whether this time is done with; otherwise it is tried again */
  private async createJob(at: number): Promise<boolean> {
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
      this.adopt(await this.deps.client.create({ ...JOBS, namespace }, wanted))
      await this.told('Normal', 'SuccessfulCreate', `Created job ${wanted.metadata.name}`)
    } catch (error) {
      const isOwn = this.byMinute && isStatus(error, 'AlreadyExists')
      if (!isOwn) return this.failCreate(error)
      const found = await this.deps.client.get({ ...JOBS, namespace }, wanted.metadata.name)
      // A job of somebody else takes this time; nothing is left to do.
      if (controllerOf(found)?.uid !== this.object.metadata.uid) return true
      if (!this.status.active?.some(({ uid }) => uid === found.metadata.uid)) this.adopt(found)
    }
    this.status.lastScheduleTime = timestamp(at)
    return true
  }

  private adopt({ metadata: { name = '', namespace = '', uid = '', resourceVersion = '' } }: ApiObject): void {
    this.version = Math.max(this.version, Number(resourceVersion))
    const reference = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      name,
      namespace,
      uid,
      resourceVersion,
    }
    this.status.active = [...(this.status.active ?? []), reference]
  }

  private async failCreate(error: unknown): Promise<boolean> {
    // Nothing can be created in a terminating namespace, which is no news.
    if (!isNamespaceEnding(error)) await this.told('Warning', 'FailedCreate', `Error creating job: ${messageOf(error)}`)
    if (this.byMinute) throw error
    return false
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

/** A time in the words of mail: `Mon, 02 Jan 2006 15:04:05 +0000`. */
const inWords = (ms: number): string => new Date(ms).toUTCString().replace('GMT', '+0000')
