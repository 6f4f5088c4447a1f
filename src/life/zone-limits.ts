import type { ApiObject } from '../machinery/object'
import { readiness } from './node-health'

const EXCLUDED = 'node.orch.io/exclude-disruption'
const ZONE_LABELS = ['topology.orch.io/region', 'topology.orch.io/zone'] as const

/** How many nodes of a zone may get a NoExecute taint in a second. */
const PER_SECOND = 0.1
/** The same for a large zone of which most nodes are not ready; in smaller ones no node gets one. */
const PER_SECOND_AT_FAULT = 0.01
const LARGE = 50
const UNHEALTHY_SHARE = 0.55

/** How ready the nodes of a zone are. */
export type ZoneState = 'normal' | 'partly' | 'fully'

/** The zone of a node, as one text. */
export const zoneOf = ({ metadata: { labels = {} } }: ApiObject): string =>
  ZONE_LABELS.map((label) => labels[label] ?? '').join('/')

/** The states and sizes of all zones. Nodes may be excluded by a label. */
export function zoneStates(nodes: readonly ApiObject[]): ReadonlyMap<string, { state: ZoneState; size: number }> {
  const zones = new Map<string, { ready: number; size: number }>()
  for (const node of nodes) {
    if (node.metadata.labels?.[EXCLUDED] !== undefined) continue
    const zone = zoneOf(node)
    const { ready, size } = zones.get(zone) ?? { ready: 0, size: 0 }
    zones.set(zone, { ready: ready + (readiness(node) === 'True' ? 1 : 0), size: size + 1 })
  }
  return new Map([...zones].map(([zone, { ready, size }]) => [zone, { state: stateOf(size - ready, size), size }]))
}

const stateOf = (unready: number, size: number): ZoneState =>
  unready === size ? 'fully' : unready > 2 && unready / size >= UNHEALTHY_SHARE ? 'partly' : 'normal'

/** Spreads NoExecute taints over time, zone by zone: a fault of the network must not empty many nodes at once. */
export class ZoneLimits {
  private readonly limits = new Map<string, { readonly perSecond: number; readonly next: number }>()

  /** Takes the right to taint a node of a zone. @returns 0 if it is given, else the milliseconds until it may be asked for again */
  take(zone: string, found: { state: ZoneState; size: number } | undefined, now: number): number {
    const atFault = found?.state === 'partly'
    const perSecond = !atFault ? PER_SECOND : found.size > LARGE ? PER_SECOND_AT_FAULT : 0
    if (perSecond === 0) {
      this.limits.delete(zone)
      return Infinity
    }
    const before = this.limits.get(zone)
    const waits = before !== undefined && before.next > now
    const next = waits && before.perSecond !== perSecond ? now + 1000 / perSecond : (before?.next ?? now)
    if (waits) {
      this.limits.set(zone, { perSecond, next })
      return next - now
    }
    this.limits.set(zone, { perSecond, next: now + 1000 / perSecond })
    return 0
  }
}
