import {
  fieldsOf,
  itemsOf,
  numberOf,
  selectorText,
  specOf,
  statusOf,
  textOf,
  timeText,
  writeHead,
  type Fields,
} from './common'
import type { Describe } from './kinds'
import { Writer } from './writer'

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

/** Autoscalers of any version, whose metrics are one percentage or a list. */
export const describeAutoscaler: Describe = async (object, world) => {
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

function writeMetrics(writer: Writer, spec: Fields, status: Fields): void {
  writer.field(0, 'Metrics', '( current / target )')
  const current = itemsOf(status.currentMetrics)
  itemsOf(spec.metrics).forEach((metric, i) => {
    const one = fieldsOf(metric[textOf(metric.type).toLowerCase()])
    const [target, now] = [
      fieldsOf(one.target),
      fieldsOf(fieldsOf(fieldsOf(current[i])[textOf(metric.type).toLowerCase()]).current),
    ]
    if (metric.type === 'Resource') {
      const percent = target.averageUtilization
      const is =
        percent === undefined
          ? textOf(now.averageValue) || '<unknown>'
          : now.averageUtilization === undefined
            ? '<unknown>'
            : `${textOf(now.averageUtilization)}% (${textOf(now.averageValue)})`
      const wanted = percent === undefined ? textOf(target.averageValue) : `${textOf(percent)}%`
      writer.field(
        1,
        `resource ${textOf(one.name)} on pods${percent === undefined ? '' : '  (as a percentage of request)'}`,
        `${is} / ${wanted}`,
      )
    } else {
      const name = textOf(fieldsOf(one.metric).name)
      writer.field(
        1,
        `${JSON.stringify(name)} on ${textOf(metric.type).toLowerCase()}`,
        `${textOf(now.averageValue ?? now.value) || '<unknown>'} / ${textOf(target.averageValue ?? target.value)}`,
      )
    }
  })
}
