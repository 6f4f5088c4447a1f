/** EndpointSlice of discovery.orch.io/v1beta1, whose topology map holds what v1 has as fields for node and zone. */
import type { JsonObject } from '../../../../machinery/json'
import { asObject, changeAt, without, type Conversion } from '../../../conversion/parts'

const ZONE = 'topology.orch.io/zone'
const HOSTNAME = 'orch.io/hostname'
const ENDPOINTS = ['endpoints', '[]']

function endpointToHub(endpoint: JsonObject): JsonObject {
  const topology = asObject(endpoint.topology)
  if (!topology) return endpoint
  const rest = without(topology, ZONE, ...(topology[HOSTNAME] === endpoint.nodeName ? [HOSTNAME] : []))
  return {
    ...without(endpoint, 'topology'),
    ...(Object.keys(rest).length > 0 && { deprecatedTopology: rest }),
    ...(topology[ZONE] !== undefined && { zone: topology[ZONE] }),
  }
}

function endpointFromHub(endpoint: JsonObject): JsonObject {
  const { zone, nodeName } = endpoint
  const topology: JsonObject = { ...asObject(endpoint.deprecatedTopology) }
  if (zone !== undefined) topology[ZONE] = zone
  if (nodeName !== undefined) topology[HOSTNAME] ??= nodeName
  return { ...without(endpoint, 'deprecatedTopology', 'zone'), ...(Object.keys(topology).length > 0 && { topology }) }
}

const endpointSlice: Conversion = {
  toHub: (object) => changeAt(object, ENDPOINTS, endpointToHub),
  fromHub: (object) => changeAt(object, ENDPOINTS, endpointFromHub),
}

/** Conversions for versions whose schema differs from the hub's. */
export const endpointSliceConversions: Readonly<Record<string, Conversion>> = {
  'discovery.orch.io/v1beta1 EndpointSlice': endpointSlice,
}
