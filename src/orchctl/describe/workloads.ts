import { compileLabelSelector, type LabelSelectorObject } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import { byText } from '../print/json-text'
import {
  type Fields,
  durationText,
  fieldsOf,
  itemsOf,
  labelsText,
  numberOf,
  selectorText,
  specOf,
  statusOf,
  textOf,
  timeText,
  writeAnnotations,
  writeLabels,
} from './common'
import type { Describe } from './kinds'
import { controllerOf, writeTemplate } from './pod'
import type { DescribeWorld } from './world'
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

function writeMeta(writer: Writer, { metadata }: ApiObject): void {
  writeLabels(writer, 0, 'Labels', metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', metadata.annotations)
}
function writeNames(writer: Writer, { metadata }: ApiObject): void {
  writer.field(0, 'Name', metadata.name)
  writer.field(0, 'Namespace', metadata.namespace)
}

function writeConditions(writer: Writer, status: Fields): void {
  const conditions = itemsOf(status.conditions)
  if (conditions.length === 0) return
  writer.line(0, 'Conditions:')
  writer.line(1, 'Type\tStatus\tReason')
  writer.line(1, '----\t------\t------')
  for (const { type, status: is, reason } of conditions)
    writer.line(1, `${textOf(type)} \t${textOf(is)}\t${textOf(reason)}`)
}

export const describeDeployment: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  writer.field(0, 'CreationTimestamp', timeText(object.metadata.creationTimestamp))
  writeMeta(writer, object)
  writer.field(0, 'Selector', selectorText(spec.selector))
  const counts = ['updatedReplicas', 'replicas', 'availableReplicas', 'unavailableReplicas'].map((field) =>
    numberOf(status[field]),
  )
  writer.field(
    0,
    'Replicas',
    `${numberOf(spec.replicas)} desired | ${counts[0]} updated | ${counts[1]} total | ${counts[2]} available | ${counts[3]} unavailable`,
  )
  const strategy = fieldsOf(spec.strategy)
  writer.field(0, 'StrategyType', textOf(strategy.type))
  writer.field(0, 'MinReadySeconds', numberOf(spec.minReadySeconds))
  if (strategy.rollingUpdate) {
    const { maxUnavailable, maxSurge } = fieldsOf(strategy.rollingUpdate)
    writer.field(0, 'RollingUpdateStrategy', `${textOf(maxUnavailable)} max unavailable, ${textOf(maxSurge)} max surge`)
  }
  writeTemplate(writer, fieldsOf(spec.template))
  writeConditions(writer, status)
  const sets = await ownedReplicaSets(world, object)
  if (sets && sets.length > 0) {
    const { current, old } = splitSets(object, sets)
    writer.field(0, 'OldReplicaSets', old.map(setText).join(', ') || '<none>')
    writer.field(0, 'NewReplicaSet', current ? setText(current) : '<none>')
  }
  await world.events(writer, object)
  return writer.text()
}

const setText = (set: ApiObject): string =>
  `${set.metadata.name ?? ''} (${numberOf(statusOf(set).replicas)}/${numberOf(specOf(set).replicas)} replicas created)`

async function ownedReplicaSets(world: DescribeWorld, { metadata }: ApiObject): Promise<ApiObject[] | undefined> {
  const sets = await world.list('replicasets.apps', metadata.namespace ?? '')
  return sets?.filter((set) =>
    set.metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === metadata.uid),
  )
}

/** The set whose template is the deployment's, and the others, oldest first. */
export function splitSets(
  deployment: ApiObject,
  sets: readonly ApiObject[],
): { current?: ApiObject; old: ApiObject[] } {
  const wanted = templateKey(fieldsOf(specOf(deployment).template))
  const sorted = [...sets].sort((a, b) =>
    byText(textOf(a.metadata.creationTimestamp), textOf(b.metadata.creationTimestamp)),
  )
  const current = sorted.find((set) => templateKey(fieldsOf(specOf(set).template)) === wanted)
  return { ...(current && { current }), old: sorted.filter((set) => set !== current) }
}

