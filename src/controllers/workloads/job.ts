import { greatest } from '../../machinery/lists'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { Target } from '../../client/client'
import { timestamp } from '../../machinery/clock'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { keyOf, type RequeueAfter, splitKey } from '../controller'
import type { ControllerDeps, ControllerRow } from '../controllers'
import { remove, runNamed, unlessGone, writeStatus } from '../kit'
import { eventRecorder, type Recorder } from './events'
import {
  COMPLETION_INDEX,
  indexOf,
  isFinished,
  isTracked,
  type Job,
  jobOf,
  outcomeOf,
  type Tally,
  tallyOf,
  TRACKED,
  writeIndexes,
} from './job-tally'
import { claim, controllerOf, ownerReference, ownersOf } from './owners'
import { conditionOf, deletionOrder, podFrom, WORKLOAD_PODS, PodWriter } from './pods'

const NAME = 'job'
const KIND = { apiVersion: 'batch/v1', kind: 'Job' }
export const JOBS: Target = { group: 'batch', version: 'v1', resource: 'jobs' }
/** After a failure the next pod waits 10 s, doubled for each further one, six minutes at most. */
const FIRST_BACK_OFF_MS = 10_000
const LONGEST_BACK_OFF_MS = 360_000
/** At most so many pods are created or deleted before the next look. */
const BURST = 500

const selectorOf = (job: ApiObject) => compileLabelSelector(jobOf(job).spec?.selector)
type Condition = NonNullable<NonNullable<Job['status']>['conditions']>[number]

/** Runs pods until as many as a job asks for have succeeded (resource API, "Workloads"). */
export const job: ControllerRow = {
  name: NAME,
  defaultOn: 'with-nodes',
  account: 'job-controller',
  needs: ['batch/v1/jobs', 'v1/pods'],
  start(deps) {
    const events = eventRecorder(deps, 'job-controller', KIND)
    const writer = new PodWriter(deps, events)
    return runNamed(deps, NAME, {
      watches: [
        { target: JOBS, keys: (object) => [keyOf(object)] },
        { target: WORKLOAD_PODS, keys: (pod, [jobs]) => ownersOf(pod, KIND.kind, jobs, selectorOf) },
      ],
      async reconcile(key, [jobs, pods]) {
        const { namespace = '', name } = splitKey(key)
        const object = jobs?.get(namespace, name)
        if (!pods || writer.behind(key, pods.revision)) return
        const here = pods.list(namespace)
        if (!object || isFinished(object) || object.metadata.deletionTimestamp) {
          // Nobody counts what is left: it must not be held any longer.
          const owned = here.filter((pod) => isTracked(pod) && controllerOf(pod)?.kind === KIND.kind)
          for (const pod of owned.filter((one) => controllerOf(one)?.name === name)) await release(deps, pod)
          if (!object) writer.forget(key)
          return
        }
        const owner = ownerReference(object, KIND.apiVersion, KIND.kind)
        const candidates = here.filter((pod) => !writer.isGone(pod))
        const mine = await claim(deps.client, WORKLOAD_PODS, owner, false, selectorOf(object), candidates)
        return new Run(deps, events, writer, object, mine).sync()
      },
    })
  },
}

async function release({ client }: ControllerDeps, { metadata }: ApiObject): Promise<void> {
  const { name = '', namespace, uid, finalizers = [] } = metadata
  const patch = { metadata: { uid, finalizers: finalizers.filter((finalizer) => finalizer !== TRACKED) } }
  await unlessGone(client.patch({ ...WORKLOAD_PODS, namespace }, name, 'merge', patch))
}

