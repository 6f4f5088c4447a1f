import type * as autoscaling from 'kt126/autoscaling/v2'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import { autoscalerV1 } from '../../api/kinds/autoscaling/horizontal-pod-autoscaler/older-forms'
import { behaves } from '../../api/releases/ledger'
import { StatusError } from '../../client/status-error'
import type { Target } from '../../client/targets'
import { timestamp } from '../../machinery/clock'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { ControllerDeps } from '../controllers'
import { undefinedIfGone, withoutZeroValues, writeStatus } from '../kit'
import { measureMetric, NoMetric } from './autoscaler-metrics'
import { type Autoscaler, normalized, type ReplicaChange, type Recommendation } from './autoscaler-replicas'
import type { Recorder } from './events'

/** History is kept for the longest window that rules may have. */
const KEPT_MS = 3_600_000

type Condition = Draft<autoscaling.HorizontalPodAutoscalerCondition>

const scalerOf = (object: ApiObject): Autoscaler => asDraft<autoscaling.HorizontalPodAutoscaler>(object)

/** What the controller remembers of an autoscaler, to smooth its changes. */
export interface Memory {
  readonly recommendations: Recommendation[]
  readonly changes: ReplicaChange[]
}

/** One reconciliation of one autoscaler. */
export class AutoscalerSync {
  private readonly spec
  private conditions: Condition[]
  private readonly now

  constructor(
    private readonly deps: ControllerDeps,
    private readonly events: Recorder,
    private readonly target: Target,
    private readonly object: ApiObject,
    private readonly memory: Memory,
  ) {
    this.spec = scalerOf(object).spec ?? {}
    this.conditions = clone(scalerOf(object).status?.conditions ?? [])
    this.now = deps.clock.now()
  }

  async sync(): Promise<void> {
    const { scaleTargetRef: to } = this.spec
    const found = this.deps.feed.resolve(to?.apiVersion ?? '', to?.kind ?? '')
    const at = found && { ...found, namespace: this.object.metadata.namespace }
    let scale: ApiObject
    try {
      if (!at) throw new Error(`no matches for kind "${to?.kind ?? ''}" in version "${to?.apiVersion ?? ''}"`)
      scale = await this.deps.client.get(at, to?.name ?? '', { subresource: 'scale' })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      this.set(
        'AbleToScale',
        'False',
        'FailedGetScale',
        `the HPA controller was unable to get the target's current scale: ${error.message}`,
      )
      await this.events(this.object, 'Warning', 'FailedGetScale', error.message)
      return this.writeCurrent(scalerOf(this.object).status?.currentReplicas ?? 0)
    }
    this.set(
      'AbleToScale',
      'True',
      'SucceededGetScale',
      "the HPA controller was able to get the target's current scale",
    )
    const current = (scale.spec as { replicas?: number } | undefined)?.replicas ?? 0
    const { recommendations } = this.memory
    if (recommendations.length === 0) recommendations.push({ at: this.now, replicas: current })
    const decision = await this.decide(scale, current)
    if (!decision) return this.writeCurrent(current)
    const { replicas, reason, statuses } = decision
    if (replicas === current || !at) return this.write(current, current, statuses)
    await this.rescale(at, scale, current, replicas, reason)
    await this.write(current, replicas, statuses, timestamp(this.now))
  }

  /** The size to set and why, or undefined if no metric has a value. A size outside the limits is mended without metrics. */
  private async decide(scale: ApiObject, current: number) {
    const { minReplicas: least = 1, maxReplicas: most = 1 } = this.spec
    const mended = (replicas: number, reason: string) => ({ replicas, reason, statuses: [] })
    if (current === 0 && least !== 0) {
      const message = 'scaling is disabled since the replica count of the target is zero'
      this.set('ScalingActive', 'False', 'ScalingDisabled', message)
      return mended(0, '')
    }
    if (current > most) return mended(most, 'Current number of replicas above Spec.MaxReplicas')
    if (current < least) return mended(least, 'Current number of replicas below Spec.MinReplicas')
    const measured = await this.measure(scale, current)
    if (!measured) return undefined
    const { wanted, told, statuses } = measured
    const { recommendations, changes } = this.memory
    forgetOld(recommendations, this.now)
    forgetOld(changes, this.now)
    const { replicas, able, limited } = normalized(this.spec, current, wanted, recommendations, changes, this.now)
    recommendations.push({ at: this.now, replicas: wanted })
    this.set('AbleToScale', 'True', able.reason, able.message)
    this.set('ScalingLimited', limited.status, limited.reason, limited.message)
    const reason = wanted > current ? `${told} above target` : wanted < current ? 'All metrics below target' : ''
    return { replicas, reason, statuses }
  }

