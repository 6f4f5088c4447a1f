import type * as autoscaling from 'kt126/autoscaling/v2'
import { forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import { goQuantity } from '../../../../machinery/go-quantity'
import { pathSegment } from '../../../../machinery/names'
import type { Feature } from '../../../releases/gates'
import type { Draft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { present } from '../../meta/rules'
import { isNegative, isZero } from '../../shared/serialized-quantity'

/** A metric of an autoscaler, which may be incomplete. */
export type Metric = Draft<autoscaling.MetricSpec>
type Target = Draft<autoscaling.MetricTarget>

const SOURCES: Readonly<Record<string, keyof Metric>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
}
const GATE = 'HPAContainerMetrics'

/** Says of the one source behind a gate that it is off. */
const hint = (source: string, feature: Feature): string =>
  source === 'containerResource' && !feature(GATE) ? ` (only allowed when ${GATE} feature is enabled)` : ''

const LOOKED_AT = ['object', 'external', 'pods', 'resource', 'containerResource'] as const
const TARGETS = ['Utilization', 'Value', 'AverageValue']

function segment(value: string | undefined, field: string, errors: Errors, why = ''): void {
  if (!present(value, field, errors, why)) return
  for (const message of pathSegment(value ?? '')) errors.push(invalid(field, value, message))
}

/** Validates a reference to an object of any kind and version. */
export function validateReference(
  { kind, name }: Draft<autoscaling.CrossVersionObjectReference>,
  field: string,
  errors: Errors,
): void {
  segment(kind, `${field}.kind`, errors)
  segment(name, `${field}.name`, errors)
}

function validateTarget(target: Target, field: string, errors: Errors): void {
  present(target.type, `${field}.type`, errors, 'must specify a metric target type')
  if (!TARGETS.includes(target.type ?? ''))
    errors.push(invalid(`${field}.type`, target.type, 'must be either Utilization, Value, or AverageValue'))
  for (const member of ['value', 'averageValue'] as const) {
    const amount = target[member]
    if (amount !== undefined && (isNegative(amount) || isZero(amount)))
      errors.push(invalid(`${field}.${member}`, goQuantity(amount), 'must be positive'))
  }
  if (target.averageUtilization !== undefined && target.averageUtilization < 1)
    errors.push(invalid(`${field}.averageUtilization`, target.averageUtilization, 'must be greater than 0'))
}

function ofResource(target: Target, field: string, errors: Errors): void {
  validateTarget(target, field, errors)
  if (target.averageUtilization === undefined && target.averageValue === undefined)
    errors.push(required(`${field}.averageUtilization`, 'must set either a target raw value or a target utilization'))
  if (target.averageUtilization !== undefined && target.averageValue !== undefined)
    errors.push(forbidden(`${field}.averageValue`, 'may not set both a target raw value and a target utilization'))
}

function validateSource(metric: Metric, source: keyof Metric, field: string, errors: Errors): void {
  const at = `${field}.${source}`
  switch (source) {
    case 'resource':
      present(metric.resource?.name, `${at}.name`, errors, 'must specify a resource name')
      return ofResource(metric.resource?.target ?? {}, `${at}.target`, errors)
    case 'containerResource':
      present(metric.containerResource?.name, `${at}.name`, errors, 'must specify a resource name')
      present(metric.containerResource?.container, `${at}.container`, errors, 'must specify a container')
      return ofResource(metric.containerResource?.target ?? {}, `${at}.target`, errors)
    case 'pods': {
      const { metric: id = {}, target = {} } = metric.pods ?? {}
      segment(id.name, `${at}.metric.name`, errors, 'must specify a metric name')
      validateTarget(target, `${at}.target`, errors)
      if (target.averageValue === undefined)
        errors.push(required(`${at}.target.averageValue`, 'must specify a positive target averageValue'))
      return
    }
    case 'object': {
      const { describedObject = {}, metric: id = {}, target = {} } = metric.object ?? {}
      validateReference(describedObject, `${at}.describedObject`, errors)
      segment(id.name, `${at}.metric.name`, errors, 'must specify a metric name')
      validateTarget(target, `${at}.target`, errors)
      if (target.value === undefined && target.averageValue === undefined)
        errors.push(required(`${at}.target.averageValue`, 'must set either a target value or averageValue'))
      return
    }
    case 'external': {
      const { metric: id = {}, target = {} } = metric.external ?? {}
      segment(id.name, `${at}.metric.name`, errors, 'must specify a metric name')
      validateTarget(target, `${at}.target`, errors)
      if (target.value === undefined && target.averageValue === undefined)
        errors.push(
          required(`${at}.target.averageValue`, 'must set either a target value for metric or a per-pod target'),
        )
      if (target.value !== undefined && target.averageValue !== undefined)
        errors.push(forbidden(`${at}.target.value`, 'may not set both a target value for metric and a per-pod target'))
    }
  }
}

/** Validates metrics: each must set exactly the source of its type. Only the first source is validated in depth. */
export function validateMetrics(metrics: readonly Metric[], field: string, feature: Feature, errors: Errors): void {
  for (const [i, metric] of metrics.entries()) {
    const at = `${field}[${i}]`
    present(metric.type, `${at}.type`, errors, 'must specify a metric source type')
    const source = SOURCES[metric.type ?? '']
    const unknown = notSupported(`${at}.type`, metric.type, Object.keys(SOURCES))
    if (!source) errors.push(unknown)
    const given = LOOKED_AT.filter((member) => metric[member] !== undefined)
    const [first] = given
    if (first) validateSource(metric, first, at, errors)
    // The look-up of the type's member reports it a second time.
    if (!source) errors.push(unknown)
    else if (metric[source] === undefined)
      errors.push(
        required(`${at}.${source}`, `must populate information for the given metric source${hint(source, feature)}`),
      )
    if (given.length < 2) continue
    for (const other of given)
      if (other !== source) errors.push(forbidden(`${at}.${other}`, 'must populate the given metric source only'))
  }
}

type MetricStatus = Draft<autoscaling.MetricStatus>
const SHOWN = 2
const UNKNOWN = '<unknown>'

function metricText(metric: Metric, status: MetricStatus | undefined): string {
  const source = SOURCES[metric.type ?? '']
  if (!source || source === 'type') return '<unknown type>'
  const target: Target = metric[source]?.target ?? {}
  const current = status?.[source]?.current ?? {}
  if (source === 'resource' || source === 'containerResource') {
    if (target.averageValue !== undefined) return `${current.averageValue ?? UNKNOWN}/${target.averageValue}`
    const used = current.averageUtilization === undefined ? UNKNOWN : `${current.averageUtilization}%`
    return `${used}/${target.averageUtilization === undefined ? '<auto>' : `${target.averageUtilization}%`}`
  }
  if (source === 'pods') return `${current.averageValue ?? UNKNOWN}/${target.averageValue ?? ''}`
  if (target.averageValue !== undefined) return `${current.averageValue ?? UNKNOWN}/${target.averageValue} (avg)`
  return `${current.value ?? UNKNOWN}/${target.value ?? ''}`
}

/** Metrics as a table cell: `<current>/<target>`, at most two of them. */
export function metricsText(metrics: readonly Metric[], statuses: readonly MetricStatus[]): string {
  if (metrics.length === 0) return '<none>'
  const texts = metrics.map((metric, i) => metricText(metric, statuses[i]))
  const shown = texts.slice(0, SHOWN).join(', ')
  return texts.length > SHOWN ? `${shown} + ${texts.length - SHOWN} more...` : shown
}
