import type * as autoscaling from 'kt126/autoscaling/v2'
import type { Draft } from '../../api/kinds/meta/draft'

/** A HorizontalPodAutoscaler that may be incomplete. */
export type Autoscaler = Draft<autoscaling.HorizontalPodAutoscaler>
/** The spec of an autoscaler, which may be incomplete. */
export type AutoscalerSpec = NonNullable<Autoscaler['spec']>
type Rules = Draft<autoscaling.HPAScalingRules>

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

/** Reason and message of a condition. */
export interface Told {
  readonly reason: string
  readonly message: string
}

/** How many replicas an autoscaler sets, and what its conditions say about that. */
export interface Normalized {
  readonly replicas: number
  /** Of the condition `AbleToScale`. */
  readonly able: Told
  /** Of the condition `ScalingLimited`. */
  readonly limited: Told & { readonly status: 'True' | 'False' }
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
/** Without a behaviour, replicas at most double at once, but may always become four. */
const DOUBLED = 2
const ALWAYS = 4

const READY: Told = { reason: 'ReadyForNewScale', message: 'recommended size matches current size' }
const WITHIN: Told = {
  reason: 'DesiredWithinRange',
  message: 'the desired count is within the acceptable range',
}
const TOO_MANY: Told = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
}
const TOO_FEW: Told = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
}
const TOO_FAST_UP: Told = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
}
const TOO_FAST_DOWN: Told = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
}
const STABLE_UP: Told = {
  reason: 'ScaleUpStabilized',
  message: 'recent recommendations were lower than current one, applying the lowest recent recommendation',
}
const STABLE_DOWN: Told = {
  reason: 'ScaleDownStabilized',
  message: 'recent recommendations were higher than current one, applying the highest recent recommendation',
}

/** The limit that the policies of one direction set from `current`, given the recent changes. */
function limit(rules: Rules, up: boolean, current: number, changes: readonly ReplicaChange[], now: number): number {
  if (rules.selectPolicy === 'Disabled') return current
  const limits = (rules.policies ?? []).map(({ type, value = 0, periodSeconds = 0 }) => {
    const recent = changes.filter(({ at, delta }) => now - at < periodSeconds * 1000 && delta > 0 === up)
    const start = current - recent.reduce((sum, { delta }) => sum + delta, 0)
    if (type === 'Pods') return up ? start + value : start - value
    return up ? Math.ceil(start * (1 + value / 100)) : Math.trunc(start * (1 - value / 100))
  })
  const widest = (rules.selectPolicy === 'Min') !== up
  return limits.length === 0 ? current : widest ? Math.max(...limits) : Math.min(...limits)
}

/**
 * What becomes of the `wanted` replicas by the rules of an autoscaler: they are held for a while before they change direction, change no
 * faster than the policies allow, and stay between minimum and maximum.
 */
export function normalized(
  spec: AutoscalerSpec,
  current: number,
  wanted: number,
  recommendations: readonly Recommendation[],
  changes: readonly ReplicaChange[],
  now: number,
): Normalized {
  const { behavior } = spec
  const rules = { up: { ...DEFAULT_UP, ...behavior?.scaleUp }, down: { ...DEFAULT_DOWN, ...behavior?.scaleDown } }
  const up = behavior !== undefined && wanted >= current
  const { stabilizationWindowSeconds = 0 } = up ? rules.up : rules.down
  const recent = recommendations.filter(({ at }) => now - at < stabilizationWindowSeconds * 1000)
  const sizes = [wanted, ...recent.map(({ replicas }) => replicas)]
  const steady = up ? Math.min(...sizes) : Math.max(...sizes)
  const able = steady === wanted ? READY : up ? STABLE_UP : STABLE_DOWN
  const [least, most] = [spec.minReplicas ?? 1, spec.maxReplicas ?? 1]
  const grown = behavior
    ? Math.max(current, limit(rules.up, true, current, changes, now))
    : Math.max(DOUBLED * current, ALWAYS)
  const shrunk = behavior ? Math.min(current, limit(rules.down, false, current, changes, now)) : -Infinity
  const [highest, tooHigh] = most > grown ? [grown, TOO_FAST_UP] : [most, TOO_MANY]
  const [lowest, tooLow] = least < shrunk ? [shrunk, TOO_FAST_DOWN] : [least, TOO_FEW]
  if (steady > highest && (!behavior || steady > current))
    return { replicas: highest, able, limited: { status: 'True', ...tooHigh } }
  if (steady < lowest && (!behavior || steady < current))
    return { replicas: lowest, able, limited: { status: 'True', ...tooLow } }
  return { replicas: steady, able, limited: { status: 'False', ...WITHIN } }
}
