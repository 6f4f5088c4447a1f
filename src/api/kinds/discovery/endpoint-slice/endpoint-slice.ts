import type * as discovery from 'kt126/discovery/v1'
import { invalid, required, tooMany } from '../../../../machinery/field-error'
import { equal } from '../../../../machinery/json'
import { ipFamily } from '../../../../machinery/ip'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { behaves } from '../../../releases/ledger'
import { UNSET } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { label, labels, oneOf, optionalOneOf, qualifiedName, subdomain, unchanged, unique } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { endpointAddress } from '../../shared/addresses'
import { PROTOCOLS } from '../../shared/containers'

const read = (object: ApiObject): Draft<discovery.EndpointSlice> => asDraft<discovery.EndpointSlice>(object)
const TYPES = ['FQDN', 'IPv4', 'IPv6']
const MOST_ENDPOINTS = 1000
const MOST_ADDRESSES = 100
const MOST_PORTS = 20_000
const MOST_HINTS = 8
const MOST_TOPOLOGY = 16
const ZONE = 'topology.orch.io/zone'
const SHOWN = 3

function validateAddress(
  type: string | undefined,
  value: string,
  field: string,
  release: number,
  errors: Errors,
): void {
  if (type === 'FQDN') return subdomain(value, field, errors)
  if (type !== 'IPv4' && type !== 'IPv6') return
  if (ipFamily(value) !== type) errors.push(invalid(field, value, `must be a valid ${type} address`))
  else if (behaves('endpoint-slice-special-addresses', release)) endpointAddress(value, field, errors)
}

function validateEndpoint(
  endpoint: Draft<discovery.Endpoint>,
  type: string | undefined,
  field: string,
  release: number,
  errors: Errors,
): void {
  const addresses = endpoint.addresses ?? []
  if (addresses.length === 0) errors.push(required(`${field}.addresses`, 'must contain at least 1 address'))
  else if (addresses.length > MOST_ADDRESSES)
    errors.push(tooMany(`${field}.addresses`, addresses.length, MOST_ADDRESSES))
  for (const [i, value] of addresses.entries())
    validateAddress(type, value, `${field}.addresses[${i}]`, release, errors)
  if (endpoint.nodeName !== undefined) subdomain(endpoint.nodeName, `${field}.nodeName`, errors)
  // Before the zone was a field, it was part of the topology.
  const whole = behaves('endpoint-zone-in-topology', release)
  const topology = {
    ...endpoint.deprecatedTopology,
    ...(whole && endpoint.zone !== undefined && { [ZONE]: endpoint.zone }),
  }
  const size = Object.keys(topology).length
  const at = `${field}.${whole ? 'topology' : 'deprecatedTopology'}`
  if (size > MOST_TOPOLOGY) errors.push(tooMany(at, size, MOST_TOPOLOGY))
  labels(topology, at, errors)
  if (endpoint.hostname !== undefined) label(endpoint.hostname, `${field}.hostname`, errors)
  const zones = endpoint.hints?.forZones ?? []
  if (zones.length > MOST_HINTS) errors.push(tooMany(`${field}.hints.forZones`, zones.length, MOST_HINTS))
  const seen = new Set<string>()
  for (const [i, { name = '' }] of zones.entries()) {
    unique(name, seen, `${field}.hints.forZones[${i}].name`, errors)
    subdomain(name, `${field}.hints.forZones[${i}].name`, errors)
  }
}

/** A subset of the addresses behind a service. */
export const endpointSlice: KindBehaviour = {
  group: 'discovery.orch.io',
  resource: 'endpointslices',
  kind: 'EndpointSlice',
  metadataPasses: [0, 1],
  addresses: [{ at: 'endpoints[].addresses[]', form: 'address' }],
  defaults(object) {
    const draft = read(object)
    for (const port of draft.ports ?? []) {
      port.name ??= ''
      port.protocol ??= 'TCP'
    }
    for (const endpoint of draft.endpoints ?? []) endpoint.conditions ??= {}
  },
  validate(object, { release }) {
    const { addressType, endpoints = [], ports = [] } = read(object)
    const errors: Errors = []
    oneOf(addressType, TYPES, 'addressType', errors)
    if (endpoints.length > MOST_ENDPOINTS) errors.push(tooMany('endpoints', endpoints.length, MOST_ENDPOINTS))
    for (const [i, endpoint] of endpoints.entries())
      validateEndpoint(endpoint, addressType, `endpoints[${i}]`, release, errors)
    if (ports.length > MOST_PORTS) errors.push(tooMany('ports', ports.length, MOST_PORTS))
    const names = new Set<string>()
    for (const [i, { name = '', protocol, appProtocol }] of ports.entries()) {
      const at = `ports[${i}]`
      if (name) label(name, `${at}.name`, errors)
      unique(name, names, `${at}.name`, errors)
      optionalOneOf(protocol, PROTOCOLS, `${at}.protocol`, errors)
      if (appProtocol !== undefined) qualifiedName(appProtocol, `${at}.appProtocol`, errors)
    }
    return errors
  },
  validateUpdate(object, old) {
    const errors: Errors = []
    unchanged(object['addressType'], old['addressType'], 'addressType', errors)
    return errors
  },
  // Changes of labels count, too.
  generation: (object, old) =>
    !equal(object.metadata.labels ?? {}, old.metadata.labels ?? {}) ||
    ['addressType', 'endpoints', 'ports'].some((field) => !equal(object[field], old[field])),
  ...tableOf(
    (object) => {
      const { addressType = '', endpoints = [], ports = [] } = read(object)
      const listed = (texts: readonly string[], separator: string): string =>
        texts.length === 0
          ? UNSET
          : texts.slice(0, SHOWN).join(separator) + (texts.length > SHOWN ? ` + ${texts.length - SHOWN} more...` : '')
      return { addressType, endpoints, ports, listed }
    },
    ['AddressType', 'string', ({ addressType }) => addressType],
    [
      'Ports',
      'string',
      ({ ports, listed }) =>
        listed(
          ports.map(({ port, name }) => (port !== undefined ? String(port) : name || '*')),
          ',',
        ),
    ],
    [
      'Endpoints',
      'string',
      ({ endpoints, listed }) =>
        listed(
          endpoints.flatMap(({ addresses = [] }) => addresses),
          ',',
        ),
    ],
    AGE,
  ),
}
