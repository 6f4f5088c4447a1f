/** HorizontalPodAutoscaler of autoscaling/v2beta1 and v1; fields they lack are stored in annotations. */
import { isObject, type Json, type JsonObject } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import {
  annotated,
  asList,
  asObject,
  changeAt,
  defined,
  keptJson,
  without,
  type Conversion,
} from '../../../conversion/parts'
import { writeJson } from '../../../../machinery/json-text'
import { metricFromHub, metricStatusFromHub, metricStatusToHub, metricToHub } from './older-metrics'

/** Annotation in which v1 keeps the metrics that only later versions have as a field. */
export const METRICS = 'autoscaling.alpha.orch.io/metrics'
/** Annotation in which v1 keeps the current metrics. */
export const CURRENT_METRICS = 'autoscaling.alpha.orch.io/current-metrics'
/** Annotation in which v1 keeps the conditions. */
export const CONDITIONS = 'autoscaling.alpha.orch.io/conditions'
/** Annotation in which v1 keeps the scaling behaviour. */
export const BEHAVIOR = 'autoscaling.alpha.orch.io/behavior'

/** Removes annotations for fields that the hub has. */
const dropKept = (object: ApiObject): ApiObject =>
  annotated(object, {
    [METRICS]: undefined,
    [CURRENT_METRICS]: undefined,
    [CONDITIONS]: undefined,
    [BEHAVIOR]: undefined,
  })

const textOf = (value: Json | undefined): string | undefined =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? undefined : writeJson(value)

/** Accessors for spec and status, and copies with replaced parts. */
const spec = (object: ApiObject): JsonObject => asObject(object.spec) ?? {}
const status = (object: ApiObject): JsonObject => asObject(object.status) ?? {}

function withMembers(
  object: ApiObject,
  part: 'spec' | 'status',
  members: Readonly<Record<string, Json | undefined>>,
): ApiObject {
  const added = defined(members)
  if (Object.keys(added).length === 0) return object
  return { ...object, [part]: { ...asObject(object[part]), ...added } }
}

/** Behavior is stored with capitalised names and explicit nulls. */
const keptRules = (rules: Json | undefined): Json =>
  isObject(rules)
    ? defined({
        StabilizationWindowSeconds: rules.stabilizationWindowSeconds ?? null,
        SelectPolicy: rules.selectPolicy ?? null,
        Policies:
          asList(rules.policies)?.map(({ type, value, periodSeconds }) =>
            defined({ Type: type, Value: value, PeriodSeconds: periodSeconds }),
          ) ?? null,
        Tolerance: rules.tolerance,
      })
    : null

const behaviorText = (behavior: Json | undefined): string | undefined =>
  isObject(behavior)
    ? writeJson({ ScaleUp: keptRules(behavior.scaleUp), ScaleDown: keptRules(behavior.scaleDown) })
    : undefined

const NAMES = [
  'scaleUp',
  'scaleDown',
  'stabilizationWindowSeconds',
  'selectPolicy',
  'policies',
  'type',
  'value',
  'tolerance',
]
const BY_LETTERS = new Map([...NAMES, 'periodSeconds'].map((name) => [name.toLowerCase(), name]))

/** Reads names case-insensitively and drops nulls. */
function readNames(value: Json): Json {
  if (Array.isArray(value)) return value.map(readNames)
  if (!isObject(value)) return value
  const entries = Object.entries(value).filter(([, member]) => member !== null && member !== undefined)
  return Object.fromEntries(
    entries.map(([name, member]) => [BY_LETTERS.get(name.toLowerCase()) ?? name, readNames(member)]),
  )
}

function keptBehavior(object: ApiObject): JsonObject | undefined {
  const kept = asObject(keptJson(object, BEHAVIOR))
  return kept && asObject(readNames(kept))
}

const METRIC_PATH = ['spec', 'metrics', '[]']
const STATUS_PATH = ['status', 'currentMetrics', '[]']

/** The hub omits zero current replicas; older versions show them. */
const withoutNone = (object: ApiObject): ApiObject =>
  changeAt(object, ['status'], (value) => (value.currentReplicas === 0 ? without(value, 'currentReplicas') : value))

/** v2beta2 has the schema of the hub. */
export const autoscalerV2beta2: Conversion = { toHub: withoutNone, fromHub: (object) => object }

