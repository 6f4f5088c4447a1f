import { forbidden, invalid, notSupported, required } from '../../../machinery/field-error'
import type { Errors } from '../meta/rules'
import { label, present, subdomain, unique } from '../meta/rules'

/** Fields of a device request; alternatives have all but admin access. */
export interface ExactRequest {
  name?: string
  deviceClassName?: string
  selectors?: { cel?: { expression?: string } }[]
  allocationMode?: string
  count?: number
}
/** A request for devices in a claim. */
export interface DeviceRequest {
  name?: string
  exactly?: ExactRequest
  firstAvailable?: ExactRequest[]
}
/** The spec of a claim of devices. */
export interface ClaimSpec {
  devices?: {
    requests?: DeviceRequest[]
    constraints?: { requests?: string[]; matchAttribute?: string }[]
    config?: { requests?: string[]; opaque?: { driver?: string } }[]
  }
}

const MODES = ['All', 'ExactCount']
const MOST_REQUESTS = 32
const MOST_ALTERNATIVES = 8

/** Defaults to one device. */
function fillRequest(request: ExactRequest): void {
  request.allocationMode ??= 'ExactCount'
  if (request.allocationMode === 'ExactCount') request.count ??= 1
}

/** Claim defaults in the form of v1 and v1beta2. */
function fillClaim(spec: ClaimSpec | undefined): void {
  for (const { exactly, firstAvailable } of spec?.devices?.requests ?? []) {
    if (exactly) fillRequest(exactly)
    firstAvailable?.forEach(fillRequest)
  }
}

/** Claim defaults before v1beta2, where a request is its own exact request. */
function fillFlatClaim(spec: ClaimSpec | undefined): void {
  for (const request of (spec?.devices?.requests ?? []) as (DeviceRequest & ExactRequest)[]) {
    if (request.firstAvailable) request.firstAvailable.forEach(fillRequest)
    else fillRequest(request)
  }
}

/** Errors of the expressions that select devices. */
export function validateSelectors(selectors: ExactRequest['selectors'], at: string, errors: Errors): void {
  for (const [i, { cel }] of (selectors ?? []).entries()) {
    if (!cel) errors.push(required(`${at}[${i}].cel`))
    else present(cel.expression, `${at}[${i}].cel.expression`, errors)
  }
}

function validateExact(request: ExactRequest, at: string, errors: Errors): void {
  if (present(request.deviceClassName, `${at}.deviceClassName`, errors))
    subdomain(request.deviceClassName ?? '', `${at}.deviceClassName`, errors)
  validateSelectors(request.selectors, `${at}.selectors`, errors)
  const { allocationMode = '', count } = request
  if (!MODES.includes(allocationMode)) errors.push(notSupported(`${at}.allocationMode`, allocationMode, MODES))
  else if (allocationMode === 'All' && count !== undefined && count !== 0)
    errors.push(invalid(`${at}.count`, count, "must not be specified when allocationMode is 'All'"))
  else if (allocationMode === 'ExactCount' && (count ?? 0) <= 0)
    errors.push(invalid(`${at}.count`, count ?? 0, 'must be greater than zero'))
}

function validateRequest(request: DeviceRequest, at: string, errors: Errors): void {
  const { exactly, firstAvailable = [] } = request
  if (exactly && firstAvailable.length > 0)
    errors.push(
      invalid(at, null, 'exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set'),
    )
  else if (exactly) validateExact(exactly, `${at}.exactly`, errors)
  else if (firstAvailable.length === 0)
    errors.push(required(at, 'exactly one of `exactly` or `firstAvailable` is required'))
  if (firstAvailable.length > MOST_ALTERNATIVES)
    errors.push(forbidden(`${at}.firstAvailable`, `must have at most ${MOST_ALTERNATIVES} items`))
  const seen = new Set<string>()
  for (const [i, one] of firstAvailable.entries()) {
    const here = `${at}.firstAvailable[${i}]`
    if (present(one.name, `${here}.name`, errors)) label(one.name ?? '', `${here}.name`, errors)
    unique(one.name ?? '', seen, here, errors)
    validateExact(one, here, errors)
  }
}

/** Versions whose requests have `exactly`. */
const NEWER = ['v1', 'v1beta2']

/** Claim defaults in the form of a version. */
export const fillClaimOf = (spec: ClaimSpec | undefined, version: string): void =>
  NEWER.includes(version) ? fillClaim(spec) : fillFlatClaim(spec)

/** Validates a claim's spec at a path. */
export function validateClaim(spec: ClaimSpec | undefined, at: string, errors: Errors): void {
  const { requests = [], constraints = [], config = [] } = spec?.devices ?? {}
  const here = `${at}.devices`
  if (requests.length > MOST_REQUESTS)
    errors.push(forbidden(`${here}.requests`, `must have at most ${MOST_REQUESTS} items`))
  const names = new Set<string>()
  for (const [i, request] of requests.entries()) {
    const one = `${here}.requests[${i}]`
    if (present(request.name, `${one}.name`, errors)) label(request.name ?? '', `${one}.name`, errors)
    unique(request.name ?? '', names, one, errors)
    validateRequest(request, one, errors)
  }
  const known = (list: readonly string[] | undefined, path: string): void => {
    for (const [i, name] of (list ?? []).entries())
      if (!names.has(name.split('/')[0] ?? ''))
        errors.push(invalid(`${path}[${i}]`, name, 'must be the name of a request in the claim'))
  }
  for (const [i, { requests: of, matchAttribute }] of constraints.entries()) {
    known(of, `${here}.constraints[${i}].requests`)
    if (matchAttribute === '') errors.push(required(`${here}.constraints[${i}].matchAttribute`))
  }
  for (const [i, { requests: of, opaque }] of config.entries()) {
    known(of, `${here}.config[${i}].requests`)
    if (!opaque) errors.push(required(`${here}.config[${i}].opaque`))
    else present(opaque.driver, `${here}.config[${i}].opaque.driver`, errors)
  }
}
