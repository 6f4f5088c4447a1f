/** What one plugin of the scheduler says of a pod on one node. */
export interface PluginVerdict {
  readonly plugin: string
  /** Why the pod may not go there; empty where it may. */
  readonly reasons: readonly string[]
  /** What would have to change, where it is a matter of an amount: `200m less cpu`. */
  readonly near?: readonly string[]
}

/** What the scheduler found about a pod on one node. */
export interface NodeVerdict {
  readonly node: string
  readonly fits: boolean
  readonly verdicts: readonly PluginVerdict[]
  /** Weighted points by plugin, where the pod fitted. */
  readonly scores?: Readonly<Record<string, number>>
  /** Pods that would have to make room. */
  readonly victims?: readonly string[]
}

/** The last decision about a pod. */
export interface Placement {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** Milliseconds since the epoch, of the cluster. */
  readonly at: number
  /** Where it went; absent while it waits. */
  readonly node?: string
  /** Where it will go when its victims are gone. */
  readonly nominated?: string
  readonly message: string
  /** At most `MOST_NODES` of them; `total` says how many there are. */
  readonly nodes: readonly NodeVerdict[]
  readonly total: number
}

/** So many nodes of one decision are kept. */
export const MOST_NODES = 200
const MOST_PLACED = 20
const MOST_WAITING = 500

/** Keeps the last decision for every pod that waits, and for the last few that were placed. */
export class Placements {
  private readonly byUid = new Map<string, Placement>()

  record(placement: Placement): void {
    this.byUid.delete(placement.uid)
    this.byUid.set(placement.uid, placement)
    this.trim((one) => one.node !== undefined, MOST_PLACED)
    this.trim((one) => one.node === undefined, MOST_WAITING)
  }
  forget(uid: string): void {
    this.byUid.delete(uid)
  }
  /** Newest first. */
  list(): Placement[] {
    return [...this.byUid.values()].reverse()
  }

  private trim(concerns: (placement: Placement) => boolean, most: number): void {
    const found = [...this.byUid.values()].filter(concerns)
    for (const { uid } of found.slice(0, Math.max(0, found.length - most))) this.byUid.delete(uid)
  }
}
