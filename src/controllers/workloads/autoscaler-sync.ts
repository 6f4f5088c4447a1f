import type * as autoscaling from 'kt126/autoscaling/v2'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import type { Target } from '../../client/targets'
import { timestamp } from '../../machinery/clock'
import { clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { ControllerDeps } from '../controllers'
import { writeStatus } from '../kit'
import { measureMetric, NoMetric } from './autoscaler-metrics'
import { type Autoscaler, bounded, type ReplicaChange, type Recommendation } from './autoscaler-replicas'
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
    const { status: old = {} } = scalerOf(this.object)
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
      return this.write(old.currentReplicas ?? 0, old.desiredReplicas ?? 0, [])
    }
    this.set(
      'AbleToScale',
      'True',
      'SucceededGetScale',
      "the HPA controller was able to get the target's current scale",
    )
    const current = (scale.spec as { replicas?: number } | undefined)?.replicas ?? 0
    if (current === 0) {
      this.set(
        'ScalingActive',
        'False',
        'ScalingDisabled',
        'scaling is disabled since the replica count of the target is zero',
      )
      return this.write(0, 0, [])
    }
    const { wanted, statuses, told } = await this.measure(scale, current)
    if (wanted === undefined) return this.write(current, current, statuses)
    const { recommendations, changes } = this.memory
    forgetOld(recommendations, this.now)
    forgetOld(changes, this.now)
    const { replicas, limited } = bounded(this.spec, current, wanted, recommendations, changes, this.now)
    recommendations.push({ at: this.now, replicas: wanted })
    if (limited) this.set('ScalingLimited', 'True', limited.reason, limited.message)
    else this.set('ScalingLimited', 'False', 'DesiredWithinRange', 'the desired count is within the acceptable range')
    if (replicas !== current && at) {
      const next = { ...scale, spec: { ...(scale.spec as object), replicas } }
      await this.deps.client.update(at, next, { subresource: 'scale' })
      changes.push({ at: this.now, delta: replicas - current })
      this.set(
        'AbleToScale',
        'True',
        'SucceededRescale',
        `the HPA controller was able to update the target scale to ${replicas}`,
      )
      const reason = `${told} ${replicas > current ? 'above' : 'below'} target`
      const why = replicas > current || told === '' ? reason : 'All metrics below target'
      await this.events(this.object, 'Normal', 'SuccessfulRescale', `New size: ${replicas}; reason: ${why}`)
    } else this.set('AbleToScale', 'True', 'ReadyForNewScale', 'recommended size matches current size')
    await this.write(current, replicas, statuses, replicas === current ? undefined : timestamp(this.now))
  }

  /** The largest size that any metric asks for. */
  private async measure(scale: ApiObject, current: number) {
    const statuses: Draft<autoscaling.MetricStatus>[] = []
    let wanted: number | undefined
    let told = ''
    let failure: NoMetric | undefined
    const { selector = '' } = (scale.status ?? {}) as { selector?: string }
    const { client } = this.deps
    const { namespace } = this.object.metadata
    for (const metric of this.spec.metrics ?? []) {
      try {
        const measured = await measureMetric(client, namespace, metric, selector, current)
        statuses.push(measured.status)
        if (wanted === undefined || measured.replicas > wanted) {
          wanted = measured.replicas
          told = measured.told
        }
      } catch (error) {
        if (!(error instanceof NoMetric)) throw error
        failure ??= error
      }
    }
    if (failure && (wanted === undefined || wanted <= current)) {
      const message = `the HPA was unable to compute the replica count: ${failure.message}`
      this.set('ScalingActive', 'False', failure.reason, message)
      await this.events(this.object, 'Warning', failure.reason, failure.message)
      return { wanted: undefined, statuses, told }
    }
    if (wanted !== undefined)
      this.set(
        'ScalingActive',
        'True',
        'ValidMetricFound',
        `the HPA was able to successfully calculate a replica count from ${told}`,
      )
    return { wanted, statuses, told }
  }

  private set(type: string, status: 'True' | 'False', reason: string, message: string): void {
    const before = this.conditions.find((condition) => condition.type === type)
    const lastTransitionTime = before?.status === status ? before.lastTransitionTime : timestamp(this.now)
    const next = { type, status, reason, message, ...(lastTransitionTime && { lastTransitionTime }) }
    this.conditions = before ? this.conditions.map((one) => (one === before ? next : one)) : [...this.conditions, next]
  }

  private async write(
    currentReplicas: number,
    desiredReplicas: number,
    currentMetrics: Draft<autoscaling.MetricStatus>[],
    lastScaleTime = scalerOf(this.object).status?.lastScaleTime,
  ): Promise<void> {
    await writeStatus(this.deps.client, this.target, this.object, {
      observedGeneration: this.object.metadata.generation ?? 0,
      ...(lastScaleTime && { lastScaleTime }),
      currentReplicas,
      desiredReplicas,
      currentMetrics,
      conditions: this.conditions,
    })
  }
}

function forgetOld(list: { readonly at: number }[], now: number): void {
  while (list[0] && now - list[0].at > KEPT_MS) list.shift()
}
