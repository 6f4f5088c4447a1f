import { behaves } from '../../../releases/ledger'
import { type Cidr, cidrAddress, cidrContains, formatIp, parseCidr } from '../../../../machinery/ip'
import { parsePortRange, type PortRange } from '../../../../machinery/port-range'
import type { Random } from '../../../../machinery/random'
import type { KindContext } from '../../../kind'

const DEFAULT_RANGE = '10.0.0.0/24'

const DEFAULT_PORTS: PortRange = { low: 30000, high: 32767 }

/** Random picks before the range is searched from its start. */
const ATTEMPTS = 32

/** No range gives out more addresses than this, however large it is. */
const LARGEST = 2 ** 20

/** The family of an address. */
export type Family = 'IPv4' | 'IPv6'

/** The family of a range. */
export const familyOf = (range: Cidr): Family => (range.network.length === 4 ? 'IPv4' : 'IPv6')

/** The ranges of cluster addresses by family; the first is the primary one. */
export function rangesOf(context: KindContext): readonly Cidr[] {
  const text = context.flag('service-cluster-ip-range') || DEFAULT_RANGE
  return text.split(',').flatMap((one) => parseCidr(one.trim()) ?? [])
}

/** The ports of nodes that may be given out. */
export const portRange = (context: KindContext): PortRange =>
  parsePortRange(context.flag('service-node-port-range') ?? '') ?? DEFAULT_PORTS

function randomBelow(random: Random, limit: number): number {
  const bytes = random.bytes(4)
  const value = bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  return Math.floor((value / 2 ** 32) * limit)
}

/** Number of addresses that may be given out: not the first, and for IPv4 not the last. */
function usable(range: Cidr): number {
  const bits = range.network.length * 8 - range.prefix
  const size = bits >= 20 ? LARGEST : 2 ** bits
  return size - (familyOf(range) === 'IPv4' && bits < 20 ? 2 : 1)
}

/** Whether an address may be given out: it is in the range, and not its own name or a call to all of it. */
export function givesOut(range: Cidr, ip: Uint8Array): boolean {
  const [first, next] = [cidrAddress(range, 0), cidrAddress(range, usable(range) + 1)]
  const is = (other: Uint8Array | undefined): boolean => other !== undefined && formatIp(other) === formatIp(ip)
  return cidrContains(range, ip) && !is(first) && !is(next)
}

/** An address that is not used; undefined when all are. */
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

/** A port from `low` to `high` that is not used; undefined when all are. */
function pickPort(low: number, high: number, used: ReadonlySet<number>, random: Random): number | undefined {
  for (let i = 0; i < ATTEMPTS; i++) {
    const port = low + randomBelow(random, high - low + 1)
    if (!used.has(port)) return port
  }
  for (let port = low; port <= high; port++) if (!used.has(port)) return port
  return undefined
}

// How much of the range is kept for services that name their port: a 32nd, within these bounds.
const SHARE_KEPT = 32
const LEAST_KEPT = 16
const MOST_KEPT = 128

/** How many of the lowest of `size` ports are given out last; none where the range is small. */
export const portsKept = (size: number): number =>
  size <= LEAST_KEPT ? 0 : Math.min(Math.max(LEAST_KEPT, Math.floor(size / SHARE_KEPT)), MOST_KEPT)

/** A free node port for a service that names none; undefined when there is none. */
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
