import { duplicate, forbidden, invalid, notFound, notSupported, required } from '../../../machinery/field-error'
import { goQuantity } from '../../../machinery/go-quantity'
import { behaves } from '../../releases/ledger'
import type { Errors } from '../meta/rules'
import { label, qualifiedName } from '../meta/rules'
import type { SerializedQuantity, ResourceList } from './serialized-quantity'
import { compareSerialized, isNegative, isWhole } from './serialized-quantity'

const CONTAINER_RESOURCES = new Set(['cpu', 'memory', 'ephemeral-storage'])
const HUGE_PAGES = 'hugepages-'

/** Whether a resource is huge pages of some size. */
export const isHugePages = (name: string): boolean => name.startsWith(HUGE_PAGES)
/** Native resources: names without a domain, or in the project's own. */
export const isNative = (name: string): boolean => !name.includes('/') || name.includes('orch.io/')
/** Extended resources such as `example.com/gpu`: always integers and never overcommitted. */
export const isExtended = (name: string): boolean => !isNative(name) && !name.startsWith('requests.')
/** Whether requests may be below limits. */
const mayOvercommit = (name: string): boolean => isNative(name) && !isHugePages(name)

/** Resources that must be integers. */
const WHOLE = new Set([
  'pods',
  'services',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
])
/** Whether a resource has whole amounts only. */
export const isIntegral = (name: string): boolean => WHOLE.has(name) || isExtended(name)

/** Validates an amount of a resource: not negative, and an integer where required. */
export function validateAmount(name: string, amount: SerializedQuantity, field: string, errors: Errors): void {
  if (isNegative(amount)) errors.push(invalid(field, amount, 'must be greater than or equal to 0'))
  if (isIntegral(name) && !isWhole(amount))
    errors.push(invalid(field, goQuantity(String(amount)), 'must be an integer'))
}

/** Validates the name of a container resource; an invalid resource name is also reported as not for containers. */
export function containerResourceName(name: string, field: string, errors: Errors): void {
  if (CONTAINER_RESOURCES.has(name)) return
  const before = errors.length
  validateResourceName(name, field, errors)
  if (!name.includes('/')) {
    if (!isHugePages(name)) errors.push(invalid(field, name, 'must be a standard resource for containers'))
  } else if (!isNative(name) && (!isExtended(name) || errors.length > before))
    errors.push(invalid(field, name, "doesn't follow extended resource name standard"))
}

const STANDARD = new Set([
  ...CONTAINER_RESOURCES,
  ...WHOLE,
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'requests.storage',
  'storage',
])

/** Validates a resource name: a standard one, or one with a domain. */
export function validateResourceName(name: string, field: string, errors: Errors): void {
  const before = errors.length
  qualifiedName(name, field, errors)
  if (errors.length > before || name.includes('/')) return
  if (!STANDARD.has(name) && !isHugePages(name))
    errors.push(invalid(field, name, 'must be a standard resource type or fully qualified'))
}

/** Where requests and limits stand. */
export interface ResourceContext {
  readonly release: number
  /** Names of the pod's claims of devices. */
  readonly claims: ReadonlySet<string>
  /** Whether they are those of a whole pod. */
  readonly ofPod?: boolean
}
/** Requests and limits, and claims of devices, of a container or pod. */
interface Resources {
  readonly limits?: ResourceList
  readonly requests?: ResourceList
  readonly claims?: readonly UsedClaim[]
}
interface UsedClaim {
  readonly name?: string
  /** One of the claim's requests (1.31). */
  readonly request?: string
}

const POD_RESOURCES = ['cpu', HUGE_PAGES, 'memory']
/** Whether a resource can be requested for a whole pod. */
export const isPodResource = (name: string): boolean => name === 'cpu' || name === 'memory' || isHugePages(name)

function podResourceName(name: string, field: string, errors: Errors): void {
  const before = errors.length
  validateResourceName(name, field, errors)
  if (errors.length === before && !isPodResource(name)) errors.push(notSupported(field, name, POD_RESOURCES))
}

/** Claims of devices must be those of the pod. */
function validateUsedClaims(
  used: readonly UsedClaim[],
  claims: ReadonlySet<string>,
  field: string,
  errors: Errors,
): void {
  const seen = new Set<string>()
  const empty = claims.size === 0 ? ' which is empty' : `: ${[...claims].sort().join(', ')}`
  for (const [i, { name = '', request = '' }] of used.entries()) {
    const at = `${field}[${i}]`
    if (name === '') {
      errors.push(required(at))
      continue
    }
    if (seen.has(name)) errors.push(duplicate(at, name))
    else {
      const key = request === '' ? name : `${name}/${request}`
      if (request !== '') label(request, `${at}.request`, errors)
      if (seen.has(key)) errors.push(duplicate(at, key))
      // The whole claim overlaps with each of its requests.
      else if (request === '')
        for (const other of seen) if (other.startsWith(`${name}/`)) errors.push(duplicate(at, name))
      seen.add(key)
    }
    if (!claims.has(name)) {
      const { message, ...error } = notFound(at, name)
      errors.push({ ...error, message: `${message}: must be one of the names in pod.spec.resourceClaims${empty}` })
    }
  }
}

/** Validates the requests and limits of a container or pod. */
export function validateResources(
  resources: Resources,
  { release, claims, ofPod = false }: ResourceContext,
  field: string,
  errors: Errors,
): void {
  const { limits = {}, requests = {} } = resources
  let base = false
  let huge = false
  for (const [member, list] of [
    ['limits', limits],
    ['requests', requests],
  ] as const)
    for (const name in list) {
      const at = `${field}.${member}[${name}]`
      const amount = list[name] ?? '0'
      if (ofPod) podResourceName(name, at, errors)
      else containerResourceName(name, at, errors)
      validateAmount(name, amount, at, errors)
      if (isHugePages(name)) {
        huge = true
        if (!isWhole(amount)) errors.push(invalid(at, amount, 'must be an integer'))
      } else base ||= name === 'cpu' || name === 'memory'
      if (member === 'limits') continue
      const limit = limits[name]
      if (limit !== undefined) {
        const order = compareSerialized(amount, limit)
        const than = behaves('limit-in-errors', release) ? ` of ${limit}` : ''
        if (order !== 0 && !mayOvercommit(name))
          errors.push(invalid(`${field}.requests`, amount, `must be equal to ${name} limit${than}`))
        else if (order > 0)
          errors.push(invalid(`${field}.requests`, amount, `must be less than or equal to ${name} limit${than}`))
      } else if (!mayOvercommit(name))
        errors.push(required(`${field}.limits`, 'Limit must be set for non overcommitable resources'))
    }
  if (huge && !base) errors.push(forbidden(field, 'HugePages require cpu or memory'))
  validateUsedClaims(resources.claims ?? [], claims, `${field}.claims`, errors)
}
