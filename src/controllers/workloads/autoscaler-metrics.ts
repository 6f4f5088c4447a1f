import type * as autoscaling from 'kt126/autoscaling/v2'
import { PODS } from '../../client/core-targets'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { Draft } from '../../api/kinds/meta/draft'
import type { Client } from '../../client/client'
import { formatQuantity, parseQuantity, quantityMillis, quantityOf, quantityOfMillis } from '../../machinery/quantity'
import { StatusError } from '../../client/status-error'
import type { Target } from '../../client/targets'
import { replicasFor } from './autoscaler-replicas'
import { hasReadyCondition } from './pods'

const METRICS: Target = { group: 'metrics.orch.io', version: 'v1beta1', resource: 'pods' }

type MetricSpec = Draft<autoscaling.MetricSpec>

/** A metric has no value; carries the reason for the condition ScalingActive. */
export class NoMetric extends Error {
  constructor(
    readonly reason: string,
    message: string,
  ) {
    super(message)
  }
}

/** The size that a metric asks for, its status, and its description. */
export interface Measured {
  readonly replicas: number
  readonly status: Draft<autoscaling.MetricStatus>
  readonly told: string
}

/**
 * Evaluates one metric over the ready pods that a selector of the namespace matches. `current` is the present size.
 * @throws NoMetric if it has no value
 */
export async function measureMetric(
  client: Client,
  namespace: string | undefined,
  { type, resource }: MetricSpec,
  selector: string,
  current: number,
): Promise<Measured> {
  if (type !== 'Resource' || !resource)
    throw new NoMetric(
      `FailedGet${type ?? ''}Metric`,
      `no ${type ?? ''} metrics are simulated: only Resource metrics are`,
    )
  const name = resource.name ?? ''
  const no = (message: string) => new NoMetric('FailedGetResourceMetric', message)
  const query = { labelSelector: selector }
  const pods = (await client.list({ ...PODS, namespace }, { query })).items.filter(hasReadyCondition)
  const metrics = await client.list({ ...METRICS, namespace }, { query }).catch((error: unknown) => {
    if (error instanceof StatusError) throw no(`unable to fetch metrics from resource metrics API: ${error.message}`)
    throw error
  })
  const used = new Map(metrics.items.map((item) => [item.metadata.name, sumOf(item['containers'], 'usage', name)]))
  const measured = pods.filter(({ metadata }) => used.has(metadata.name))
  if (measured.length === 0) throw no(`did not receive metrics for any ready pods`)
  const total = measured.reduce((sum, { metadata }) => sum + (used.get(metadata.name) ?? 0), 0)
  const average = Math.round(total / measured.length)
  const averageValue = amountText(name, average)
  const { averageUtilization, averageValue: target } = resource.target ?? {}
  if (averageUtilization === undefined) {
    const goal = Number(quantityMillis(parseQuantity(target ?? '1')))
    return {
      replicas: replicasFor(average / goal, measured.length, current),
      status: { type, resource: { name, current: { averageValue } } },
      told: `${name} resource`,
    }
  }
  const requests = measured.map((pod) => {
    const containers = podOf(pod).spec?.containers ?? []
    const bare = containers.find(({ resources }) => resources?.requests?.[name] === undefined)
    if (bare)
      throw no(
        `failed to get ${name} utilization: missing request for ${name} in container ${bare.name ?? ''} of Pod ${pod.metadata.name ?? ''}`,
      )
    return sumOf(
      containers.map(({ resources }) => resources),
      'requests',
      name,
    )
  })
  const utilization = Math.floor((100 * total) / requests.reduce((sum, request) => sum + request, 0))
  return {
    replicas: replicasFor(utilization / averageUtilization, measured.length, current),
    status: { type, resource: { name, current: { averageUtilization: utilization, averageValue } } },
    told: `${name} resource utilization (percentage of request)`,
  }
}

/** The sum of one resource over containers, in thousandths. */
function sumOf(containers: unknown, member: 'usage' | 'requests', resource: string): number {
  const all = (containers ?? []) as readonly ({ readonly [member: string]: Record<string, string> } | undefined)[]
  return all.reduce((sum, one) => sum + Number(quantityMillis(parseQuantity(one?.[member]?.[resource] ?? '0'))), 0)
}

const amountText = (resource: string, millis: number): string =>
  formatQuantity(resource === 'memory' ? quantityOf(Math.round(millis / 1000)) : quantityOfMillis(millis))
