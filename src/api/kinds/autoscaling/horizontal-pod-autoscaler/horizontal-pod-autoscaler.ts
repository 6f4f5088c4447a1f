import type * as autoscaling from 'kt126/autoscaling/v2'
import { forbidden, invalid, required } from '../../../../machinery/field-error'
import { isObject } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import { annotated, keptJson } from '../../../conversion/parts'
import type { KindBehaviour } from '../../../kind'
import { UNSET } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { optionalOneOf } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { completeConditions, nonNegativeCounts } from '../../shared/workloads'
import { behaves } from '../../../releases/ledger'
import { isNegative } from '../../shared/serialized-quantity'
import { BEHAVIOR, CONDITIONS, CURRENT_METRICS, METRICS } from './older-forms'
import { metricsText, validateMetrics, validateReference } from './metrics'

type Autoscaler = Draft<autoscaling.HorizontalPodAutoscaler>
type Rules = Draft<autoscaling.HPAScalingRules>
type Target = Draft<autoscaling.CrossVersionObjectReference>
const read = (object: ApiObject): Autoscaler => asDraft<autoscaling.HorizontalPodAutoscaler>(object)

const LONGEST_WINDOW = 3600
const LONGEST_PERIOD = 1800
const DEFAULT_PERCENT = 80
const MEASURED_WITHOUT_PODS = ['External', 'Object']
/** v1 keeps fields that it does not have in annotations: each is a list, but for one. */
const ANNOTATIONS: Readonly<Record<string, (value: unknown) => boolean>> = {
  [METRICS]: (value) => Array.isArray(value) && value.length > 0,
  [CURRENT_METRICS]: Array.isArray,
  [CONDITIONS]: Array.isArray,
  [BEHAVIOR]: isObject,
}

/** Drops annotations that can't be read as the fields that they stand for. */
function dropUnreadable(object: ApiObject): void {
  const { annotations = {} } = object.metadata
  const unreadable = Object.entries(ANNOTATIONS).filter(
    ([name, isUsable]) => Object.hasOwn(annotations, name) && !isUsable(keptJson(object, name)),
  )
  object.metadata = annotated(object, Object.fromEntries(unreadable.map(([name]) => [name, undefined]))).metadata
}

function validateRules(rules: Rules | undefined, field: string, errors: Errors): void {
  if (!rules) return
  const window = rules.stabilizationWindowSeconds
  const windowAt = `${field}.stabilizationWindowSeconds`
  if (window !== undefined && window < 0)
    errors.push(invalid(windowAt, window, 'must be greater than or equal to zero'))
  if (window !== undefined && window > LONGEST_WINDOW)
    errors.push(invalid(windowAt, window, `must be less than or equal to ${LONGEST_WINDOW}`))
  optionalOneOf(rules.selectPolicy, ['Disabled', 'Max', 'Min'], `${field}.selectPolicy`, errors)
  const policies = rules.policies ?? []
  if (policies.length === 0) errors.push(required(`${field}.policies`, 'must specify at least one Policy'))
  for (const [i, { type, value = 0, periodSeconds = 0 }] of policies.entries()) {
    const at = `${field}.policies[${i}]`
    optionalOneOf(type ?? '', ['Percent', 'Pods'], `${at}.type`, errors)
    if (value <= 0) errors.push(invalid(`${at}.value`, value, 'must be greater than zero'))
    if (periodSeconds <= 0) errors.push(invalid(`${at}.periodSeconds`, periodSeconds, 'must be greater than zero'))
    else if (periodSeconds > LONGEST_PERIOD)
      errors.push(invalid(`${at}.periodSeconds`, periodSeconds, `must be less than or equal to ${LONGEST_PERIOD}`))
  }
  const { tolerance } = rules as { tolerance?: string }
  if (tolerance !== undefined && isNegative(tolerance))
    errors.push(invalid(`${field}.tolerance`, tolerance, 'must be greater than or equal to 0'))
}

/** The target must be of a group, unless it was so before. */
function validateGroup(target: Target, old: ApiObject | undefined, errors: Errors): void {
  const { apiVersion = '', kind } = target
  const before = old && read(old).spec?.scaleTargetRef
  if (before && before.apiVersion === target.apiVersion && before.kind === kind) return
  const parts = apiVersion.split('/')
  const at = 'spec.scaleTargetRef.apiVersion'
  if (parts.length > 2) errors.push(invalid(at, apiVersion, `unexpected GroupVersion string: ${apiVersion}`))
  else if ((parts.length < 2 || parts[0] === '') && kind !== 'ReplicationController')
    errors.push(invalid(at, apiVersion, 'apiVersion must specify API group'))
}

