import { clone } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { ObjectReader } from '../../../../machinery/reader'
import type { KindContext } from '../../../kind'
import type { Spec } from './service-shape'
import { specOf } from './service-shape'

const SERVICES = { group: '', resource: 'services' }

/** How long an allocation is held for a service that is not stored yet, since webhooks may be called first. */
const RESERVED_MS = 60_000

interface Holding {
  readonly until: number
  readonly spec: Spec
}
/** Allocations not yet stored, per reader: several services may be created concurrently. */
const underway = new WeakMap<ObjectReader, Map<string, Holding>>()

const idOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`

/** The pending allocations of a reader; each ends when its service appears in the store. */
function holdingsOf(reader: ObjectReader): Map<string, Holding> {
  const known = underway.get(reader)
  if (known) return known
  const holdings = new Map<string, Holding>()
  underway.set(reader, holdings)
  reader.subscribe(SERVICES, (change) => {
    holdings.delete(idOf(change.type === 'set' ? change.object : change.previous))
  })
  return holdings
}

export function reserve(object: ApiObject, { reader, now, dryRun }: KindContext): void {
  if (!dryRun) holdingsOf(reader).set(idOf(object), { until: now + RESERVED_MS, spec: clone(specOf(object)) })
}

/** Releases the allocations of a service that was not stored. */
export function giveBack(object: ApiObject, { reader, dryRun }: KindContext): void {
  if (!dryRun) holdingsOf(reader).delete(idOf(object))
}

/** Addresses and ports that other services hold. */
export function taken(object: ApiObject, { reader, now }: KindContext): { addresses: Set<string>; ports: Set<number> } {
  const addresses = new Set<string>()
  const ports = new Set<number>()
  const own = idOf(object)
  const stored = reader.list(SERVICES).filter((other) => idOf(other) !== own)
  const coming = [...holdingsOf(reader)].filter(([id, { until }]) => id !== own && until > now)
  for (const spec of [...stored.map(specOf), ...coming.map(([, { spec }]) => spec)]) {
    for (const address of addressesOf(spec)) addresses.add(address)
    for (const port of portsOf(spec)) ports.add(port)
  }
  return { addresses, ports }
}

const addressesOf = ({ clusterIPs = [], clusterIP }: Spec): string[] => [
  ...clusterIPs,
  ...(clusterIP ? [clusterIP] : []),
]

const portsOf = ({ ports = [], healthCheckNodePort }: Spec): number[] => [
  ...ports.flatMap(({ nodePort }) => nodePort || []),
  ...(healthCheckNodePort ? [healthCheckNodePort] : []),
]

/** The exclusive addresses and node ports of a service. */
export function heldBy(object: ApiObject): readonly string[] {
  const spec = specOf(object)
  const addresses = addressesOf(spec).filter((address) => address !== 'None')
  return [...new Set([...addresses, ...portsOf(spec).map((port) => `port ${port}`)])]
}
