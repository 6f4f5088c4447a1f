import type * as core from 'kt126/core/v1'
import { initGroups } from '../../api/kinds/shared/sidecars'
import { type Container, type PodSpec, podOf } from '../../api/kinds/shared/pod-types'
import { asDraft, type Draft } from '../../api/kinds/meta/draft'
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  type Quantity,
  quantityNumber,
  roundUpQuantity,
} from '../../machinery/quantity'
import type { AdmissionEnvironment, AdmissionPlugin } from '../plugin'
import { isResize, podSpecIn } from '../shared/pods'
import { CLAIMS, isAbout, refused } from '../shared/request'

type Limit = Draft<core.LimitRangeItem>
type Amounts = ReadonlyMap<string, Quantity>

const LIMIT_RANGES = { group: '', resource: 'limitranges' }
const ANNOTATION = 'orch.io/limit-ranger'
/** Limits used in the default namespace while it has no limit range. */
const DEFAULT_NAMESPACE = 'default'
const DEFAULT_LIMITS: readonly (readonly Limit[])[] = [[{ type: 'Container', defaultRequest: { cpu: '100m' } }]]

const read = (list: Readonly<Record<string, string>> | undefined): Map<string, Quantity> =>
  new Map(Object.entries(list ?? {}).map(([name, amount]) => [name, parseQuantity(amount)]))

/** Enforces limit ranges and applies their defaults (admission document, LimitRanger). */
export function limitRanger({ reader }: AdmissionEnvironment): AdmissionPlugin {
  /** Limits of each limit range of a namespace. */
  function rangesOf(namespace: string): readonly (readonly Limit[])[] {
    const ranges = reader.list(LIMIT_RANGES, namespace)
    if (ranges.length === 0 && namespace === DEFAULT_NAMESPACE) return DEFAULT_LIMITS
    return ranges.map((range) => asDraft<core.LimitRange>(range).spec?.limits ?? [])
  }
  return {
    name: 'LimitRanger',
    operations: ['CREATE', 'UPDATE'],
    admit(request) {
      // Later, a pod's containers can be neither added nor resized.
      if (request.operation !== 'CREATE' || !request.object) return
      const spec = podSpecIn(request)
      if (!spec) return
      for (const limits of rangesOf(request.namespace)) {
        const set = limits.flatMap((limit) => (limit.type === 'Container' ? giveDefaults(spec, limit) : []))
        if (set.length === 0) continue
        const annotations = (request.object.metadata.annotations ??= {})
        annotations[ANNOTATION] = `LimitRanger plugin set: ${set.join('; ')}`
      }
    },
    validate(request) {
      if (request.object?.metadata.deletionTimestamp) return
      const resized = isResize(request) && request.object ? podOf(request.object).spec : undefined
      const spec = request.operation === 'CREATE' ? podSpecIn(request) : resized
      const claim = isAbout(request, CLAIMS) ? asDraft<core.PersistentVolumeClaim>(request.object) : undefined
      if (!spec && !claim) return
      const faults = rangesOf(request.namespace).flatMap((limits) =>
        limits.flatMap((limit) => {
          if (spec && limit.type === 'Container') return containerFaults(spec, limit)
          if (spec && limit.type === 'Pod') return podFaults(spec, limit)
          if (claim && limit.type === 'PersistentVolumeClaim') return claimFaults(claim, limit)
          return []
        }),
      )
      if (faults.length > 0) throw refused(request, faults.length === 1 ? String(faults[0]) : `[${faults.join(', ')}]`)
    },
  }
}

/** Fills in missing sizes of a pod's containers. Returns descriptions of what was set, for the pod's annotation. */
function giveDefaults(spec: PodSpec, limit: Limit): string[] {
  const fill = (container: Container, kind: string): string[] => {
    const resources = (container.resources ??= {})
    const told: string[] = []
    for (const [member, values] of [
      ['requests', limit.defaultRequest],
      ['limits', limit.default],
    ] as const) {
      const missing = Object.entries(values ?? {}).filter(([name]) => resources[member]?.[name] === undefined)
      if (missing.length === 0) continue
      resources[member] = { ...resources[member], ...Object.fromEntries(missing) }
      const names = missing.map(([name]) => name).sort()
      told.push(`${names.join(', ')} ${member.slice(0, -1)} for ${kind} ${container.name ?? ''}`)
    }
    return told
  }
  return [
    ...(spec.containers ?? []).flatMap((container) => fill(container, 'container')),
    ...(spec.initContainers ?? []).flatMap((container) => fill(container, 'init container')),
  ]
}