/** v2beta1 has another form of metrics, and no behavior. */
export const autoscalerV2beta1: Conversion = {
  toHub: (object) => {
    const behavior = keptBehavior(object)
    const bare = withMembers(annotated(withoutNone(object), { [BEHAVIOR]: undefined }), 'spec', { behavior })
    return changeAt(changeAt(bare, METRIC_PATH, metricToHub), STATUS_PATH, metricStatusToHub)
  },
  fromHub: (object) => {
    const kept = annotated(object, { [BEHAVIOR]: behaviorText(spec(object).behavior) })
    const bare = changeAt(kept, ['spec'], (value) => without(value, 'behavior'))
    return changeAt(changeAt(bare, METRIC_PATH, metricFromHub), STATUS_PATH, metricStatusFromHub)
  },
}

const isCpu = (metric: JsonObject): boolean => metric.type === 'Resource' && asObject(metric.resource)?.name === 'cpu'
const utilizationOf = (metric: JsonObject, part: 'target' | 'current'): Json | undefined =>
  asObject(asObject(metric.resource)?.[part])?.averageUtilization

const cpuTarget = (averageUtilization: Json): JsonObject => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
})

/** v1 has only one metric: CPU utilization. */
export const autoscalerV1: Conversion = {
  toHub: (object) => {
    const target = spec(object).targetCPUUtilizationPercentage
    const others = (asList(keptJson(object, METRICS)) ?? []).map(metricToHub)
    const metrics = [...others, ...(target === undefined ? [] : [cpuTarget(target)])]
    const bare = changeAt(
      changeAt(dropKept(withoutNone(object)), ['spec'], (value) => without(value, 'targetCPUUtilizationPercentage')),
      ['status'],
      (value) => without(value, 'currentCPUUtilizationPercentage'),
    )
    const withSpec = withMembers(bare, 'spec', {
      metrics: metrics.length > 0 ? metrics : undefined,
      behavior: keptBehavior(object),
    })
    return withMembers(withSpec, 'status', {
      currentMetrics: currentMetrics(object),
      conditions: asList(keptJson(object, CONDITIONS))?.map(conditionToHub),
    })
  },
  fromHub: (object) => {
    const metrics = asList(spec(object).metrics) ?? []
    // v1 has a single field for the CPU target, so further CPU targets are lost.
    const isTarget = (metric: JsonObject): boolean => isCpu(metric) && utilizationOf(metric, 'target') !== undefined
    const cpu = metrics.find(isTarget)
    const others = metrics.filter((metric) => !isTarget(metric)).map(metricFromHub)
    const current = asList(status(object).currentMetrics)
    const currentCpu = current?.find((metric) => isCpu(metric) && utilizationOf(metric, 'current') !== undefined)
    const kept = annotated(dropKept(object), {
      [METRICS]: textOf(others),
      [CURRENT_METRICS]: textOf(current?.map(metricStatusFromHub)),
      [CONDITIONS]: textOf(asList(status(object).conditions)?.map(conditionInOrder)),
      [BEHAVIOR]: behaviorText(spec(object).behavior),
    })
    const bare = changeAt(
      changeAt(kept, ['spec'], (value) => without(value, 'metrics', 'behavior')),
      ['status'],
      (value) => without(value, 'currentMetrics', 'conditions'),
    )
    const withSpec = withMembers(bare, 'spec', { targetCPUUtilizationPercentage: cpu && utilizationOf(cpu, 'target') })
    return withMembers(withSpec, 'status', {
      currentCPUUtilizationPercentage: currentCpu && utilizationOf(currentCpu, 'current'),
    })
  },
}

/** The text always has a time: null if it was never set. */
const conditionInOrder = ({
  type,
  status: state,
  lastTransitionTime,
  reason,
  message,
  ...rest
}: JsonObject): JsonObject =>
  defined({ type, status: state, lastTransitionTime: lastTransitionTime ?? null, reason, message, ...rest })

const conditionToHub = (kept: JsonObject): JsonObject =>
  kept.lastTransitionTime === null ? without(kept, 'lastTransitionTime') : kept

/** All current metrics are stored; v1's own field wins if it differs. */
function currentMetrics(object: ApiObject): JsonObject[] | undefined {
  const utilization = status(object).currentCPUUtilizationPercentage
  const kept = asList(keptJson(object, CURRENT_METRICS))?.map(metricStatusToHub)
  if (utilization === undefined) return kept
  const at = kept?.findIndex((metric) => isCpu(metric) && utilizationOf(metric, 'current') !== undefined) ?? -1
  const cpu = (before?: JsonObject): JsonObject => {
    const resource = asObject(before?.resource)
    return {
      type: 'Resource',
      resource: {
        name: 'cpu',
        ...resource,
        current: { ...asObject(resource?.current), averageUtilization: utilization },
      },
    }
  }
  return at < 0 ? [...(kept ?? []), cpu()] : kept?.map((metric, i) => (i === at ? cpu(metric) : metric))
}