function defaultRules(rules: Rules | undefined, standard: Rules): Rules {
  return { ...standard, ...rules }
}

function defaultMetrics(spec: NonNullable<Autoscaler['spec']>): void {
  spec.minReplicas ??= 1
  if ((spec.metrics ?? []).length === 0)
    spec.metrics = [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: DEFAULT_PERCENT } },
      },
    ]
  const { behavior } = spec
  if (!behavior) return
  const percent = { type: 'Percent', value: 100, periodSeconds: 15 }
  behavior.scaleUp = defaultRules(behavior.scaleUp, {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, { ...percent }],
  })
  behavior.scaleDown = defaultRules(behavior.scaleDown, { selectPolicy: 'Max', policies: [{ ...percent }] })
}

/** Scales a workload by its metrics. */
export const horizontalPodAutoscaler: KindBehaviour = {
  group: 'autoscaling',
  resource: 'horizontalpodautoscalers',
  kind: 'HorizontalPodAutoscaler',
  metadataPasses: [1, 0],
  defaults(object, version) {
    object['spec'] ??= {}
    const draft = read(object)
    const { spec = {} } = draft
    if (version === 'v1') {
      spec.minReplicas ??= 1
      dropUnreadable(object)
      const old = spec as { targetCPUUtilizationPercentage?: number }
      if (object.metadata.annotations?.[METRICS] === undefined) old.targetCPUUtilizationPercentage ??= DEFAULT_PERCENT
    } else if (version.startsWith('v2beta')) spec.minReplicas ??= 1
    else defaultMetrics(spec)
    draft.status = { desiredReplicas: 0, ...draft.status }
    completeConditions(draft.status.conditions)
  },
  prepareForCreate(object) {
    // Earlier versions show zero current replicas, v2 omits them.
    object['status'] = { desiredReplicas: 0 }
  },
  validate(object, { feature, release }, old) {
    const { spec = {} } = read(object)
    const { minReplicas, maxReplicas = 0 } = spec
    const errors: Errors = []
    const least = feature('HPAScaleToZero') ? 0 : 1
    if (minReplicas !== undefined && minReplicas < least)
      errors.push(invalid('spec.minReplicas', minReplicas, `must be greater than or equal to ${least}`))
    if (maxReplicas < 1) errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than 0'))
    if (minReplicas !== undefined && maxReplicas < minReplicas)
      errors.push(invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`'))
    validateReference(spec.scaleTargetRef ?? {}, 'spec.scaleTargetRef', errors)
    if (behaves('autoscaler-needs-group', release)) validateGroup(spec.scaleTargetRef ?? {}, old, errors)
    validateMetrics(spec.metrics ?? [], 'spec.metrics', feature, errors)
    if (minReplicas === 0 && !spec.metrics?.some(({ type = '' }) => MEASURED_WITHOUT_PODS.includes(type)))
      errors.push(
        forbidden(
          'spec.metrics',
          'must specify at least one Object or External metric to support scaling to zero replicas',
        ),
      )
    validateRules(spec.behavior?.scaleUp, 'spec.behavior.scaleUp', errors)
    validateRules(spec.behavior?.scaleDown, 'spec.behavior.scaleDown', errors)
    return errors
  },
  hasStatus: true,
  generation: false,
  subresources: {
    status: {
      validateUpdate(object) {
        const errors: Errors = []
        nonNegativeCounts(read(object).status ?? {}, ['currentReplicas', 'desiredReplicas'], errors)
        return errors
      },
    },
  },
  ...tableOf(
    (object) => {
      const { spec = {}, status = {} } = read(object)
      const { kind = '', name = '' } = spec.scaleTargetRef ?? {}
      return { spec, status, kind, name }
    },
    ['Reference', 'string', ({ kind, name }) => `${kind}/${name}`],
    ['Targets', 'string', ({ spec, status }) => metricsText(spec.metrics ?? [], status.currentMetrics ?? [])],
    ['MinPods', 'string', ({ spec }) => (spec.minReplicas === undefined ? UNSET : String(spec.minReplicas))],
    ['MaxPods', 'string', ({ spec }) => spec.maxReplicas ?? 0],
    ['Replicas', 'string', ({ status }) => status.currentReplicas ?? 0],
    AGE,
  ),
}
