import { podOf } from '../api/kinds/shared/pod-types'
import { parseGoDuration } from '../machinery/go-duration'
import type { ApiObject } from '../machinery/object'
import { isQuantity, parseQuantity, quantityMillis } from '../machinery/quantity'
import type { Usage } from '../machinery/usage'

/** Annotations of a pod: the resource usage of all its containers together, as a curve. */
const CURVES = { cpu: 'life.orch.io/cpu', memory: 'life.orch.io/memory' } as const
/** Annotation of a pod: CPU load shared by all ready pods of the same owner, as a curve. */
const SHARED = 'life.orch.io/load'

const IDLE = { cpu: 10, memory: 32 * 1024 * 1024 * 1000 } as const
/** The usage of a pod without a curve, as a share of its requests. */
const SHARE = { cpu: 0.4, memory: 0.6 } as const

const millis = (text: string | undefined): number | undefined =>
  text !== undefined && isQuantity(text) ? Number(quantityMillis(parseQuantity(text))) : undefined

/**
 * The value of a curve at a time, in thousandths: constant for `200m`; `100m..400m/10m` swings between the two values once in ten minutes.
 * Undefined if the text is not a curve.
 */
export function curveAt(text: string, now: number): number | undefined {
  const [, low, high, period] = /^([^.]+(?:\.\d+)?[^.]*)\.\.([^/]+)\/(.+)$/.exec(text) ?? []
  if (low === undefined || high === undefined || period === undefined) return millis(text)
  const [from, to, ms] = [millis(low), millis(high), parseGoDuration(period)]
  if (from === undefined || to === undefined || ms === undefined || ms <= 0) return undefined
  return from + ((to - from) * (1 - Math.cos((2 * Math.PI * now) / ms))) / 2
}

function declared(pod: ApiObject, resource: 'cpu' | 'memory', sharers: number, now: number): number | undefined {
  const { annotations = {} } = pod.metadata
  const own = annotations[CURVES[resource]]
  if (own !== undefined) return curveAt(own, now)
  const shared = resource === 'cpu' ? annotations[SHARED] : undefined
  const load = shared === undefined ? undefined : curveAt(shared, now)
  return load === undefined ? undefined : load / Math.max(1, sharers)
}

/** The usage of each container of a pod at a time, in thousandths of a core and of bytes; `sharers`: number of ready pods of its owner. */
export function usageOf(pod: ApiObject, sharers: number, now: number): Usage[] {
  const containers = podOf(pod).spec?.containers ?? []
  return containers.map(({ name = '', resources }) => {
    const amount = (resource: 'cpu' | 'memory'): number => {
      const whole = declared(pod, resource, sharers, now)
      if (whole !== undefined) return whole / containers.length
      const request = millis(resources?.requests?.[resource])
      return request === undefined ? IDLE[resource] : request * SHARE[resource]
    }
    return { container: name, cpuMillis: Math.round(amount('cpu')), memoryBytes: Math.round(amount('memory') / 1000) }
  })
}
