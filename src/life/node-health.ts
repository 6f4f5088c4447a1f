import type { ApiObject } from '../machinery/object'
import type { Target } from '../client/targets'
import { readyCondition } from './node-taints'

/** The leases that nodes renew. */
export const LEASES: Target = {
  group: 'coordination.orch.io',
  version: 'v1',
  resource: 'leases',
  namespace: 'orch-node-lease',
}

/** A node without a sign of life for this long counts as unreachable. */
const GRACE_MS = 40_000
/** The same for a node whose status nobody has ever reported. */
const STARTUP_GRACE_MS = 60_000

/** What is remembered of one node between two looks at it. */
interface Known {
  readonly uid: string
  readonly ready: string | undefined
  readonly heartbeat: string
  readonly lease: number
  /** When the node last gave a sign of life, in milliseconds since the epoch. */
  readonly heard: number
}

/** The status of a node's condition Ready; undefined if it has none. */
export const readiness = (node: ApiObject): string | undefined => readyCondition(node)?.status

const renewal = (lease: ApiObject | undefined): number =>
  Date.parse((lease?.['spec'] as { renewTime?: string } | undefined)?.renewTime ?? '') || 0

/** When each node last gave a sign of life: a heartbeat in its status, or a renewed lease. Times are the observer's, except those of leases. */
export class NodeHealth {
  private readonly known = new Map<string, Known>()

  /** Looks at a node. @returns milliseconds until its silence has lasted too long; 0 and less if it has */
  observe(node: ApiObject, lease: ApiObject | undefined, now: number): number {
    const { name = '', uid = '', creationTimestamp = '' } = node.metadata
    const ready = readyCondition(node)
    const heartbeat = ready?.lastHeartbeatTime ?? ''
    const renewed = renewal(lease)
    const found = this.known.get(name)
    const before = found?.uid === uid ? found : undefined
    let heard = before?.heard ?? (ready ? now : Date.parse(creationTimestamp) || now)
    if (before && (before.ready === undefined) !== (ready === undefined)) heard = now
    else if (before && ready && before.heartbeat !== heartbeat) heard = now
    if (renewed > (before?.lease ?? 0)) heard = Math.max(heard, Math.min(renewed, now))
    this.known.set(name, { uid, ready: ready?.status, heartbeat, lease: renewed, heard })
    return heard + (ready ? GRACE_MS : STARTUP_GRACE_MS) - now
  }
  forget(name: string): void {
    this.known.delete(name)
  }
}

/** Labels whose older forms a node carries with the same value. */
const OLDER_LABELS: readonly (readonly [label: string, older: string])[] = [
  ['orch.io/os', 'beta.orch.io/os'],
  ['orch.io/arch', 'beta.orch.io/arch'],
]

/** The older labels that a node lacks, or has with another value. */
export function olderLabels(node: ApiObject): Record<string, string> {
  const { labels = {} } = node.metadata
  return Object.fromEntries(
    OLDER_LABELS.flatMap(([label, older]) => {
      const value = labels[label]
      return value !== undefined && labels[older] !== value ? [[older, value]] : []
    }),
  )
}
