import { StatusError } from '../../client/status-error'
import type { ApiObject } from '../../machinery/object'
import {
  fieldsOf,
  itemsOf,
  numberOf,
  orNone,
  selectorText,
  specOf,
  statusOf,
  textOf,
  timeText,
  writeHead,
  type Fields,
} from './common'
import type { Describe, DescribeWorld } from './world'
import { Writer } from './writer'

/** `orchctl describe` of a PodDisruptionBudget. */
export const describeDisruptionBudget: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writer.field(0, 'Name', object.metadata.name)
  writer.field(0, 'Namespace', object.metadata.namespace)
  if (spec.minAvailable !== undefined) writer.field(0, 'Min available', textOf(spec.minAvailable))
  else if (spec.maxUnavailable !== undefined) writer.field(0, 'Max unavailable', textOf(spec.maxUnavailable))
  writer.field(0, 'Selector', spec.selector ? selectorText(spec.selector) : '<unset>')
  writer.line(0, 'Status:')
  writer.field(2, 'Allowed disruptions', numberOf(status.disruptionsAllowed))
  writer.field(2, 'Current', numberOf(status.currentHealthy))
  writer.field(2, 'Desired', numberOf(status.desiredHealthy))
  writer.field(2, 'Total', numberOf(status.expectedPods))
  await world.events(writer, object)
  return writer.text()
}

/** The version with all metrics or, on older servers, the first version: no other is described. */
async function describedVersion(object: ApiObject, world: DescribeWorld): Promise<ApiObject> {
  const { name = '', namespace = '' } = object.metadata
  for (const apiVersion of ['autoscaling/v2', 'autoscaling/v1']) {
    if (object.apiVersion === apiVersion) return object
    try {
      return { ...(await world.get(`HorizontalPodAutoscaler@${apiVersion}`, namespace, name)), apiVersion }
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
    }
  }
  return object
}

/** Autoscalers, with one CPU percentage or a list of metrics. */
export const describeAutoscaler: Describe = async (found, world) => {
  const object = await describedVersion(found, world)
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  const target = fieldsOf(spec.scaleTargetRef)
  writeHead(writer, object, true)
  writer.field(0, 'CreationTimestamp', timeText(object.metadata.creationTimestamp))
  writer.field(0, 'Reference', `${textOf(target.kind)}/${textOf(target.name)}`)
  if (object.apiVersion === 'autoscaling/v1') writePercentage(writer, spec, status)
  else writeMetrics(writer, spec, status)
  writer.field(0, 'Min replicas', spec.minReplicas === undefined ? '<unset>' : textOf(spec.minReplicas))
  writer.field(0, 'Max replicas', numberOf(spec.maxReplicas))
  writeBehavior(writer, fieldsOf(spec.behavior))
  const kind = textOf(target.kind)
  writer.field(
    0,
    `${kind} pods`,
    `${numberOf(status.currentReplicas)} current / ${numberOf(status.desiredReplicas)} desired`,
  )
  const conditions = itemsOf(status.conditions)
  if (conditions.length > 0) {
    writer.line(0, 'Conditions:')
    writer.line(1, 'Type\tStatus\tReason\tMessage')
    writer.line(1, '----\t------\t------\t-------')
    for (const one of conditions) writer.line(1, [one.type, one.status, one.reason, one.message].map(textOf).join('\t'))
  }
  await world.events(writer, object)
  return writer.text()
}

function writePercentage(writer: Writer, spec: Fields, status: Fields): void {
  if (spec.targetCPUUtilizationPercentage === undefined) return
  writer.field(0, 'Target CPU utilization', `${textOf(spec.targetCPUUtilizationPercentage)}%`)
  const current = status.currentCPUUtilizationPercentage
  writer.field(0, 'Current CPU utilization', current === undefined ? '<unknown>%' : `${textOf(current)}%`)
}

const UNKNOWN = '<unknown>'

function writeMetrics(writer: Writer, spec: Fields, status: Fields): void {
  writer.field(0, 'Metrics', '( current / target )')
  const current = itemsOf(status.currentMetrics)
  itemsOf(spec.metrics).forEach((metric, i) => {
    const type = textOf(metric.type)
    const field = type.charAt(0).toLowerCase() + type.slice(1)
    const one = fieldsOf(metric[field])
    const now = fieldsOf(fieldsOf(fieldsOf(current[i])[field]).current)
    const [title, is, wanted] = metricTexts(type, one, fieldsOf(one.target), now)
    writer.field(1, title, `${is} / ${wanted}`)
  })
}

/** The name, current value and target of a metric. */
function metricTexts(type: string, one: Fields, target: Fields, now: Fields): [string, string, string] {
  const name = JSON.stringify(textOf(fieldsOf(one.metric).name))
  const average = target.averageValue !== undefined
  const amount = average ? 'averageValue' : 'value'
  const amounts: [string, string] = [orNone(now[amount], UNKNOWN), textOf(target[amount])]
  const suffix = average ? '(target average value)' : '(target value)'
  if (type === 'External') return [`${name} ${suffix}`, ...amounts]
  if (type === 'Pods') return [`${name} on pods`, ...amounts]
  if (type === 'Object') {
    const { kind, name: of } = fieldsOf(one.describedObject)
    return [`${name} on ${textOf(kind)}/${textOf(of)} ${suffix}`, ...amounts]
  }
  const container = type === 'ContainerResource' ? ` of container ${JSON.stringify(textOf(one.container))}` : ''
  const title = `resource ${textOf(one.name)}${container} on pods`
  if (average) return [title, ...amounts]
  const is =
    now.averageUtilization === undefined ? UNKNOWN : `${textOf(now.averageUtilization)}% (${textOf(now.averageValue)})`
  return [
    `${title}  (as a percentage of request)`,
    is,
    `${orNone(target.averageUtilization, '<auto>')}%`.replace('<auto>%', '<auto>'),
  ]
}

function writeBehavior(writer: Writer, behavior: Fields): void {
  if (!behavior.scaleUp && !behavior.scaleDown) return
  writer.line(0, 'Behavior:')
  for (const [title, rules] of [
    ['Scale Up', behavior.scaleUp],
    ['Scale Down', behavior.scaleDown],
  ] as const) {
    if (!rules) continue
    const { stabilizationWindowSeconds, policies, selectPolicy } = fieldsOf(rules)
    writer.line(1, `${title}:`)
    if (stabilizationWindowSeconds !== undefined)
      writer.line(2, `Stabilization Window: ${textOf(stabilizationWindowSeconds)} seconds`)
    if (itemsOf(policies).length === 0) continue
    writer.line(2, `Select Policy: ${orNone(selectPolicy, 'Max')}`)
    writer.line(2, 'Policies:')
    for (const { type, value, periodSeconds } of itemsOf(policies))
      writer.line(3, `- Type: ${textOf(type)}\tValue: ${textOf(value)}\tPeriod: ${textOf(periodSeconds)} seconds`)
  }
}
