import type * as core from 'kt126/core/v1'
import { forbidden, invalid, notFound, required } from '../../../machinery/field-error'
import { goQuantity } from '../../../machinery/go-quantity'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { qualifiedName } from '../meta/rules'
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

/** Validates a container's requests and limits. */
export function validateResources(
  resources: { limits?: ResourceList; requests?: ResourceList; claims?: Draft<core.ResourceClaim>[] },
  podClaims: ReadonlySet<string> | undefined,
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
      containerResourceName(name, at, errors)
      validateAmount(name, amount, at, errors)
      if (isHugePages(name)) {
        huge = true
        if (!isWhole(amount)) errors.push(invalid(at, amount, 'must be an integer'))
      } else base ||= name === 'cpu' || name === 'memory'
      if (member === 'limits') continue
      const limit = limits[name]
      if (limit !== undefined) {
        const order = compareSerialized(amount, limit)
        if (order !== 0 && !mayOvercommit(name))
          errors.push(invalid(`${field}.requests`, amount, `must be equal to ${name} limit`))
        else if (order > 0)
          errors.push(invalid(`${field}.requests`, amount, `must be less than or equal to ${name} limit`))
      } else if (!mayOvercommit(name))
        errors.push(required(`${field}.limits`, 'Limit must be set for non overcommitable resources'))
    }
  if (huge && !base) errors.push(forbidden(field, 'HugePages require cpu or memory'))
  const seen = new Set<string>()
  for (const [i, { name = '' }] of (resources.claims ?? []).entries()) {
    const at = `${field}.claims[${i}].name`
    if (name === '') errors.push(required(at))
    else if (seen.has(name))
      errors.push({ reason: 'FieldValueDuplicate', field: at, message: `Duplicate value: "${name}"` })
    else if (podClaims && !podClaims.has(name)) errors.push(notFound(at, name))
    seen.add(name)
  }
}