function templateKey(template: Fields): string {
  const metadata = fieldsOf(template.metadata)
  const { 'pod-template-hash': _hash, ...labels } = fieldsOf(metadata.labels)
  return JSON.stringify([labels, metadata.annotations ?? {}, template.spec], (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => byText(a, b)))
      : value,
  )
}

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

export const describeJob: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  if (spec.selector) writer.field(0, 'Selector', selectorText(spec.selector))
  writeMeta(writer, object)
  const owner = controllerOf(object)
  if (owner) writer.field(0, 'Controlled By', owner)
  if (spec.parallelism !== undefined) writer.field(0, 'Parallelism', numberOf(spec.parallelism))
  writer.field(0, 'Completions', textOf(spec.completions) || '<unset>')
  if (spec.completionMode !== undefined) writer.field(0, 'Completion Mode', textOf(spec.completionMode))
  if (spec.suspend !== undefined) writer.field(0, 'Suspend', textOf(spec.suspend))
  if (spec.backoffLimit !== undefined) writer.field(0, 'Backoff Limit', textOf(spec.backoffLimit))
  if (spec.ttlSecondsAfterFinished !== undefined)
    writer.field(0, 'TTL Seconds After Finished', textOf(spec.ttlSecondsAfterFinished))
  if (status.startTime) writer.field(0, 'Start Time', timeText(status.startTime))
  if (status.completionTime) writer.field(0, 'Completed At', timeText(status.completionTime))
  if (status.startTime && status.completionTime)
    writer.field(
      0,
      'Duration',
      durationText((Date.parse(textOf(status.completionTime)) - Date.parse(textOf(status.startTime))) / 1000),
    )
  if (spec.activeDeadlineSeconds !== undefined)
    writer.field(0, 'Active Deadline Seconds', `${textOf(spec.activeDeadlineSeconds)}s`)
  const [active, done, failed] = ['active', 'succeeded', 'failed'].map((field) => numberOf(status[field]))
  const ready = status.ready === undefined ? '' : ` (${numberOf(status.ready)} Ready)`
  writer.field(0, 'Pods Statuses', `${active} Active${ready} / ${done} Succeeded / ${failed} Failed`)
  writer.optional(0, 'Completed Indexes', status.completedIndexes)
  writeTemplate(writer, fieldsOf(spec.template))
  await world.events(writer, object)
  return writer.text()
}

export const describeCronJob: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  writeNames(writer, object)
  writeMeta(writer, object)
  writer.field(0, 'Schedule', textOf(spec.schedule))
  writer.optional(0, 'Time Zone', spec.timeZone)
  writer.field(0, 'Concurrency Policy', textOf(spec.concurrencyPolicy))
  writer.field(0, 'Suspend', spec.suspend === true ? 'True' : 'False')
  writer.field(0, 'Successful Job History Limit', textOf(spec.successfulJobsHistoryLimit) || '<unset>')
  writer.field(0, 'Failed Job History Limit', textOf(spec.failedJobsHistoryLimit) || '<unset>')
  writer.field(
    0,
    'Starting Deadline Seconds',
    spec.startingDeadlineSeconds === undefined ? '<unset>' : `${textOf(spec.startingDeadlineSeconds)}s`,
  )
  const job = fieldsOf(fieldsOf(spec.jobTemplate).spec)
  writer.field(0, 'Selector', job.selector ? selectorText(job.selector) : '<unset>')
  writer.field(0, 'Parallelism', textOf(job.parallelism) || '<unset>')
  writer.field(0, 'Completions', textOf(job.completions) || '<unset>')
  if (job.activeDeadlineSeconds !== undefined)
    writer.field(0, 'Active Deadline Seconds', `${textOf(job.activeDeadlineSeconds)}s`)
  writeTemplate(writer, fieldsOf(job.template))
  writer.field(0, 'Last Schedule Time', status.lastScheduleTime ? timeText(status.lastScheduleTime) : '<unset>')
  writer.field(
    0,
    'Active Jobs',
    itemsOf(status.active)
      .map(({ name }) => textOf(name))
      .join(', ') || '<none>',
  )
  await world.events(writer, object)
  return writer.text()
}
