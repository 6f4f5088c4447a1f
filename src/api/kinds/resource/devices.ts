/** Devices and claims of resource.orch.io before v1beta2, which nest the parts of requests and devices differently. */
import { isObject, type JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { changeAt, defined, without, type Conversion } from '../../conversion/parts'

const REQUESTS = ['devices', 'requests', '[]']
const DEVICES = ['spec', 'devices', '[]']
/** Request fields that stay outside `exactly`. */
const OWN = ['name', 'firstAvailable']

function nestedRequest(request: JsonObject): JsonObject {
  const exactly = without(request, ...OWN)
  const { name, firstAvailable } = request
  return defined({ name, firstAvailable, exactly: Object.keys(exactly).length > 0 ? exactly : undefined })
}

function flatRequest(request: JsonObject): JsonObject {
  const { exactly, ...own } = request
  return isObject(exactly) ? { ...own, ...exactly } : request
}

const flatDevice = (device: JsonObject): JsonObject => {
  const { basic, ...own } = device
  return isObject(basic) ? { ...own, ...basic } : device
}

function nestedDevice(device: JsonObject): JsonObject {
  const { name, ...basic } = device
  return defined({ name, basic })
}

const requestsAt = (...path: readonly string[]): Conversion => ({
  toHub: (object) => changeAt(object, [...path, ...REQUESTS], nestedRequest),
  fromHub: (object) => changeAt(object, [...path, ...REQUESTS], flatRequest),
})

/** Moves a claim's request fields into `exactly`, unless it has alternatives. */
export const deviceClaim = requestsAt('spec')
/** The behaviour of ResourceClaimTemplate, whose device requests are below `spec.spec`. */
export const deviceClaimTemplate = requestsAt('spec', 'spec')

/** Moves a slice's device fields out of `basic`. */
export const deviceSlice: Conversion = {
  toHub: (object) => changeAt(object, DEVICES, flatDevice),
  fromHub: (object) => changeAt(object, DEVICES, nestedDevice),
}

const mapped = (map: JsonObject, change: (value: JsonObject[string]) => JsonObject[string]): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))

const capacities = (object: ApiObject, change: (value: JsonObject[string]) => JsonObject[string]): ApiObject =>
  changeAt(object, [...DEVICES, 'capacity'], (capacity) => mapped(capacity, change))

/** v1alpha3 wrote a capacity as a plain quantity. */
export const deviceSliceAlpha: Conversion = {
  toHub: (object) => capacities(deviceSlice.toHub(object), (value) => (isObject(value) ? value : { value })),
  fromHub: (object) =>
    deviceSlice.fromHub(capacities(object, (value) => (isObject(value) ? (value.value ?? '0') : value))),
}
