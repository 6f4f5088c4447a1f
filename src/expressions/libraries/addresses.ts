import { fail } from '../expression-error'
import { type Cidr, cidrContains, formatIp, parseCidr, parseIp } from '../../machinery/ip'
import { overload, type CallCost, type Library } from '../functions'
import { OpaqueValue, type Value } from '../values'
import { readFirst } from './standard'

const IP = 'net.IP'
const CIDR = 'net.CIDR'

const ipValue = (bytes: Uint8Array): OpaqueValue =>
  new OpaqueValue(IP, bytes, (a, b) => formatIp(a as Uint8Array) === formatIp(b as Uint8Array))
const showCidr = ({ address, prefix }: Cidr): string => `${formatIp(address)}/${prefix}`
const cidrValue = (cidr: Cidr): OpaqueValue =>
  new OpaqueValue(CIDR, cidr, (a, b) => showCidr(a as Cidr) === showCidr(b as Cidr), Math.ceil(cidr.prefix / 8))
const bytesOf = ({ data }: OpaqueValue): Uint8Array => data as Uint8Array
const cidrOf = ({ data }: OpaqueValue): Cidr => data as Cidr

/** Refuses zones, leading zeros and IPv4-mapped IPv6 addresses. */
function readIp(text: string): Uint8Array | string {
  const shown = JSON.stringify(text)
  if (text.includes('%')) return `IP address ${shown} with zone value is not allowed`
  if (/(^|\.)0\d/.test(text)) return `ParseAddr(${shown}): IPv4 field has octet with leading zero`
  const bytes = parseIp(text)
  if (!bytes) return `ParseAddr(${shown}): unable to parse IP`
  return bytes.length === 4 && text.includes(':') ? `IPv4-mapped IPv6 address ${shown} is not allowed` : bytes
}
function readCidr(text: string): Cidr | string {
  const [address = ''] = text.split('/')
  const ip = readIp(address)
  if (typeof ip === 'string') return `network address parse error during conversion from string: ${ip}`
  const cidr = /\/(0|[1-9]\d*)$/.test(text) ? parseCidr(text) : undefined
  return (
    cidr ??
    `network address parse error during conversion from string: netip.ParsePrefix(${JSON.stringify(text)}): no such prefix`
  )
}
function ip(text: string): OpaqueValue {
  const read = readIp(text)
  return typeof read === 'string'
    ? fail(`IP Address ${JSON.stringify(text)} parse error during conversion from string: ${read}`)
    : ipValue(read)
}
function cidr(text: string): OpaqueValue {
  const read = readCidr(text)
  return typeof read === 'string' ? fail(read) : cidrValue(read)
}

const V4 = 4
const starts = (bytes: Uint8Array, ...first: number[]): boolean => first.every((byte, i) => bytes[i] === byte)
const isUnspecified = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)
const isLoopback = (bytes: Uint8Array): boolean =>
  bytes.length === V4 ? bytes[0] === 127 : bytes.every((byte, i) => byte === (i === 15 ? 1 : 0))
const isLinkLocalMulticast = (bytes: Uint8Array): boolean =>
  bytes.length === V4 ? starts(bytes, 224, 0, 0) : bytes[0] === 0xff && ((bytes[1] ?? 0) & 0x0f) === 2
const isLinkLocalUnicast = (bytes: Uint8Array): boolean =>
  bytes.length === V4 ? starts(bytes, 169, 254) : bytes[0] === 0xfe && ((bytes[1] ?? 0) & 0xc0) === 0x80
const isMulticast = (bytes: Uint8Array): boolean =>
  bytes.length === V4 ? ((bytes[0] ?? 0) & 0xf0) === 224 : bytes[0] === 0xff
const isGlobalUnicast = (bytes: Uint8Array): boolean =>
  !isUnspecified(bytes) &&
  !isLoopback(bytes) &&
  !isMulticast(bytes) &&
  !isLinkLocalUnicast(bytes) &&
  !(bytes.length === V4 && bytes.every((byte) => byte === 255))
const TESTS = { isUnspecified, isLoopback, isLinkLocalMulticast, isLinkLocalUnicast, isGlobalUnicast }

function isCanonical(text: string): boolean {
  const read = readIp(text)
  return typeof read === 'string'
    ? fail(`IP Address ${JSON.stringify(text)} parse error during conversion from string: ${read}`)
    : formatIp(read) === text
}
const containsCidr = (outer: Cidr, inner: Cidr): boolean =>
  inner.network.length === outer.network.length && inner.prefix >= outer.prefix && cidrContains(outer, inner.network)

const twice: CallCost = ([text = 0]) => Math.ceil(text * 0.2)
/** Cost of comparing the bytes of a prefix. */
const compares: CallCost = ([network = 0]) => Math.ceil(network * 0.2)
/** Cost of comparing and masking a network. */
const masks: CallCost = (sizes, ...rest) => compares(sizes, ...rest) + Math.ceil((sizes[0] ?? 0) * 0.1) + 1
/** Adds the cost of parsing if the other address or network is a string. */
const reading =
  (cost: CallCost): CallCost =>
  (sizes, ...rest) =>
    cost(sizes, ...rest) + Math.ceil((sizes[1] ?? 0) * 0.1)

/** IP address and CIDR functions. */
export const ADDRESSES: Library = [
  overload(`ip(string) ${IP}`, ip, readFirst),
  overload('isIP(string) bool', (text: string) => typeof readIp(text) !== 'string', readFirst),
  overload('ip.isCanonical(string) bool', isCanonical, twice),
  overload(`${IP}::family() int`, (value: OpaqueValue) => (bytesOf(value).length === V4 ? 4n : 6n)),
  ...Object.entries(TESTS).map(([name, test]) =>
    overload(`${IP}::${name}() bool`, (value: OpaqueValue) => test(bytesOf(value))),
  ),
  overload(`string(${IP}) string`, (value: OpaqueValue) => formatIp(bytesOf(value))),
  overload(`cidr(string) ${CIDR}`, cidr, readFirst),
  overload('isCIDR(string) bool', (text: string) => typeof readCidr(text) !== 'string', readFirst),
  overload(
    `${CIDR}::containsIP(${IP}) bool`,
    (network: OpaqueValue, address: OpaqueValue) => cidrContains(cidrOf(network), bytesOf(address)),
    compares,
  ),
  overload(
    `${CIDR}::containsIP(string) bool`,
    (network: OpaqueValue, text: string): Value => cidrContains(cidrOf(network), bytesOf(ip(text))),
    reading(compares),
  ),
  overload(
    `${CIDR}::containsCIDR(${CIDR}) bool`,
    (outer: OpaqueValue, inner: OpaqueValue) => containsCidr(cidrOf(outer), cidrOf(inner)),
    masks,
  ),
  overload(
    `${CIDR}::containsCIDR(string) bool`,
    (outer: OpaqueValue, text: string) => containsCidr(cidrOf(outer), cidrOf(cidr(text))),
    reading(masks),
  ),
  overload(`${CIDR}::ip() ${IP}`, (value: OpaqueValue) => ipValue(cidrOf(value).address)),
  overload(`${CIDR}::masked() ${CIDR}`, (value: OpaqueValue) => {
    const { network, prefix } = cidrOf(value)
    return cidrValue({ network, prefix, address: network })
  }),
  overload(`${CIDR}::prefixLength() int`, (value: OpaqueValue) => BigInt(cidrOf(value).prefix)),
  overload(`string(${CIDR}) string`, (value: OpaqueValue) => showCidr(cidrOf(value))),
]
