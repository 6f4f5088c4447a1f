import type { ApiObject } from '../../machinery/object'
import {
  fieldsOf,
  itemsOf,
  joined,
  listOf,
  orNone,
  specOf,
  statusOf,
  textOf,
  timeText,
  writeAnnotations,
  writeHead,
  writeLabels,
} from './common'
import { writeConditions } from './conditions'
import { accessModes, writeSource } from './volumes'
import type { Describe, DescribeWorld } from './world'
import { Writer } from './writer'

const BETA_CLASS = 'volume.beta.orch.io/storage-class'

/** The phase of a volume or claim, or how long it has been terminating. */
const phaseText = (object: ApiObject, world: DescribeWorld): string => {
  const { deletionTimestamp } = object.metadata
  return deletionTimestamp ? `Terminating (lasts ${world.age(deletionTimestamp)})` : textOf(statusOf(object).phase)
}

/** `orchctl describe` of a PersistentVolume. */
export const describeVolume: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  const { metadata } = object
  writeHead(writer, object, false)
  writer.field(0, 'Finalizers', `[${joined(metadata.finalizers, ' ')}]`)
  writer.field(0, 'StorageClass', textOf(spec.storageClassName) || (metadata.annotations?.[BETA_CLASS] ?? ''))
  writer.field(0, 'Status', phaseText(object, world))
  const claim = fieldsOf(spec.claimRef)
  writer.field(0, 'Claim', spec.claimRef ? `${textOf(claim.namespace)}/${textOf(claim.name)}` : '')
  writer.field(0, 'Reclaim Policy', textOf(spec.persistentVolumeReclaimPolicy))
  writer.field(0, 'Access Modes', accessModes(spec.accessModes))
  writer.optional(0, 'VolumeMode', spec.volumeMode)
  writer.field(0, 'Capacity', textOf(fieldsOf(spec.capacity).storage))
  const terms = itemsOf(fieldsOf(fieldsOf(spec.nodeAffinity).required).nodeSelectorTerms)
  writer.line(0, spec.nodeAffinity ? 'Node Affinity:' : 'Node Affinity:\t<none>')
  if (spec.nodeAffinity) writer.line(1, terms.length === 0 ? 'Required Terms:\t<none>' : 'Required Terms:')
  terms.forEach((term, i) => {
    const texts = itemsOf(term.matchExpressions).map(
      ({ key, operator, values }) =>
        `${textOf(key)} ${textOf(operator).toLowerCase()}${listOf(values).length > 0 ? ` [${joined(values)}]` : ''}`,
    )
    texts.forEach((text, at) => writer.line(2, `${at === 0 ? `Term ${i}:` : ''}\t${text}`))
  })
  writer.field(0, 'Message', textOf(status.message))
  writer.line(0, 'Source:')
  writeSource(writer, 2, sourceOf(spec))
  await world.events(writer, object)
  return writer.text()
}

const NO_SOURCE = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeMode',
  'volumeAttributesClassName',
])
const sourceOf = (spec: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(spec).filter(([field]) => !NO_SOURCE.has(field)))