function containerFaults(spec: PodSpec, limit: Limit): string[] {
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].flatMap(({ resources }) =>
    faultsOf(limit, read(resources?.requests), read(resources?.limits)),
  )
}

const podFaults = (spec: PodSpec, limit: Limit): string[] =>
  faultsOf(limit, podTotal(spec, 'requests'), podTotal(spec, 'limits'))

/** Formats a sum in thousandths for CPU and in whole units for everything else, without binary units. */
function plainSum(name: string, amounts: readonly Quantity[]): Quantity {
  const scale = name === 'cpu' ? -3 : 0
  return { ...amounts.map((amount) => roundUpQuantity(amount, scale)).reduce(addQuantities), format: 'decimal' }
}

/** The sum over regular containers, or the largest init container if that is more. A resource counts only if all containers specify it. */
function podTotal({ containers = [], initContainers = [] }: PodSpec, member: 'requests' | 'limits'): Amounts {
  const { beside, before } = initGroups(initContainers)
  const lists = [...containers, ...beside].map(({ resources }) => read(resources?.[member]))
  const total = new Map<string, Quantity>()
  for (const name of lists[0]?.keys() ?? []) {
    const amounts = lists.map((list) => list.get(name))
    if (amounts.every((amount) => amount !== undefined)) total.set(name, plainSum(name, amounts))
  }
  for (const group of before) {
    const together = new Map<string, Quantity>()
    for (const { resources } of group)
      for (const [name, amount] of read(resources?.[member])) {
        const sum = together.get(name)
        together.set(name, sum ? addQuantities(sum, amount) : amount)
      }
    for (const [name, amount] of together) {
      const sum = total.get(name)
      if (!sum || compareQuantities(amount, sum) > 0) total.set(name, amount)
    }
  }
  return total
}

function claimFaults(claim: Draft<core.PersistentVolumeClaim>, limit: Limit): string[] {
  const requests = read(claim.spec?.resources?.requests)
  const { type = '' } = limit
  return [
    ...[...read(limit.min)].flatMap(([name, least]) => minimumFaults(name, type, least, requests.get(name), undefined)),
    ...[...read(limit.max)].flatMap(([name, most]) => {
      const asked = requests.get(name)
      const rule = `maximum ${name} usage per ${type} is ${formatQuantity(most)}`
      if (!asked) return [`${rule}.  No request is specified`]
      return compareQuantities(asked, most) > 0 ? [`${rule}, but request is ${formatQuantity(asked)}`] : []
    }),
  ]
}

function faultsOf(limit: Limit, requests: Amounts, limits: Amounts): string[] {
  const { type = '' } = limit
  return [
    ...[...read(limit.min)].flatMap(([name, least]) =>
      minimumFaults(name, type, least, requests.get(name), limits.get(name)),
    ),
    ...[...read(limit.max)].flatMap(([name, most]) => {
      const [asked, given] = [requests.get(name), limits.get(name)]
      const rule = `maximum ${name} usage per ${type} is ${formatQuantity(most)}`
      if (!given) return [`${rule}.  No limit is specified`]
      if (compareQuantities(given, most) > 0) return [`${rule}, but limit is ${formatQuantity(given)}`]
      return asked && compareQuantities(asked, most) > 0 ? [`${rule}, but request is ${formatQuantity(asked)}`] : []
    }),
    ...[...read(limit.maxLimitRequestRatio)].flatMap(([name, ratio]) =>
      ratioFaults(name, type, ratio, requests.get(name), limits.get(name)),
    ),
  ]
}

function minimumFaults(
  name: string,
  type: string,
  least: Quantity,
  asked: Quantity | undefined,
  limit: Quantity | undefined,
): string[] {
  const rule = `minimum ${name} usage per ${type} is ${formatQuantity(least)}`
  if (!asked) return [`${rule}.  No request is specified`]
  if (compareQuantities(asked, least) < 0) return [`${rule}, but request is ${formatQuantity(asked)}`]
  return limit && compareQuantities(limit, least) < 0 ? [`${rule}, but limit is ${formatQuantity(limit)}`] : []
}

function ratioFaults(
  name: string,
  type: string,
  most: Quantity,
  asked: Quantity | undefined,
  limit: Quantity | undefined,
): string[] {
  const rule = `${name} max limit to request ratio per ${type} is ${formatQuantity(most)}`
  if (!asked || asked.mantissa === 0n) return [`${rule}, but no request is specified or request is 0`]
  if (!limit || limit.mantissa === 0n) return [`${rule}, but no limit is specified or limit is 0`]
  const ratio = quantityNumber(limit) / quantityNumber(asked)
  return ratio > quantityNumber(most) ? [`${rule}, but provided ratio is ${ratio.toFixed(6)}`] : []
}
