import type * as core from 'kt126/core/v1'
import { duplicate, forbidden, invalid, required } from '../../../../machinery/field-error'
import { goQuantity } from '../../../../machinery/go-quantity'
import { parseQuantity, quantityNumber } from '../../../../machinery/quantity'
import type { KindBehaviour } from '../../../kind'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { qualifiedName } from '../../meta/rules'
import { compareSerialized, roundQuantities } from '../../shared/serialized-quantity'
import { containerResourceName, isHugePages, isNative, validateResourceName } from '../../shared/resources'

type Limit = Draft<core.LimitRangeItem>
const TYPES = ['Container', 'PersistentVolumeClaim', 'Pod']
const LISTS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const

/** Completes a container's limits: the maximum is the default limit, the default limit the default request, else the minimum. */
function complete(limit: Limit): void {
  for (const list of LISTS) roundQuantities(limit[list])
  if (limit.type !== 'Container') return
  const fill = (into: 'default' | 'defaultRequest', from: Readonly<Record<string, string>> | undefined) => {
    const merged = { ...from, ...limit[into] }
    if (Object.keys(merged).length > 0) limit[into] = merged
  }
  fill('default', limit.max)
  fill('defaultRequest', limit.default)
  fill('defaultRequest', limit.min)
}

function limitType(type: string, field: string, errors: Errors): void {
  const before = errors.length
  qualifiedName(type, field, errors)
  if (errors.length === before && !type.includes('/') && !TYPES.includes(type))
    errors.push(invalid(field, type, 'must be a standard limit type or fully qualified'))
}

function compareLists(limit: Limit, field: string, errors: Errors): void {
  const {
    max = {},
    min = {},
    default: fallback = {},
    defaultRequest: request = {},
    maxLimitRequestRatio: ratio = {},
  } = limit
  const names = new Set(LISTS.flatMap((list) => Object.keys(limit[list] ?? {})))
  for (const name of names) {
    const above = (a: string | undefined, b: string | undefined): boolean =>
      a !== undefined && b !== undefined && compareSerialized(a, b) > 0
    // Own properties only: a resource may be named like an inherited member, such as `constructor`.
    const [most, least, given, asked, share] = [max, min, fallback, request, ratio].map((amounts) =>
      Object.hasOwn(amounts, name) ? amounts[name] : undefined,
    )
    const wrong = (list: string, value: string | undefined, why: string) =>
      errors.push(invalid(`${field}.${list}[${name}]`, value === undefined ? value : goQuantity(value), why))
    if (above(least, most)) wrong('min', least, `min value ${least} is greater than max value ${most}`)
    if (above(least, asked))
      wrong('defaultRequest', asked, `min value ${least} is greater than default request value ${asked}`)
    if (above(asked, most))
      wrong('defaultRequest', asked, `default request value ${asked} is greater than max value ${most}`)
    if (above(asked, given))
      wrong('defaultRequest', asked, `default request value ${asked} is greater than default limit value ${given}`)
    if (above(least, given)) wrong('default', least, `min value ${least} is greater than default value ${given}`)
    if (above(given, most)) wrong('default', most, `default value ${given} is greater than max value ${most}`)
    if (share !== undefined) {
      const value = quantityNumber(parseQuantity(share))
      if (value < 1) wrong('maxLimitRequestRatio', share, `ratio ${share} is less than 1`)
      if (least !== undefined && most !== undefined) {
        const limitRatio = quantityNumber(parseQuantity(most)) / quantityNumber(parseQuantity(least))
        if (value > limitRatio)
          wrong('maxLimitRequestRatio', share, `ratio ${share} is greater than max/min = ${limitRatio.toFixed(6)}`)
      }
    }
    const fixed = !isNative(name) || isHugePages(name)
    if (fixed && given !== undefined && asked !== undefined && compareSerialized(given, asked) !== 0)
      wrong('defaultRequest', asked, `default value ${given} must equal to defaultRequest value ${asked} in ${name}`)
  }
}

function validateLimit(limit: Limit, field: string, errors: Errors): void {
  const { type = '' } = limit
  limitType(type, `${field}.type`, errors)
  for (const list of LISTS) {
    if (type === 'Pod' && (list === 'default' || list === 'defaultRequest')) {
      if (Object.keys(limit[list] ?? {}).length > 0)
        errors.push(forbidden(`${field}.${list}`, "may not be specified when `type` is 'Pod'"))
      continue
    }
    for (const name in limit[list]) {
      const at = `${field}.${list}[${name}]`
      if (type === 'Pod' || type === 'Container') containerResourceName(name, at, errors)
      else validateResourceName(name, at, errors)
    }
  }
  if (type === 'PersistentVolumeClaim' && limit.min?.['storage'] === undefined && limit.max?.['storage'] === undefined)
    errors.push(
      required(`${field}.limits`, 'either minimum or maximum storage value is required, but neither was provided'),
    )
  compareLists(limit, field, errors)
}

/** Limits for single pods, containers and claims in a namespace. */
export const limitRange: KindBehaviour = {
  group: '',
  resource: 'limitranges',
  kind: 'LimitRange',
  metadataPasses: [0, 1],
  createOnUpdate: true,
  prepareForCreate({ metadata }, { random }) {
    metadata.name ||= random.uuid()
  },
  defaults(object) {
    asDraft<core.LimitRange>(object).spec?.limits?.forEach(complete)
  },
  validate(object) {
    const errors: Errors = []
    const seen = new Set<string>()
    for (const [i, limit] of (asDraft<core.LimitRange>(object).spec?.limits ?? []).entries()) {
      const { type = '' } = limit
      if (seen.has(type)) errors.push(duplicate(`spec.limits[${i}].type`, type))
      seen.add(type)
      validateLimit(limit, `spec.limits[${i}]`, errors)
    }
    return errors
  },
}
