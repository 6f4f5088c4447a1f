import { invalid } from '../../../machinery/field-error'
import { cidrContains, parseCidr, parseIp, type Cidr } from '../../../machinery/ip'
import type { Errors } from '../meta/rules'
import { address } from '../meta/rules'

const block = (text: string): Cidr => parseCidr(text) as Cidr

/** Addresses reachable only from one machine or link. */
const SPECIAL: readonly (readonly [what: string, blocks: readonly Cidr[]])[] = [
  ['unspecified (0.0.0.0)', [block('0.0.0.0/32'), block('::/128')]],
  ['in the loopback range (127.0.0.0/8)', [block('127.0.0.0/8'), block('::1/128')]],
  ['in the link-local range (169.254.0.0/16)', [block('169.254.0.0/16'), block('fe80::/10')]],
  ['in the link-local multicast range (224.0.0.0/24)', [block('224.0.0.0/24'), block('ff02::/16')]],
]

/** Validates an endpoint address, which must be reachable from other machines and links. */
export function endpointAddress(value: string, field: string, errors: Errors): void {
  const ip = parseIp(value)
  if (!ip) return address(value, field, errors)
  for (const [what, blocks] of SPECIAL)
    if (blocks.some((range) => cidrContains(range, ip))) errors.push(invalid(field, value, `may not be ${what}`))
}
