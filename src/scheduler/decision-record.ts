import type { Decision } from '../machinery/placement'
import type { ClusterView } from './plugin'
import type { Eviction } from './preemption'
import type { NodeInfo } from './snapshot'
import { type Judged, recordOf } from './verdicts'

/** A decision about one pod, with what led to it. */
export interface MadeDecision {
  readonly world: ClusterView
  readonly judged: readonly Judged[]
  readonly message: string
  /** The node that the pod is bound to, and the scores that chose it. */
  readonly node?: string
  readonly scores?: ReadonlyMap<NodeInfo, Readonly<Record<string, number>>>
  /** The node that the pod is nominated to, and the pods that must make room there. */
  readonly nominated?: string | undefined
  readonly eviction?: Eviction | undefined
}

/** The record of a decision for the page. Its verdicts are computed only when somebody reads them. */
export function decisionOf(
  { world, judged, message, node, scores, nominated, eviction }: MadeDecision,
  at: number,
): Decision {
  const { pod, nodes, profile } = world
  const { namespace = '', name = '', uid = '' } = pod.metadata
  const victims = eviction?.victims.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name ?? ''}`)
  return {
    namespace,
    name,
    uid,
    at,
    message,
    ...(node && { node }),
    ...(nominated && { nominated }),
    nodes: () =>
      recordOf(judged, profile.filters, scores).map((one) =>
        victims && one.node === eviction?.node.name ? { ...one, victims } : one,
      ),
    total: nodes.length,
  }
}
