import { byText } from '../../machinery/by-text'
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  isQuantity,
  parseQuantity,
  type Quantity,
  quantityNumber,
} from '../../machinery/quantity'
import type { ApiObject } from '../../machinery/object'
import { type Fields, fieldsOf, itemsOf, specOf } from './common'
import type { DescribeWorld } from './world'
import { Writer } from './writer'

type Amount = 'requests' | 'limits'

const NONE = parseQuantity('0')

const amountOf = (resources: unknown, field: Amount, name: string): Quantity => {
  const value = fieldsOf(fieldsOf(resources)[field])[name]
  return isQuantity(value) ? parseQuantity(value) : NONE
}

/**
 * A pod's total requests or limits: the sum over its containers and restartable init containers, but at least that of any other init
 * container; plus the runtime overhead, which does not count as a limit.
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

/** Resources that every node has; the allocation table shows others without a percentage. */
const STANDARD = ['cpu', 'memory', 'ephemeral-storage', 'pods']

const NO_NUMBER = '-9223372036854775808'

/** A percentage of zero is NaN; the reference client prints the minimum integer for a single pod, and 0 for the total. */
function share(part: Quantity, whole: unknown, ofNothing: string): string {
  const all = isQuantity(whole) ? quantityNumber(parseQuantity(whole)) : 0
  const percent = all > 0 ? Math.trunc((quantityNumber(part) / all) * 100) : ofNothing
  return `${formatQuantity(part)} (${percent}%)`
}

/** Writes the pods of a node and the resources that they take from it. */
export function writePods(writer: Writer, pods: readonly ApiObject[], status: Fields, world: DescribeWorld): void {
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