/** One look at one job that has not finished. */
class Run {
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
  ) {
    this.spec = jobOf(object).spec ?? {}
    this.tracking = deps.feature('JobTrackingWithFinalizers')
    this.tally = tallyOf(object, pods, this.tracking)
    this.now = deps.clock.now()
  }

  async sync(): Promise<RequeueAfter | void> {
    const { status = {} } = jobOf(this.object)
    const suspended = this.spec.suspend === true
    const verdict = this.verdict(status.startTime)
    if (verdict || suspended) await this.deleteActive(this.tally.active)
    const next = { ...this.counts(verdict !== undefined || suspended), conditions: status.conditions ?? [] }
    if (suspended) delete next.startTime
    next.conditions = await this.suspension(next.conditions, suspended)
    // What is held must be counted before the last word is written.
    const open = this.tally.uncounted.length + this.tally.noted.length > 0
    if (verdict && !open) {
      next.conditions = [...next.conditions, this.condition(verdict.type, 'True', verdict.reason, verdict.message)]
      if (verdict.type === 'Complete') next.completionTime = timestamp(this.now)
    }
    await writeStatus(this.deps.client, JOBS, this.object, next)
    if (verdict && !open) await this.told(verdict)
    for (const pod of this.tally.noted) await release(this.deps, pod)
    const again = verdict || suspended ? Infinity : await this.manage()
    const { activeDeadlineSeconds } = this.spec
    const started = Date.parse(next.startTime ?? '') || this.now
    const deadline = activeDeadlineSeconds === undefined ? Infinity : started + activeDeadlineSeconds * 1000 - this.now
    const afterMs = Math.min(again, verdict || suspended ? Infinity : deadline)
    return Number.isFinite(afterMs) ? { afterMs: Math.max(afterMs, 1) } : undefined
  }

  /** Why the job is over, if it is. */
  private verdict(startTime: string | undefined): Verdict | undefined {
    const { completions, backoffLimit = 6, activeDeadlineSeconds, template, parallelism = 1 } = this.spec
    const { active, failed, succeeded } = this.tally
    const restarts = active.flatMap((pod) => podOf(pod).status?.containerStatuses ?? [])
    const restarted = restarts.reduce((sum, { restartCount = 0 }) => sum + restartCount, 0)
    const looping = template?.spec?.restartPolicy === 'OnFailure' && restarted > 0 && restarted >= backoffLimit
    if (looping || (failed > backoffLimit && active.length !== parallelism))
      return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit')
    const late = Date.parse(startTime ?? '') + (activeDeadlineSeconds ?? Infinity) * 1000
    if (this.spec.suspend !== true && late <= this.now)
      return failure('DeadlineExceeded', 'Job was active longer than specified deadline')
    const done = completions === undefined ? succeeded > 0 && active.length === 0 : succeeded >= completions
    return done ? { type: 'Complete', event: 'Completed', told: 'Job completed' } : undefined
  }

  private counts(stopped: boolean): NonNullable<Job['status']> {
    const { active, ready, indexes, settled, uncounted, noted } = this.tally
    const listed = [...uncounted, ...noted]
    const uids = (outcome: string) =>
      listed.filter((pod) => outcomeOf(pod) === outcome).map(({ metadata }) => metadata.uid ?? '')
    return {
      startTime: jobOf(this.object).status?.startTime ?? timestamp(this.now),
      active: stopped ? 0 : active.length,
      ...(this.deps.feature('JobReadyPods') && { ready: stopped ? 0 : ready }),
      succeeded: settled.succeeded,
      failed: settled.failed,
      ...(indexes && indexes.length > 0 && { completedIndexes: writeIndexes(indexes) }),
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

  private told({ type, event, told }: Verdict): Promise<void> {
    return this.events(this.object, type === 'Complete' ? 'Normal' : 'Warning', event, told)
  }

  private async deleteActive(pods: readonly ApiObject[]): Promise<void> {
    for (const pod of pods) {
      // What the job itself takes back does not count as a failure.
      if (isTracked(pod)) await release(this.deps, pod)
      await this.writer.delete(this.object, pod)
    }
  }

  /** Creates and deletes pods; answers in how many milliseconds the next one is due after a failure. */
  private async manage(): Promise<number> {
    const { completions, parallelism = 1 } = this.spec
    const { active, succeeded, failed } = this.tally
    const some = completions === undefined
    const wanted = some ? (succeeded > 0 ? active.length : parallelism) : Math.min(completions - succeeded, parallelism)
    const missing = Math.min(Math.max(0, wanted), parallelism) - active.length
    if (missing < 0) await this.deleteActive(deletionOrder(active).slice(0, Math.min(-missing, BURST)))
    if (missing <= 0) return Infinity
    if (failed > 0) {
      const last = Math.max(0, ...this.pods.filter((pod) => outcomeOf(pod) === 'failed').map(endOf))
      const wait = last + Math.min(FIRST_BACK_OFF_MS * 2 ** (failed - 1), LONGEST_BACK_OFF_MS) - this.now
      if (wait > 0) return wait
    }
    const indexes = this.freeIndexes()
    for (let i = 0; i < Math.min(missing, BURST) && !this.deps.signal.aborted; i++) {
      const index = indexes?.[i]
      if (indexes && index === undefined) break
      await this.writer.create(keyOf(this.object), this.object, this.podFor(index))
    }
    return Infinity
  }

  private freeIndexes(): number[] | undefined {
    if (!this.tally.indexes) return undefined
    const taken = new Set([...this.tally.indexes, ...this.tally.active.map(indexOf)])
    return Array.from({ length: this.spec.completions ?? 0 }, (_, i) => i).filter((index) => !taken.has(index))
  }

  private podFor(index: number | undefined): ApiObject {
    const pod = podFrom(this.spec.template, ownerReference(this.object, KIND.apiVersion, KIND.kind))
    if (this.tracking) pod.metadata.finalizers = [...(pod.metadata.finalizers ?? []), TRACKED]
    if (index === undefined) return pod
    const name = this.object.metadata.name ?? ''
    pod.metadata.generateName = `${name}-${index}-`
    pod.metadata.annotations = { ...pod.metadata.annotations, [COMPLETION_INDEX]: String(index) }
    const spec = (podOf(pod).spec ??= {})
    spec.hostname = `${name}-${index}`
    const fieldRef = { fieldPath: `metadata.annotations['${COMPLETION_INDEX}']` }
    for (const container of [...(spec.containers ?? []), ...(spec.initContainers ?? [])])
      if (!container.env?.some((variable) => variable.name === 'JOB_COMPLETION_INDEX'))
        container.env = [...(container.env ?? []), { name: 'JOB_COMPLETION_INDEX', valueFrom: { fieldRef } }]
    return pod
  }
}

interface Verdict {
  readonly type: 'Complete' | 'Failed'
  readonly reason?: string
  readonly message?: string
  readonly event: string
  readonly told: string
}

const failure = (reason: string, message: string): Verdict => ({
  type: 'Failed',
  reason,
  message,
  event: reason,
  told: message,
})

/** When a pod ended, as far as it says so. */
function endOf(pod: ApiObject): number {
  const ends = (podOf(pod).status?.containerStatuses ?? []).map(({ state }) =>
    Date.parse(state?.terminated?.finishedAt ?? ''),
  )
  const known = ends.filter((end) => !Number.isNaN(end))
  if (known.length > 0) return greatest(known)
  return Date.parse(conditionOf(pod, 'Ready')?.lastTransitionTime ?? pod.metadata.creationTimestamp ?? '') || 0
}

/** Deletes jobs a while after they have finished, as they ask for themselves. */
export const ttlAfterFinished: ControllerRow = {
  name: 'ttl-after-finished',
  defaultOn: 'with-nodes',
  account: 'ttl-after-finished-controller',
  needs: ['batch/v1/jobs'],
  start(deps) {
    if (!deps.feature('TTLAfterFinished')) return Promise.resolve()
    return runNamed(deps, 'ttl-after-finished', {
      watches: [{ target: JOBS, keys: (object) => [keyOf(object)] }],
      async reconcile(key, [jobs]) {
        const { namespace, name } = splitKey(key)
        const object = jobs?.get(namespace, name)
        if (!object || object.metadata.deletionTimestamp) return
        const { spec, status } = jobOf(object)
        const type = isFinished(object)
        const ended = status?.conditions?.find((condition) => condition.type === type)?.lastTransitionTime
        if (!type || spec?.ttlSecondsAfterFinished === undefined) return
        const left = Date.parse(ended ?? '') + spec.ttlSecondsAfterFinished * 1000 - deps.clock.now()
        if (left > 0) return { afterMs: left }
        await remove(deps.client, JOBS, object, 'Foreground')
      },
    })
  },
}
