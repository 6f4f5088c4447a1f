/** One scheduler plugin's verdict on a pod and a node. */
export interface PluginVerdict {
  readonly plugin: string
  /** Why the pod can't run there; empty if it can. */
  readonly reasons: readonly string[]
  /** The shortfall where an amount decides: `200m less cpu`, `61.05 cores less`. */
  readonly near?: readonly string[]
}

/** The scheduler's verdict on a pod and a node. */
export interface NodeVerdict {
  readonly node: string
  readonly fits: boolean
  readonly verdicts: readonly PluginVerdict[]
  /** Weighted scores by plugin, if the pod fits. */
  readonly scores?: Readonly<Record<string, number>>
  /** Pods that would have to be preempted. */
  readonly victims?: readonly string[]
}

/** The last scheduling decision for a pod. */
export interface Placement {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  /** Milliseconds since the epoch of the cluster's clock. */
  readonly at: number
  /** The node it was bound to; absent while it waits. */
  readonly node?: string
  /** The node it is nominated to until its victims are gone. */
  readonly nominated?: string
  readonly message: string
  /** At most `MOST_NODES`; `total` is the full count. */
  readonly nodes: readonly NodeVerdict[]
  readonly total: number
}

/** Maximum number of nodes recorded for one decision. */
export const MOST_NODES = 200
const MOST_PLACED = 20
const MOST_WAITING = 500

/** A decision whose node verdicts are computed on demand. */
export type Decision = Omit<Placement, 'nodes'> & { readonly nodes: () => readonly NodeVerdict[] }
type OrderedDecision = Decision & { readonly order: number }

/** Keeps the last decision for each waiting pod and for the pods placed most recently. */
export class Placements {
  private readonly placed = new Map<string, OrderedDecision>()
  private readonly waiting = new Map<string, OrderedDecision>()
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

function keep(all: Map<string, OrderedDecision>, placement: OrderedDecision, most: number): void {
  all.set(placement.uid, placement)
  for (const uid of all.keys()) {
    if (all.size <= most) return
    all.delete(uid)
  }
}