/** `orchctl describe` of a PersistentVolumeClaim, with the pods that use it. */
export const describeClaim: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  const { metadata } = object
  writer.field(0, 'Name', metadata.name)
  writer.field(0, 'Namespace', metadata.namespace)
  writer.field(0, 'StorageClass', textOf(spec.storageClassName) || (metadata.annotations?.[BETA_CLASS] ?? ''))
  writer.field(0, 'Status', phaseText(object, world))
  writer.field(0, 'Volume', textOf(spec.volumeName))
  writeLabels(writer, 0, 'Labels', metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', metadata.annotations)
  writer.field(0, 'Finalizers', `[${joined(metadata.finalizers, ' ')}]`)
  const bound = spec.volumeName !== undefined && spec.volumeName !== ''
  writer.field(0, 'Capacity', bound ? textOf(fieldsOf(status.capacity).storage) : '')
  writer.field(0, 'Access Modes', bound ? accessModes(status.accessModes) : '')
  writer.optional(0, 'VolumeMode', spec.volumeMode)
  if (spec.dataSource) {
    const { apiGroup, kind, name } = fieldsOf(spec.dataSource)
    writer.line(0, 'DataSource:')
    writer.optional(1, 'APIGroup', apiGroup)
    writer.field(1, 'Kind', textOf(kind))
    writer.field(1, 'Name', textOf(name))
  }
  const pods = (await world.list('pods', metadata.namespace ?? '')) ?? []
  const users = pods.filter((pod) =>
    itemsOf(specOf(pod).volumes).some((volume) => fieldsOf(volume.persistentVolumeClaim).claimName === metadata.name),
  )
  if (users.length === 0) writer.field(0, 'Used By', '<none>')
  users.forEach((pod, i) => writer.line(0, `${i === 0 ? 'Used By:' : ''}\t${pod.metadata.name ?? ''}`))
  writeConditions(writer, status, ['LastProbeTime', 'lastProbeTime'])
  await world.events(writer, object)
  return writer.text()
}

/** `orchctl describe` of a StorageClass. */
export const describeStorageClass: Describe = async (object, world) => {
  const writer = new Writer()
  const { metadata } = object
  writer.field(0, 'Name', metadata.name)
  const isDefault = ['storageclass.orch.io/is-default-class', 'storageclass.beta.orch.io/is-default-class'].some(
    (key) => metadata.annotations?.[key] === 'true',
  )
  writer.field(0, 'IsDefaultClass', isDefault ? 'Yes' : 'No')
  const pairs = (value: unknown): string =>
    Object.entries(fieldsOf(value))
      .sort()
      .map(([key, text]) => `${key}=${textOf(text)}`)
      .join(',') || '<none>'
  writer.field(0, 'Annotations', pairs(metadata.annotations))
  writer.field(0, 'Provisioner', textOf(object.provisioner))
  writer.field(0, 'Parameters', pairs(object.parameters))
  writer.field(
    0,
    'AllowVolumeExpansion',
    object.allowVolumeExpansion === undefined ? '<unset>' : object.allowVolumeExpansion === true ? 'True' : 'False',
  )
  const options = listOf(object.mountOptions).map(textOf)
  if (options.length === 0) writer.field(0, 'MountOptions', '<none>')
  else {
    writer.line(0, 'MountOptions:')
    for (const option of options) writer.line(1, option)
  }
  writer.optional(0, 'ReclaimPolicy', object.reclaimPolicy)
  writer.optional(0, 'VolumeBindingMode', object.volumeBindingMode)
  const topologies = itemsOf(object.allowedTopologies)
  if (topologies.length > 0) {
    writer.line(0, 'AllowedTopologies:')
    topologies.forEach((term, i) =>
      itemsOf(term.matchLabelExpressions).forEach(({ key, values }, at) =>
        writer.line(1, `${at === 0 ? `Term ${i}:` : ''}\t${textOf(key)} in [${joined(values)}]`),
      ),
    )
  }
  await world.events(writer, object)
  return writer.text()
}

/** `orchctl describe` of a CSINode. */
export const describeCsiNode: Describe = async (object, world) => {
  const writer = new Writer()
  writeHead(writer, object, false)
  writer.field(0, 'CreationTimestamp', timeText(object.metadata.creationTimestamp))
  writer.line(0, 'Spec:')
  const drivers = itemsOf(specOf(object).drivers)
  if (drivers.length > 0) writer.line(1, 'Drivers:')
  for (const driver of drivers) {
    writer.line(2, `${textOf(driver.name)}:`)
    writer.field(3, 'Node ID', textOf(driver.nodeID))
    if (driver.allocatable) {
      writer.line(3, 'Allocatables:')
      writer.field(4, 'Count', orNone(fieldsOf(driver.allocatable).count))
    }
    if (listOf(driver.topologyKeys).length > 0)
      writer.field(3, 'Topology Keys', `[${joined(driver.topologyKeys, ' ')}]`)
  }
  await world.events(writer, object)
  return writer.text()
}
