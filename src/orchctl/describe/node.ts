import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  isQuantity,
  parseQuantity,
  quantityNumber,
  type Quantity,
} from '../../machinery/quantity'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import { byText } from '../print/json-text'
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
import type { Describe } from './kinds'
import type { DescribeWorld } from './world'
import { Writer } from './writer'

const PROXY = 'orch-proxy'
const ROLE = 'node-role.orch.io/'
const OLD_ROLE = 'orch.io/role'

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
  writeConditions(writer, status)
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

/** The roles that labels give a node, each once. */
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

function writeConditions(writer: Writer, status: Fields): void {
  const conditions = itemsOf(status.conditions)
  if (conditions.length === 0) return
  writer.line(0, 'Conditions:')
  writer.line(1, 'Type\tStatus\tLastHeartbeatTime\tLastTransitionTime\tReason\tMessage')
  writer.line(1, '----\t------\t-----------------\t------------------\t------\t-------')
  for (const one of conditions)
    writer.line(
      1,
      `${textOf(one.type)} \t${textOf(one.status)} \t${timeText(one.lastHeartbeatTime)} \t${timeText(one.lastTransitionTime)} \t${textOf(one.reason)} \t${textOf(one.message)}`,
    )
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

type Amount = 'requests' | 'limits'
const NONE = parseQuantity('0')

const amountOf = (resources: unknown, field: Amount, name: string): Quantity => {
  const value = fieldsOf(fieldsOf(resources)[field])[name]
  return isQuantity(value) ? parseQuantity(value) : NONE
}

/**
 * What a pod requests or may use: that of its containers and of the init containers that go on running, but no less than what one
 * init container needs while it runs; and the overhead of the runtime, which is no limit of its own.
 */
function sumOf(pod: ApiObject, field: Amount, name: string): Quantity {
  const spec = specOf(pod)
  let sum = itemsOf(spec.containers).reduce(
    (all, one) => addQuantities(all, amountOf(one.resources, field, name)),
    NONE,
  )
  let running = NONE
  let most = NONE
  for (const one of itemsOf(spec.initContainers)) {
    const own = amountOf(one.resources, field, name)
    const together = addQuantities(running, own)
    if (one.restartPolicy === 'Always') running = together
    if (compareQuantities(together, most) > 0) most = together
  }
  sum = addQuantities(sum, running)
  if (compareQuantities(most, sum) > 0) sum = most
  const overhead = fieldsOf(spec.overhead)[name]
  if (!isQuantity(overhead) || (field === 'limits' && compareQuantities(sum, NONE) === 0)) return sum
  return addQuantities(sum, parseQuantity(overhead))
}

/** What every node has; the table of what is allocated shows others without a share. */
const STANDARD = ['cpu', 'memory', 'ephemeral-storage', 'pods']
const NO_NUMBER = '-9223372036854775808'

/** A share of nothing is no number; the known client prints its least whole number for one pod, and 0 for all together. */
function share(part: Quantity, whole: unknown, ofNothing: string): string {
  const all = isQuantity(whole) ? quantityNumber(parseQuantity(whole)) : 0
  const percent = all > 0 ? Math.trunc((quantityNumber(part) / all) * 100) : ofNothing
  return `${formatQuantity(part)} (${percent}%)`
}

function writePods(writer: Writer, pods: readonly ApiObject[], status: Fields, world: DescribeWorld): void {
  const whole = fieldsOf(Object.keys(fieldsOf(status.allocatable)).length > 0 ? status.allocatable : status.capacity)
  writer.line(0, `Non-terminated Pods:\t(${pods.length} in total)`)
  writer.line(1, 'Namespace\tName\t\tCPU Requests\tCPU Limits\tMemory Requests\tMemory Limits\tAge')
  writer.line(1, '---------\t----\t\t------------\t----------\t---------------\t-------------\t---')
  for (const pod of pods) {
    const cells = [
      ['requests', 'cpu'],
      ['limits', 'cpu'],
      ['requests', 'memory'],
      ['limits', 'memory'],
    ].map(([field, name]) => share(sumOf(pod, field as Amount, name ?? ''), whole[name ?? ''], NO_NUMBER))
    writer.line(
      1,
      `${pod.metadata.namespace ?? ''}\t${pod.metadata.name ?? ''}\t\t${cells.join('\t')}\t${world.age(pod.metadata.creationTimestamp)}`,
    )
  }
  writer.line(0, 'Allocated resources:')
  writer.line(1, '(Total limits may be over 100 percent, i.e., overcommitted.)')
  writer.line(1, 'Resource\tRequests\tLimits')
  writer.line(1, '--------\t--------\t------')
  const total = (field: Amount, name: string): Quantity =>
    pods.reduce((sum, pod) => addQuantities(sum, sumOf(pod, field, name)), NONE)
  const names = Object.keys(whole).sort(byText)
  const pages = names.filter((name) => name.startsWith('hugepages-'))
  for (const name of ['cpu', 'memory', 'ephemeral-storage', ...pages]) {
    const [requests, limits] = [total('requests', name), total('limits', name)]
    writer.line(1, `${name}\t${share(requests, whole[name], '0')}\t${share(limits, whole[name], '0')}`)
  }
  for (const name of names.filter((one) => !STANDARD.includes(one) && !pages.includes(one)))
    writer.line(1, `${name}\t${formatQuantity(total('requests', name))}\t${formatQuantity(total('limits', name))}`)
}
