import type * as autoscaling from 'kt126/autoscaling/v2'
import type { Draft } from '../../api/kinds/meta/draft'

/** A HorizontalPodAutoscaler that may be incomplete. */
export type Autoscaler = Draft<autoscaling.HorizontalPodAutoscaler>
type Rules = Draft<autoscaling.HPAScalingRules>

/** A ratio this close to 1 changes nothing. */
const TOLERANCE = 0.1

/** The number of replicas that brings a metric to its target; `ratio` is the average of `ready` pods relative to the target. */
export const replicasFor = (ratio: number, ready: number, current: number): number =>
  Math.abs(ratio - 1) <= TOLERANCE ? current : Math.ceil(ratio * ready)

/** A past scaling and its time. */
export interface ReplicaChange {
  readonly at: number
  readonly delta: number
}
/** A number of replicas that the metrics asked for at a time (milliseconds since the epoch). */
export interface Recommendation {
  readonly at: number
  readonly replicas: number
}

const DEFAULT_UP: Rules = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
}
const DEFAULT_DOWN: Rules = {
  stabilizationWindowSeconds: 300,
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
}

/** The limit that the policies of one direction set from `current`, given the recent changes. */
function limit(rules: Rules, up: boolean, current: number, changes: readonly ReplicaChange[], now: number): number {
  if (rules.selectPolicy === 'Disabled') return current
  const limits = (rules.policies ?? []).map(({ type, value = 0, periodSeconds = 0 }) => {
    const recent = changes.filter(({ at, delta }) => now - at < periodSeconds * 1000 && delta > 0 === up)
    const start = current - recent.reduce((sum, { delta }) => sum + delta, 0)
    if (type === 'Pods') return up ? start + value : start - value
    return up ? Math.ceil(start * (1 + value / 100)) : Math.floor(start * (1 - value / 100))
  })
  const widest = (rules.selectPolicy === 'Min') !== up
  return limits.length === 0 ? current : widest ? Math.max(...limits) : Math.min(...limits)
}

/** A recommendation after the rules of its direction: stabilized, limited by policies, and within its bounds. */
export function bounded(
  spec: NonNullable<Autoscaler['spec']>,
  current: number,
  wanted: number,
  recommendations: readonly Recommendation[],
  changes: readonly ReplicaChange[],
  now: number,
): { readonly replicas: number; readonly limited: { readonly reason: string; readonly message: string } | undefined } {
  const up = { ...DEFAULT_UP, ...spec.behavior?.scaleUp }
  const down = { ...DEFAULT_DOWN, ...spec.behavior?.scaleDown }
  const within = ({ stabilizationWindowSeconds = 0 }: Rules) =>
    recommendations.filter(({ at }) => now - at <= stabilizationWindowSeconds * 1000).map(({ replicas }) => replicas)
  const lowest = Math.min(wanted, ...within(up))
  const highest = Math.max(wanted, ...within(down))
  const settled = current < lowest ? lowest : current > highest ? highest : current
  const paced =
    settled > current
      ? Math.max(current, Math.min(settled, limit(up, true, current, changes, now)))
      : settled < current
        ? Math.min(current, Math.max(settled, limit(down, false, current, changes, now)))
        : current
  const [least, most] = [spec.minReplicas ?? 1, spec.maxReplicas ?? 1]
  if (paced > most || wanted > most)
    return {
      replicas: Math.min(paced, most),
      limited: {
        reason: 'TooManyReplicas',
        message: 'the desired replica count is more than the maximum replica count',
      },
    }
  if (paced < least || wanted < least)
    return {
      replicas: Math.max(paced, least),
      limited: {
        reason: 'TooFewReplicas',
        message: 'the desired replica count is less than the minimum replica count',
      },
    }
  return { replicas: paced, limited: undefined }
}