  private async rescale(at: Target, scale: ApiObject, current: number, replicas: number, reason: string) {
    const next = { ...scale, spec: { ...(scale.spec as object), replicas } }
    try {
      await this.deps.client.update(at, next, { subresource: 'scale' })
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      const message = `the HPA controller was unable to update the target scale: ${error.message}`
      this.set('AbleToScale', 'False', 'FailedUpdateScale', message)
      const told = `New size: ${replicas}; reason: ${reason}; error: ${error.message}`
      await this.events(this.object, 'Warning', 'FailedRescale', told)
      await this.writeCurrent(current)
      throw error
    }
    this.memory.changes.push({ at: this.now, delta: replicas - current })
    const message = `the HPA controller was able to update the target scale to ${replicas}`
    this.set('AbleToScale', 'True', 'SucceededRescale', message)
    await this.events(this.object, 'Normal', 'SuccessfulRescale', `New size: ${replicas}; reason: ${reason}`)
  }

  /** The largest size that any metric asks for; undefined if too few metrics have a value. */
  private async measure(scale: ApiObject, current: number) {
    const statuses: Draft<autoscaling.MetricStatus>[] = []
    let [wanted, told] = [0, '']
    const failures: NoMetric[] = []
    const { selector = '' } = (scale.status ?? {}) as { selector?: string }
    const { client, release } = this.deps
    const { namespace } = this.object.metadata
    const { metrics = [] } = this.spec
    for (const metric of metrics) {
      try {
        const measured = await measureMetric(client, namespace, metric, selector, current, this.now)
        statuses.push(measured.status)
        if (wanted === 0 || measured.replicas > wanted) [wanted, told] = [measured.replicas, measured.told]
      } catch (error) {
        if (!(error instanceof NoMetric)) throw error
        failures.push(error)
        await this.events(this.object, 'Warning', error.reason, error.message)
      }
    }
    const [first] = failures
    const unsure = wanted < current && behaves('autoscaler-needs-all-to-shrink', release)
    if (first && (failures.length === metrics.length || unsure)) {
      const message = `the HPA was unable to compute the replica count: ${first.message}`
      this.set('ScalingActive', 'False', first.reason, message)
      const all = `invalid metrics (${failures.length} invalid out of ${metrics.length}), first error is: ${first.message}`
      await this.events(this.object, 'Warning', 'FailedComputeMetricsReplicas', all)
      return undefined
    }
    const message = `the HPA was able to successfully calculate a replica count from ${told}`
    this.set('ScalingActive', 'True', 'ValidMetricFound', message)
    return { wanted, statuses, told }
  }

  private set(type: string, status: 'True' | 'False', reason: string, message: string): void {
    const before = this.conditions.find((condition) => condition.type === type)
    const lastTransitionTime = before?.status === status ? before.lastTransitionTime : timestamp(this.now)
    const next = { type, status, reason, message, ...(lastTransitionTime && { lastTransitionTime }) }
    this.conditions = before ? this.conditions.map((one) => (one === before ? next : one)) : [...this.conditions, next]
  }

  /** Writes the conditions and the present size; everything else stays. */
  private writeCurrent(currentReplicas: number): Promise<void> {
    const { desiredReplicas = 0, currentMetrics = [] } = scalerOf(this.object).status ?? {}
    return this.write(currentReplicas, desiredReplicas, currentMetrics)
  }

  private async write(
    currentReplicas: number,
    desiredReplicas: number,
    currentMetrics: Draft<autoscaling.MetricStatus>[],
    lastScaleTime = scalerOf(this.object).status?.lastScaleTime,
  ): Promise<void> {
    const status = {
      ...(lastScaleTime && { lastScaleTime }),
      currentReplicas,
      desiredReplicas,
      currentMetrics,
      conditions: this.conditions,
    }
    const { client, release } = this.deps
    if (!behaves('autoscaler-writes-v1', release))
      return void (await writeStatus(client, this.target, this.object, status))
    if (equal(withoutZeroValues(status), withoutZeroValues(this.object.status ?? {}))) return
    const at = { ...this.target, version: 'v1', namespace: this.object.metadata.namespace }
    const whole = { ...clone(this.object), apiVersion: 'autoscaling/v1', kind: 'HorizontalPodAutoscaler', status }
    await undefinedIfGone(client.update(at, autoscalerV1.fromHub(whole), { subresource: 'status' }))
  }
}

function forgetOld(list: { readonly at: number }[], now: number): void {
  while (list[0] && now - list[0].at > KEPT_MS) list.shift()
}
