import type * as autoscaling from 'kt126/autoscaling/v2'
import { PODS } from '../../client/core-targets'
import { podOf } from '../../api/kinds/shared/pod-types'
import type { Draft } from '../../api/kinds/meta/draft'
import { parseGoDuration } from '../../machinery/go-duration'
import type { ApiObject } from '../../machinery/object'
import type { Client } from '../../client/client'
import { formatQuantity, parseQuantity, quantityMillis, quantityOf, quantityOfMillis } from '../../machinery/quantity'
import { StatusError } from '../../client/status-error'
import type { Target } from '../../client/targets'
import { groupPods, type PodUse, replicasFor } from './autoscaler-pods'

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
 * Evaluates one metric over the pods that a selector of the namespace matches. `current` is the present size.
 * @throws NoMetric if it has no value
 */
export async function measureMetric(
  client: Client,
  namespace: string | undefined,
  { type, resource }: MetricSpec,
  selector: string,
  current: number,
  now: number,
): Promise<Measured> {
  if (type !== 'Resource' || !resource)
    throw new NoMetric(
      `FailedGet${type ?? ''}Metric`,
      `no ${type ?? ''} metrics are simulated: only Resource metrics are`,
    )
  const name = resource.name ?? ''
  const no = (message: string) =>
    new NoMetric('FailedGetResourceMetric', `failed to get ${name} utilization: ${message}`)
  const query = { labelSelector: selector }
  const metrics = await client.list({ ...METRICS, namespace }, { query }).catch((error: unknown) => {
    if (!(error instanceof StatusError)) throw error
    throw no(
      `unable to get metrics for resource ${name}: unable to fetch metrics from resource metrics API: ${error.message}`,
    )
  })
  const pods = (await client.list({ ...PODS, namespace }, { query })).items
  if (pods.length === 0) throw no('no pods returned by selector while calculating replica count')
  const uses = new Map(metrics.items.map((item) => [item.metadata.name ?? '', useOf(item, name)]))
  const groups = groupPods(pods, uses, name, now)
  const { averageUtilization, averageValue: target } = resource.target ?? {}
  const requests = averageUtilization === undefined ? undefined : requestsOf(pods, name, no)
  if (groups.ready.length === 0) throw no('did not receive metrics for any ready pods')
  const known = new Map(groups.ready.map((pod) => [pod, uses.get(pod)?.value ?? 0]))
  const averageValue = amountText(name, Math.trunc(sum(known.values()) / known.size))
  if (averageUtilization === undefined || !requests) {
    const goal = Number(quantityMillis(parseQuantity(target ?? '1')))
    const ratioOf = (some: ReadonlyMap<string, number>) => sum(some.values()) / some.size / goal
    return {
      replicas: replicasFor(groups, known, () => goal, ratioOf, current),
      status: { type, resource: { name, current: { averageValue } } },
      told: `${name} resource`,
    }
  }
  const share = (some: ReadonlyMap<string, number>) =>
    Math.trunc((100 * sum(some.values())) / sum([...some.keys()].map((pod) => requests.get(pod) ?? 0)))
  return {
    replicas: replicasFor(
      groups,
      known,
      (pod) => requests.get(pod) ?? 0,
      (some) => share(some) / averageUtilization,
      current,
    ),
    status: {
      type,
      resource: {
        name,
        current: {
          averageUtilization: share(known),
          averageValue,
        },
      },
    },
    told: `${name} resource utilization (percentage of request)`,
  }
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0)

/** What a pod uses of a resource, from its metrics. */
const useOf = (item: ApiObject, resource: string): PodUse => ({
  value: sumOf(item['containers'], 'usage', resource),
  at: Date.parse(typeof item['timestamp'] === 'string' ? item['timestamp'] : '') || 0,
  windowMs: (typeof item['window'] === 'string' ? parseGoDuration(item['window']) : undefined) ?? 0,
})

/** What each pod requests of a resource. Throws the error that `no` makes if a container requests nothing. */
function requestsOf(pods: readonly ApiObject[], resource: string, no: (message: string) => NoMetric) {
  return new Map(
    pods.map((pod) => {
      const containers = podOf(pod).spec?.containers ?? []
      const bare = containers.find(({ resources }) => resources?.requests?.[resource] === undefined)
      const { name = '' } = pod.metadata
      if (bare) throw no(`missing request for ${resource} in container ${bare.name ?? ''} of Pod ${name}`)
      const resources = containers.map((container) => container.resources)
      return [name, sumOf(resources, 'requests', resource)] as const
    }),
  )
}

/** The sum of one resource over containers, in thousandths. */
function sumOf(containers: unknown, member: 'usage' | 'requests', resource: string): number {
  const all = (containers ?? []) as readonly ({ readonly [member: string]: Record<string, string> } | undefined)[]
  return all.reduce((sum, one) => sum + Number(quantityMillis(parseQuantity(one?.[member]?.[resource] ?? '0'))), 0)
}

const amountText = (resource: string, millis: number): string =>
  formatQuantity(resource === 'memory' ? quantityOf(Math.round(millis / 1000)) : quantityOfMillis(millis))
