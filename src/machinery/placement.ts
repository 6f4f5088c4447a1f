/** What one plugin of the scheduler says of a pod on one node. */
export interface PluginVerdict {
  readonly plugin: string
  /** Why the pod may not go there; empty where it may. */
  readonly reasons: readonly string[]
  /** What would have to change, where it is a matter of an amount: `200m less cpu`, `61.05 cores less`. */
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

/** A decision whose verdicts are written down when somebody looks. */
export type Decision = Omit<Placement, 'nodes'> & { readonly nodes: () => readonly NodeVerdict[] }
type Kept = Decision & { readonly order: number }

/** Keeps the last decision for every pod that waits, and for the last few that were placed. */
export class Placements {
  private readonly placed = new Map<string, Kept>()
  private readonly waiting = new Map<string, Kept>()
  private count = 0

  record(decision: Decision): void {
    this.forget(decision.uid)
    const kept = { ...decision, order: this.count++ }
    if (decision.node !== undefined) keep(this.placed, kept, MOST_PLACED)
    else keep(this.waiting, kept, MOST_WAITING)
  }
  forget(uid: string): void {
    this.placed.delete(uid)
    this.waiting.delete(uid)
  }
  /** Newest first. */
  list(): Placement[] {
    return [...this.placed.values(), ...this.waiting.values()]
      .sort((a, b) => b.order - a.order)
      .map(({ order: _, ...placement }) => ({ ...placement, nodes: placement.nodes() }))
  }
}

function keep(all: Map<string, Kept>, placement: Kept, most: number): void {
  all.set(placement.uid, placement)
  for (const uid of all.keys()) {
    if (all.size <= most) return
    all.delete(uid)
  }
}
