import type * as core from 'kt126/core/v1'
import { invalid, required } from '../../../../machinery/field-error'
import { parseIp } from '../../../../machinery/ip'
import type { KindBehaviour } from '../../../kind'
import { NONE } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { address, label, oneOf, portNumber, present, qualifiedName, subdomain } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { endpointAddress } from '../../shared/addresses'
import { PROTOCOLS } from '../../shared/containers'

const SHOWN = 3

function validateAddress(given: Draft<core.EndpointAddress>, field: string, errors: Errors): void {
  address(given.ip ?? '', `${field}.ip`, errors)
  if (given.hostname) label(given.hostname, `${field}.hostname`, errors)
  if (given.nodeName !== undefined) subdomain(given.nodeName, `${field}.nodeName`, errors)
  // An invalid address is also reported, more briefly, by the check for special addresses.
  if (parseIp(given.ip ?? '')) endpointAddress(given.ip ?? '', `${field}.ip`, errors)
  else errors.push(invalid(`${field}.ip`, given.ip ?? '', 'must be a valid IP address'))
}

function validatePort(given: Draft<core.EndpointPort>, named: boolean, field: string, errors: Errors): void {
  if (given.name) label(given.name, `${field}.name`, errors)
  else if (named) present('', `${field}.name`, errors)
  portNumber(given.port, `${field}.port`, errors)
  oneOf(given.protocol, PROTOCOLS, `${field}.protocol`, errors)
  if (given.appProtocol !== undefined) qualifiedName(given.appProtocol, `${field}.appProtocol`, errors)
}

/** `ip:port`, with brackets around IPv6 addresses. */
const joined = (ip: string, port: number): string => (ip.includes(':') ? `[${ip}]:${port}` : `${ip}:${port}`)

function text(subsets: readonly Draft<core.EndpointSubset>[]): string {
  const all = subsets.flatMap(({ addresses = [], ports = [] }) =>
    ports.length === 0
      ? addresses.map(({ ip = '' }) => ip)
      : ports.flatMap(({ port = 0 }) => addresses.map(({ ip = '' }) => joined(ip, port))),
  )
  if (subsets.length === 0) return NONE
  const shown = all.slice(0, SHOWN).join(',')
  return all.length > SHOWN ? `${shown} + ${all.length - SHOWN} more...` : shown
}

/** The addresses behind a service. */
export const endpoints: KindBehaviour = {
  group: '',
  resource: 'endpoints',
  kind: 'Endpoints',
  createOnUpdate: true,
  addresses: [
    { at: 'subsets[].addresses[].ip', form: 'address' },
    { at: 'subsets[].notReadyAddresses[].ip', form: 'address' },
  ],
  defaults(object) {
    for (const subset of asDraft<core.Endpoints>(object).subsets ?? [])
      for (const port of subset.ports ?? []) port.protocol ||= 'TCP'
  },
  validate(object) {
    const errors: Errors = []
    for (const [i, subset] of (asDraft<core.Endpoints>(object).subsets ?? []).entries()) {
      const { addresses = [], notReadyAddresses = [], ports = [] } = subset
      const at = `subsets[${i}]`
      if (addresses.length + notReadyAddresses.length === 0)
        errors.push(required(at, 'must specify `addresses` or `notReadyAddresses`'))
      for (const [j, one] of addresses.entries()) validateAddress(one, `${at}.addresses[${j}]`, errors)
      for (const [j, one] of notReadyAddresses.entries()) validateAddress(one, `${at}.notReadyAddresses[${j}]`, errors)
      for (const [j, one] of ports.entries()) validatePort(one, ports.length > 1, `${at}.ports[${j}]`, errors)
    }
    return errors
  },
  ...tableOf(
    (object) => object,
    ['Endpoints', 'string', (object) => text(asDraft<core.Endpoints>(object).subsets ?? [])],
    AGE,
  ),
}
