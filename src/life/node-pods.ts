import { hasPodEnded, podOf } from '../api/kinds/shared/pod-types'
import type { ApiObject } from '../machinery/object'
import { type Amounts, portsOf, requestsOf } from '../scheduler/snapshot'

/** What the pods that a node has accepted take of it, and how many pods have each port and each address. */
export interface Taken {
  readonly pods: number
  readonly requested: Amounts
  readonly ports: ReadonlyMap<string, number>
  readonly addresses: ReadonlyMap<string, number>
}

/** A pod and where it is counted. */
interface Counted {
  readonly pod: ApiObject
  readonly node: string
}

const nothing = () => ({
  /** All pods that have not ended, also those that the node has not accepted yet. */
  present: 0,
  pods: 0,
  requested: new Map<string, number>(),
  ports: new Map<string, number>(),
  addresses: new Map<string, number>(),
})
type Sums = ReturnType<typeof nothing>

const EMPTY: Taken = nothing()

function count(counts: Map<string, number>, key: string, by: number): void {
  const left = (counts.get(key) ?? 0) + by
  if (left === 0) counts.delete(key)
  else counts.set(key, left)
}

function tally(sums: Sums, pod: ApiObject, by: 1 | -1): void {
  const { podIP, startTime } = podOf(pod).status ?? {}
  sums.present += by
  if (podIP) count(sums.addresses, podIP, by)
  if (!startTime) return
  sums.pods += by
  requestsOf(pod).forEach((amount, resource) => count(sums.requested, resource, by * amount))
  for (const port of portsOf(pod)) count(sums.ports, port, by)
}

/** What the pods of each node take of it. It follows each change of a pod, so that a question need not look at all of them. */
export class NodePods {
  private readonly byNode = new Map<string, Sums>()
  private readonly counted = new Map<string, Counted>()

  /** What the pods on a node take. */
  on(node: string): Taken {
    return this.byNode.get(node) ?? EMPTY
  }

  /** Records the present state of the pod with this key; undefined if it is gone. */
  see(key: string, present: ApiObject | undefined): void {
    const before = this.counted.get(key)
    // A change tells the old and the new state of a pod: the second time there is nothing to do.
    if (before?.pod === present) return
    if (before) this.take(key, before)
    const node = present && podOf(present).spec?.nodeName
    if (node && !hasPodEnded(present)) this.put(key, { pod: present, node })
  }

  private put(key: string, one: Counted): void {
    this.counted.set(key, one)
    const sums = this.byNode.get(one.node) ?? nothing()
    this.byNode.set(one.node, sums)
    tally(sums, one.pod, 1)
  }

  private take(key: string, { pod, node }: Counted): void {
    this.counted.delete(key)
    const sums = this.byNode.get(node)
    if (!sums) return
    tally(sums, pod, -1)
    if (sums.present === 0) this.byNode.delete(node)
  }
}
