import { MOST_NODES, type NodeVerdict } from '../machinery/placement'
import { FILTERS, type Refusal, type ClusterView } from './filters'
import type { NodeInfo } from './snapshot'

/** What every filter says of a pod on one node, in the order of the filters. */
export interface Judged {
  readonly node: NodeInfo
  readonly refusals: readonly (readonly Refusal[])[]
}

/** Asks every filter about every node. */
export function judgeAll(world: ClusterView): Judged[] {
  const prepared = FILTERS.map((filter) => filter.prepare(world))
  return world.nodes.map((node) => ({ node, refusals: prepared.map((filter) => filter(node)) }))
}

/** What the first filter says that refuses; empty where none does. */
export const firstRefusal = ({ refusals }: Judged): readonly Refusal[] =>
  refusals.find((refusal) => refusal.length > 0) ?? []

/** The verdicts as they are kept for people. */
export const recordOf = (
  judged: readonly Judged[],
  scores: ReadonlyMap<NodeInfo, Readonly<Record<string, number>>> = new Map(),
): NodeVerdict[] =>
  judged.slice(0, MOST_NODES).map((one) => {
    const points = scores.get(one.node)
    return {
      node: one.node.name,
      fits: firstRefusal(one).length === 0,
      verdicts: FILTERS.map(({ name }, i) => {
        const refusals = one.refusals[i] ?? []
        const near = refusals.flatMap((refusal) => refusal.near ?? [])
        return { plugin: name, reasons: refusals.map(({ reason }) => reason), ...(near.length > 0 && { near }) }
      }),
      ...(points && { scores: points }),
    }
  })
