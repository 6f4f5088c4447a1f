import type { ApiObject } from '../../machinery/object'
import {
  type Fields,
  fieldsOf,
  itemsOf,
  numberOf,
  selectorText,
  specOf,
  statusOf,
  textOf,
  timeText,
  writeAnnotations,
  writeLabels,
  writePairs,
} from './common'
import { writeContainers } from './containers'
import { writeSpread, writeTolerations, writeVolumes } from './volumes'
import type { Describe } from './world'
import { Writer } from './writer'

/** `Deployment/web`: the controlling owner. */
export function controllerOf({ metadata }: ApiObject): string | undefined {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller)
  return owner && `${owner.kind}/${owner.name}`
}

/** `orchctl describe` of a Pod, with its events. */
export const describePod: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  const { metadata } = object
  writer.field(0, 'Name', metadata.name)
  writer.field(0, 'Namespace', metadata.namespace)
  if (spec.priority !== undefined) writer.field(0, 'Priority', numberOf(spec.priority))
  writer.optional(0, 'Priority Class Name', spec.priorityClassName)
  writer.optional(0, 'Runtime Class Name', spec.runtimeClassName)
  writer.optional(0, 'Service Account', spec.serviceAccountName)
  writer.field(0, 'Node', spec.nodeName ? `${textOf(spec.nodeName)}/${textOf(status.hostIP)}` : '<none>')
  if (status.startTime) writer.field(0, 'Start Time', timeText(status.startTime))
  writeLabels(writer, 0, 'Labels', metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', metadata.annotations)
  if (metadata.deletionTimestamp && status.phase !== 'Failed' && status.phase !== 'Succeeded') {
    writer.field(0, 'Status', `Terminating (lasts ${world.age(metadata.deletionTimestamp)})`)
    writer.field(0, 'Termination Grace Period', `${metadata.deletionGracePeriodSeconds ?? 0}s`)
  } else writer.field(0, 'Status', textOf(status.phase))
  writer.optional(0, 'Reason', status.reason)
  writer.optional(0, 'Message', status.message)
  const seccomp = fieldsOf(fieldsOf(spec.securityContext).seccompProfile)
  if (seccomp.type) {
    writer.field(0, 'SeccompProfile', textOf(seccomp.type))
    if (seccomp.type === 'Localhost') writer.field(0, 'LocalhostProfile', textOf(seccomp.localhostProfile))
  }
  writer.field(0, 'IP', textOf(status.podIP))
  const addresses = itemsOf(status.podIPs)
  writer.line(0, addresses.length === 0 ? 'IPs:\t<none>' : 'IPs:')
  for (const { ip } of addresses) writer.field(1, 'IP', textOf(ip))
  const owner = controllerOf(object)
  if (owner) writer.field(0, 'Controlled By', owner)
  writer.optional(0, 'NominatedNodeName', status.nominatedNodeName)
  if (itemsOf(spec.initContainers).length > 0)
    writeContainers(writer, 'Init Containers', spec.initContainers, status.initContainerStatuses, '', object)
  writeContainers(writer, 'Containers', spec.containers, status.containerStatuses, '', object)
  if (itemsOf(spec.ephemeralContainers).length > 0)
    writeContainers(
      writer,
      'Ephemeral Containers',
      spec.ephemeralContainers,
      status.ephemeralContainerStatuses,
      '',
      object,
    )
  writeConditions(writer, spec, status)
  writeVolumes(writer, spec.volumes, '')
  writer.optional(0, 'QoS Class', status.qosClass)
  writePairs(writer, 0, 'Node-Selectors', spec.nodeSelector, '=', [])
  writeTolerations(writer, '', spec.tolerations)
  writeSpread(writer, '', spec.topologySpreadConstraints, (value) => selectorText(value))
  await world.events(writer, object)
  return writer.text()
}

function writeConditions(writer: Writer, spec: Fields, status: Fields): void {
  const conditions = itemsOf(status.conditions)
  const gates = itemsOf(spec.readinessGates)
  if (gates.length > 0) {
    writer.line(0, 'Readiness Gates:\n  Type\tStatus')
    for (const { conditionType } of gates) {
      const found = conditions.find(({ type }) => type === conditionType)
      writer.line(1, `${textOf(conditionType)} \t${found ? textOf(found.status) : '<none>'} `)
    }
  }
  if (conditions.length === 0) return
  writer.line(0, 'Conditions:')
  writer.line(1, 'Type\tStatus')
  for (const { type, status: is } of conditions) writer.line(1, `${textOf(type)} \t${textOf(is)} `)
}

/** The pod template of a workload. */
export function writeTemplate(writer: Writer, template: Fields): void {
  const metadata = fieldsOf(template.metadata)
  const spec = fieldsOf(template.spec)
  writer.line(0, 'Pod Template:')
  writeLabels(writer, 1, 'Labels', metadata.labels)
  if (Object.keys(fieldsOf(metadata.annotations)).length > 0)
    writeAnnotations(writer, 1, 'Annotations', metadata.annotations)
  writer.optional(1, 'Service Account', spec.serviceAccountName)
  if (itemsOf(spec.initContainers).length > 0)
    writeContainers(writer, 'Init Containers', spec.initContainers, undefined, '  ')
  writeContainers(writer, 'Containers', spec.containers, undefined, '  ')
  writeVolumes(writer, spec.volumes, '  ')
  writeSpread(writer, '  ', spec.topologySpreadConstraints, (value) => selectorText(value))
  writer.optional(1, 'Priority Class Name', spec.priorityClassName)
  writePairs(writer, 1, 'Node-Selectors', spec.nodeSelector, '=', [])
  writeTolerations(writer, '  ', spec.tolerations)
}
