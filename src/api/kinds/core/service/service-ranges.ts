import { behaves } from '../../../releases/ledger'
import { type Cidr, cidrAddress, cidrContains, formatIp, parseCidr } from '../../../../machinery/ip'
import { parsePortRange, type PortRange } from '../../../../machinery/port-range'
import type { Random } from '../../../../machinery/random'
import type { KindContext } from '../../../kind-context'

const DEFAULT_RANGE = '10.0.0.0/24'

const DEFAULT_PORTS: PortRange = { low: 30000, high: 32767 }

/** Random attempts before searching the range from its start. */
const ATTEMPTS = 32

/** Maximum addresses used of a range, however large it is. */
const LARGEST = 2 ** 20

/** An IP family. */
export type Family = 'IPv4' | 'IPv6'

/** The family of a range. */
export const familyOf = (range: Cidr): Family => (range.network.length === 4 ? 'IPv4' : 'IPv6')

/** Service IP ranges by family; the first is the primary one. */
export function rangesOf(context: KindContext): readonly Cidr[] {
  const text = context.flag('service-cluster-ip-range') || DEFAULT_RANGE
  return text.split(',').flatMap((one) => parseCidr(one.trim()) ?? [])
}

/** The range of node ports. */
export const portRange = (context: KindContext): PortRange =>
  parsePortRange(context.flag('service-node-port-range') ?? '') ?? DEFAULT_PORTS

function randomBelow(random: Random, limit: number): number {
  const bytes = random.bytes(4)
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return Math.floor((value / 2 ** 32) * limit)
}

/** Number of allocatable addresses: all but the first, and for IPv4 the last. */
function usable(range: Cidr): number {
  const bits = range.network.length * 8 - range.prefix
  const size = bits >= 20 ? LARGEST : 2 ** bits
  return size - (familyOf(range) === 'IPv4' && bits < 20 ? 2 : 1)
}

/** Whether an address is allocatable: inside the range, and neither its network nor its broadcast address. */
export function givesOut(range: Cidr, ip: Uint8Array): boolean {
  const [first, next] = [cidrAddress(range, 0), cidrAddress(range, usable(range) + 1)]
  const is = (other: Uint8Array | undefined): boolean => other !== undefined && formatIp(other) === formatIp(ip)
  return cidrContains(range, ip) && !is(first) && !is(next)
}

/** A random unused address; undefined if there is none. */
export function pickAddress(range: Cidr, used: ReadonlySet<string>, random: Random): string | undefined {
  const count = usable(range)
  const at = (offset: number): string | undefined => {
    const bytes = cidrAddress(range, offset + 1)
    const text = bytes && formatIp(bytes)
    return text !== undefined && !used.has(text) ? text : undefined
  }
  for (let i = 0; i < ATTEMPTS && count > 0; i++) {
    const found = at(randomBelow(random, count))
    if (found !== undefined) return found
  }
  for (let offset = 0; offset < count; offset++) {
    const found = at(offset)
    if (found !== undefined) return found
  }
  return undefined
}

/** A random unused port from `low` to `high`; undefined if there is none. */
function pickPort(low: number, high: number, used: ReadonlySet<number>, random: Random): number | undefined {
  for (let i = 0; i < ATTEMPTS; i++) {
    const port = low + randomBelow(random, high - low + 1)
    if (!used.has(port)) return port
  }
  for (let port = low; port <= high; port++) if (!used.has(port)) return port
  return undefined
}

// Size of the lower band, which is preferred for explicitly requested ports: a 32nd of the range, within these bounds.
const SHARE_KEPT = 32
const LEAST_KEPT = 16
const MOST_KEPT = 128

/** Number of the lowest ports that are allocated last; zero for small ranges. */
export const portsKept = (size: number): number =>
  size <= LEAST_KEPT ? 0 : Math.min(Math.max(LEAST_KEPT, Math.floor(size / SHARE_KEPT)), MOST_KEPT)

/** A free node port for a service that does not request one; undefined if there is none. */
export function pickNodePort(
  low: number,
  high: number,
  used: ReadonlySet<number>,
  context: KindContext,
): number | undefined {
  const kept = behaves('service-node-ports-from-above', context) ? portsKept(high - low + 1) : 0
  const { random } = context
  return pickPort(low + kept, high, used, random) ?? (kept ? pickPort(low, low + kept - 1, used, random) : undefined)
}
