import { clone } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { ObjectReader } from '../../../../machinery/reader'
import type { KindContext } from '../../../kind-context'
import type { Spec } from './service-shape'
import { specOf } from './service-shape'

const SERVICES = { group: '', resource: 'services' }

/** How long an allocation is held for a service that is not stored yet, since webhooks may be called first. */
const RESERVED_MS = 60_000

interface Holding {
  readonly until: number
  readonly spec: Spec
}
/** Number of the addresses freed last that are not picked again while others are free. */
const FREED_KEPT = 64

interface Allocations {
  /** Allocations not yet stored, by service: several services may be created concurrently. */
  readonly pending: Map<string, Holding>
  /** The addresses freed last, oldest first. */
  readonly freed: Set<string>
}
const allocations = new WeakMap<ObjectReader, Allocations>()

const idOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`

/** The allocations of a reader; a pending one ends when its service appears in the store. */
function allocationsOf(reader: ObjectReader): Allocations {
  const known = allocations.get(reader)
  if (known) return known
  const pending = new Map<string, Holding>()
  const freed = new Set<string>()
  allocations.set(reader, { pending, freed })
  reader.subscribe(SERVICES, (change) => {
    pending.delete(idOf(change.type === 'set' ? change.object : change.previous))
    if (change.type === 'removed') for (const address of addressesOf(specOf(change.previous))) freed.add(address)
    for (const oldest of freed) if (freed.size > FREED_KEPT) freed.delete(oldest)
  })
  return { pending, freed }
}

/** Keeps a service's addresses and ports from others until it is stored, or for a while. */
export function reserve(object: ApiObject, { reader, now, dryRun }: KindContext): void {
  if (!dryRun)
    allocationsOf(reader).pending.set(idOf(object), { until: now + RESERVED_MS, spec: clone(specOf(object)) })
}

/** Releases the allocations of a service that was not stored. */
export function giveBack(object: ApiObject, { reader, dryRun }: KindContext): void {
  if (!dryRun) allocationsOf(reader).pending.delete(idOf(object))
}

/** Addresses and ports that other services hold. */
export function taken(object: ApiObject, { reader, now }: KindContext): { addresses: Set<string>; ports: Set<number> } {
  const addresses = new Set<string>()
  const ports = new Set<number>()
  const own = idOf(object)
  const stored = reader.list(SERVICES).filter((other) => idOf(other) !== own)
  const coming = [...allocationsOf(reader).pending].filter(([id, { until }]) => id !== own && until > now)
  for (const spec of [...stored.map(specOf), ...coming.map(([, { spec }]) => spec)]) {
    for (const address of addressesOf(spec)) addresses.add(address)
    for (const port of portsOf(spec)) ports.add(port)
  }
  return { addresses, ports }
}

/**
 * Addresses that were freed lately. A pick avoids them where it can, so that whoever deletes a service to create it again with the
 * same address does not find that address given to another one meanwhile.
 */
export const freedLately = ({ reader }: KindContext): ReadonlySet<string> => allocationsOf(reader).freed

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
