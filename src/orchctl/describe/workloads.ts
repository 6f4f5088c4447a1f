import { compileLabelSelector, type LabelSelectorObject } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import {
  fieldsOf,
  itemsOf,
  labelsText,
  numberOf,
  selectorText,
  specOf,
  statusOf,
  textOf,
  timeText,
  writeLabels,
} from './common'
import { controllerOf, writeTemplate } from './pod'
import { writeConditions, writeMeta, writeNames } from './sections'
import type { Describe, DescribeWorld } from './world'
import { Writer } from './writer'

async function podCounts(world: DescribeWorld, object: ApiObject, selector: unknown): Promise<string> {
  const pods = await world.list('pods', object.metadata.namespace ?? '')
  if (!pods) return 'error in fetching pods'
  const chosen = compileLabelSelector(selector as LabelSelectorObject)
  const owned = pods.filter(
    ({ metadata }) =>
      chosen.matches(metadata.labels ?? {}) &&
      metadata.ownerReferences?.some(({ controller, uid }) => controller && uid === object.metadata.uid),
  )
  const count = (phase: string): number => owned.filter((pod) => statusOf(pod).phase === phase).length
  return `${count('Running')} Running / ${count('Pending')} Waiting / ${count('Succeeded')} Succeeded / ${count('Failed')} Failed`
}

/** ReplicaSet, with its owner and the states of its pods. */
export const describeReplicaSet: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  writer.field(0, 'Selector', selectorText(spec.selector))
  writeMeta(writer, object)
  const owner = controllerOf(object)
  if (owner) writer.field(0, 'Controlled By', owner)
  writer.field(0, 'Replicas', `${numberOf(status.replicas)} current / ${numberOf(spec.replicas)} desired`)
  writer.field(0, 'Pods Status', await podCounts(world, object, spec.selector))
  writeTemplate(writer, fieldsOf(spec.template))
  writeConditions(writer, status)
  await world.events(writer, object)
  return writer.text()
}

/** ReplicationController, with the states of its pods. */
export const describeReplicationController: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  writer.field(0, 'Selector', labelsText(spec.selector))
  writeMeta(writer, object)
  writer.field(0, 'Replicas', `${numberOf(status.replicas)} current / ${numberOf(spec.replicas)} desired`)
  writer.field(0, 'Pods Status', await podCounts(world, object, { matchLabels: spec.selector }))
  writeTemplate(writer, fieldsOf(spec.template))
  writeConditions(writer, status)
  await world.events(writer, object)
  return writer.text()
}

const SCHEDULED = [
  ['Desired Number of Nodes Scheduled', 'desiredNumberScheduled'],
  ['Current Number of Nodes Scheduled', 'currentNumberScheduled'],
  ['Number of Nodes Scheduled with Up-to-date Pods', 'updatedNumberScheduled'],
  ['Number of Nodes Scheduled with Available Pods', 'numberAvailable'],
  ['Number of Nodes Misscheduled', 'numberMisscheduled'],
] as const

/** DaemonSet, with the counts of its nodes and pods. */
export const describeDaemonSet: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  writer.field(0, 'Selector', selectorText(spec.selector))
  writer.field(0, 'Node-Selector', labelsText(fieldsOf(fieldsOf(spec.template).spec).nodeSelector))
  writeMeta(writer, object)
  for (const [title, field] of SCHEDULED) writer.line(0, `${title}: ${numberOf(status[field])}`)
  writer.field(0, 'Pods Status', await podCounts(world, object, spec.selector))
  writeTemplate(writer, fieldsOf(spec.template))
  await world.events(writer, object)
  return writer.text()
}

/** StatefulSet, with its pods and volume claim templates. */
export const describeStatefulSet: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  writer.field(0, 'CreationTimestamp', timeText(object.metadata.creationTimestamp))
  writer.field(0, 'Selector', selectorText(spec.selector))
  writeMeta(writer, object)
  writer.field(0, 'Replicas', `${numberOf(spec.replicas)} desired | ${numberOf(status.replicas)} total`)
  const strategy = fieldsOf(spec.updateStrategy)
  writer.field(0, 'Update Strategy', textOf(strategy.type))
  const { partition } = fieldsOf(strategy.rollingUpdate)
  if (partition !== undefined) writer.field(1, 'Partition', numberOf(partition))
  writer.field(0, 'Pods Status', await podCounts(world, object, spec.selector))
  writeTemplate(writer, fieldsOf(spec.template))
  writeClaims(writer, spec.volumeClaimTemplates)
  await world.events(writer, object)
  return writer.text()
}

function writeClaims(writer: Writer, claims: unknown): void {
  const list = itemsOf(claims)
  if (list.length === 0) return writer.field(0, 'Volume Claims', '<none>')
  writer.line(0, 'Volume Claims:')
  for (const claim of list) {
    const [metadata, spec] = [fieldsOf(claim.metadata), fieldsOf(claim.spec)]
    writer.field(1, 'Name', textOf(metadata.name))
    writer.field(1, 'StorageClass', textOf(spec.storageClassName))
    writeLabels(writer, 1, 'Labels', metadata.labels)
    writeLabels(writer, 1, 'Annotations', metadata.annotations)
    const storage = fieldsOf(fieldsOf(spec.resources).requests).storage
    writer.field(1, 'Capacity', textOf(storage) || '<default>')
    writer.field(1, 'Access Modes', `[${itemsOfText(spec.accessModes)}]`)
  }
}
const itemsOfText = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join(' ') : '')
