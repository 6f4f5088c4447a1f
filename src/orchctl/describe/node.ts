import { byText } from '../../machinery/by-text'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import {
  type Fields,
  fieldsOf,
  itemsOf,
  orNone,
  specOf,
  statusOf,
  textOf,
  timeText,
  writeAnnotations,
  writeLabels,
} from './common'
import { writeConditions } from './conditions'
import type { Describe, DescribeWorld } from './world'
import { Writer } from './writer'
import { writePods } from './node-pods'

const PROXY = 'orch-proxy'
const ROLE = 'node-role.orch.io/'
const OLD_ROLE = 'orch.io/role'

/** `orchctl describe` of a Node, with the pods on it and what they request. */
export const describeNode: Describe = async (object, world) => {
  const writer = new Writer()
  const [spec, status] = [specOf(object), statusOf(object)]
  const { metadata } = object
  writer.field(0, 'Name', metadata.name)
  writer.field(0, 'Roles', rolesOf(object).join(',') || '<none>')
  writeLabels(writer, 0, 'Labels', metadata.labels)
  writeAnnotations(writer, 0, 'Annotations', metadata.annotations)
  writer.field(0, 'CreationTimestamp', timeText(metadata.creationTimestamp))
  writeTaints(writer, spec)
  writer.field(0, 'Unschedulable', String(spec.unschedulable === true))
  await writeLease(writer, world, metadata.name ?? '')
  writeConditions(writer, status, ['LastHeartbeatTime', 'lastHeartbeatTime'])
  writer.line(0, 'Addresses:')
  for (const { type, address } of itemsOf(status.addresses)) writer.field(1, textOf(type), textOf(address))
  for (const [title, field] of [
    ['Capacity', 'capacity'],
    ['Allocatable', 'allocatable'],
  ] as const) {
    const entries = Object.entries(fieldsOf(status[field])).sort(([a], [b]) => byText(a, b))
    if (entries.length === 0) continue
    writer.line(0, `${title}:`)
    for (const [name, value] of entries) writer.field(1, name, textOf(value))
  }
  writeInfo(writer, fieldsOf(status.nodeInfo))
  writer.optional(0, 'PodCIDR', spec.podCIDR)
  if (Array.isArray(spec.podCIDRs) && spec.podCIDRs.length > 0)
    writer.field(0, 'PodCIDRs', spec.podCIDRs.map(textOf).join(','))
  writer.optional(0, 'ProviderID', spec.providerID)
  const pods = await world.list('pods', '', {
    fieldSelector: `spec.nodeName=${metadata.name ?? ''},status.phase!=Failed,status.phase!=Succeeded`,
  })
  if (pods) writePods(writer, pods, status, world)
  else writer.line(0, 'Pods:\tnot authorized')
  await world.events(writer, { ...object, metadata: { ...metadata, uid: metadata.name ?? '' } })
  return writer.text()
}

/** The roles in a node's labels, without duplicates. */
function rolesOf({ metadata }: ApiObject): string[] {
  const roles = Object.entries(metadata.labels ?? {}).flatMap(([key, value]) =>
    key.startsWith(ROLE) ? key.slice(ROLE.length) || [] : key === OLD_ROLE && value ? value : [],
  )
  return [...new Set(roles)].sort(byText)
}

function writeTaints(writer: Writer, spec: Fields): void {
  const order = ({ key, effect }: Fields): string => `${textOf(effect)},${textOf(key)}`
  const sorted = [...itemsOf(spec.taints)].sort((a, b) => byText(order(a), order(b)))
  const taints = sorted.map(
    ({ key, value, effect }) => `${textOf(key)}${value ? `=${textOf(value)}` : ''}:${textOf(effect)}`,
  )
  if (taints.length === 0) writer.field(0, 'Taints', '<none>')
  taints.forEach((text, i) => writer.line(0, `${i === 0 ? 'Taints:' : ''}\t${text}`))
}

async function writeLease(writer: Writer, world: DescribeWorld, name: string): Promise<void> {
  let spec: Fields
  try {
    spec = specOf(await world.get('leases', 'orch-node-lease', name))
  } catch (error) {
    return writer.field(0, 'Lease', `Failed to get lease: ${messageOf(error)}`)
  }
  writer.line(0, 'Lease:')
  writer.field(1, 'HolderIdentity', orNone(spec.holderIdentity, '<unset>'))
  writer.field(1, 'AcquireTime', spec.acquireTime ? timeText(spec.acquireTime) : '<unset>')
  writer.field(1, 'RenewTime', spec.renewTime ? timeText(spec.renewTime) : '<unset>')
}

const INFO: readonly (readonly [string, string])[] = [
  ['Machine ID', 'machineID'],
  ['System UUID', 'systemUUID'],
  ['Boot ID', 'bootID'],
  ['Kernel Version', 'kernelVersion'],
  ['OS Image', 'osImage'],
  ['Operating System', 'operatingSystem'],
  ['Architecture', 'architecture'],
  ['Container Runtime Version', 'containerRuntimeVersion'],
  ['Orchlet Version', 'kubeletVersion'],
]

function writeInfo(writer: Writer, info: Fields): void {
  writer.line(0, 'System Info:')
  for (const [title, field] of INFO) writer.field(1, title, textOf(info[field]))
  writer.field(
    1,
    `${PROXY.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())} Version`,
    textOf(info.kubeProxyVersion),
  )
}
