/** Addresses and networks of both families, as objects hold them (leading zeros in IPv4 are accepted, for compatibility). */

/** Parses an address: 4 bytes for IPv4 (also when written as a mapped IPv6 address), 16 for IPv6; undefined if invalid. */
export function parseIp(text: string): Uint8Array | undefined {
  if (!text.includes(':')) return parseV4(text)
  const bytes = parseV6(text)
  const mapped = bytes && bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  return mapped ? bytes.slice(12) : bytes
}

function parseV4(text: string): Uint8Array | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^[0-9]{1,3}$/.test(part) && Number(part) <= 255)) return undefined
  return Uint8Array.from(parts, Number)
}

function parseV6(text: string): Uint8Array | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const groups = halves.map((half, i) =>
    half === ''
      ? []
      : half
          .split(':')
          .flatMap((group, at, all) => groupBytes(group, i === halves.length - 1 && at === all.length - 1)),
  )
  if (groups.some((half) => half.includes(-1))) return undefined
  const [head = [], tail = []] = groups
  const missing = 16 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 2) return undefined
  return Uint8Array.from([...head, ...Array.from({ length: missing }, () => 0), ...tail])
}

/** Bytes of one group, with -1 for an invalid one. Only the last group may be an IPv4 address. */
function groupBytes(group: string, last: boolean): number[] {
  if (group.includes('.')) {
    const v4 = last ? parseV4(group) : undefined
    return v4 ? [...v4] : [-1]
  }
  if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return [-1]
  const value = parseInt(group, 16)
  return [value >> 8, value & 255]
}

/** The canonical text of an address: dotted decimal, or RFC 5952. */
export function formatIp(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join('.')
  const groups = Array.from({ length: 8 }, (_, i) =>
    (((bytes[2 * i] ?? 0) << 8) | (bytes[2 * i + 1] ?? 0)).toString(16),
  )
  let [best, length] = [-1, 1]
  for (let i = 0; i < 8; i += 1) {
    let end = i
    while (groups[end] === '0') end += 1
    if (end - i > length) [best, length] = [i, end - i]
  }
  if (best < 0) return groups.join(':')
  return `${groups.slice(0, best).join(':')}::${groups.slice(best + length).join(':')}`
}

/** Whether a text is an IPv4 address. */
export const isIpv4 = (text: string): boolean => parseIp(text)?.length === 4
/** Whether a text is an IPv6 address. */
export const isIpv6 = (text: string): boolean => parseIp(text)?.length === 16
/** The family of an address; undefined if the text is none. */
export const ipFamily = (text: string): 'IPv4' | 'IPv6' | undefined => {
  const length = parseIp(text)?.length
  return length === 4 ? 'IPv4' : length === 16 ? 'IPv6' : undefined
}

/** A range of addresses: `10.0.0.0/24`. */
export interface Cidr {
  /** The network's first address: host bits are zero. */
  readonly network: Uint8Array
  readonly prefix: number
  /** The address as written, host bits included. */
  readonly address: Uint8Array
}

/** Undefined if the text is not an address and a prefix length that fits it. */
export function parseCidr(text: string): Cidr | undefined {
  const match = /^(.+)\/([0-9]{1,3})$/.exec(text)
  const address = parseIp(match?.[1] ?? '')
  const prefix = Number(match?.[2])
  if (!match || !address || prefix > address.length * 8) return undefined
  const network = address.map((byte, i) => byte & maskByte(prefix, i))
  return { network, prefix, address }
}

const maskByte = (prefix: number, position: number): number => {
  const bits = Math.min(8, Math.max(0, prefix - position * 8))
  return (255 << (8 - bits)) & 255
}

/** The range as text, such as `10.0.0.0/24`. */
export const formatCidr = ({ network, prefix }: Cidr): string => `${formatIp(network)}/${prefix}`

/** Whether an address lies in a range; never for one of the other family. */
export const cidrContains = ({ network, prefix }: Cidr, ip: Uint8Array): boolean =>
  ip.length === network.length && ip.every((byte, i) => (byte & maskByte(prefix, i)) === network[i])

/** The address `offset` places after the start of the network; undefined past its end. */
export function cidrAddress({ network, prefix }: Cidr, offset: number | bigint): Uint8Array | undefined {
  const value = network.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n) + BigInt(offset)
  const size = 1n << BigInt(network.length * 8 - prefix)
  if (BigInt(offset) >= size || BigInt(offset) < 0n) return undefined
  return network.map((_, i) => Number((value >> BigInt(8 * (network.length - 1 - i))) & 255n))
}

/** Messages for a value that is not an IP address; empty if it is. */
export const ipAddress = (value: string): string[] =>
  parseIp(value) ? [] : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']
/** Messages for a value that is not an IPv4 address; empty if it is. */
export const ipv4Address = (value: string): string[] => (isIpv4(value) ? [] : ['must be a valid IPv4 address'])
/** Messages for a value that is not an IPv6 address; empty if it is. */
export const ipv6Address = (value: string): string[] => (isIpv6(value) ? [] : ['must be a valid IPv6 address'])
/** Messages for a value that is not a range in CIDR notation; empty if it is. */
export const cidrBlock = (value: string): string[] =>
  parseCidr(value) ? [] : ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']
