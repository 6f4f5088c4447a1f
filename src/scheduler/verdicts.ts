import { MOST_NODES, type NodeVerdict } from '../machinery/placement'
import type { ClusterView, FilterPlugin, Refusal } from './plugin'
import type { NodeInfo } from './snapshot'

/** What every filter says of a pod on one node, in the order of the filters. */
export interface Judged {
  readonly node: NodeInfo
  readonly refusals: readonly (readonly Refusal[])[]
}

/** Asks every filter about every node. */
export function judgeAll(world: ClusterView): Judged[] {
  const judge = judgeFor(world)
  return world.nodes.map(judge)
}

/** What speaks against the pod wherever it goes, from the first filter that says so. */
export const firstOf = (world: ClusterView): Refusal | undefined =>
  world.profile.filters.map((filter) => filter.first?.(world)).find((refusal) => refusal !== undefined)

/** Asks every filter about the nodes that it is handed. */
export function judgeFor(world: ClusterView): (node: NodeInfo) => Judged {
  const { filters } = world.profile
  const firsts = filters.map((filter) => filter.first?.(world))
  // What holds for every node is said before anything about one of them.
  if (firsts.some((refusal) => refusal !== undefined))
    return (node) => ({ node, refusals: firsts.map((refusal) => (refusal ? [refusal] : [])) })
  const prepared = filters.map((filter) => filter.prepare(world))
  return (node) => ({ node, refusals: prepared.map((filter) => filter(node)) })
}

/** So many nodes that fit are enough to choose from: all of a small cluster, a twentieth of a large one. */
const ENOUGH = 100
const SHARE = 0.05

/**
 * Asks about one node after the other from `first` on until enough are found that fit. Where none fits every node has been asked.
 * @returns what was found, and where to begin the next time, so that all nodes have their turn
 */
export function judgeEnough(world: ClusterView, first: number, share = SHARE): { judged: Judged[]; next: number } {
  const { nodes } = world
  const enough = Math.max(ENOUGH, Math.floor(nodes.length * share))
  if (nodes.length <= enough) return { judged: judgeAll(world), next: 0 }
  const judge = judgeFor(world)
  const judged: Judged[] = []
  let fitting = 0
  for (let i = 0; i < nodes.length && fitting < enough; i++) {
    const one = judge(nodes[(first + i) % nodes.length] as NodeInfo)
    judged.push(one)
    if (firstRefusal(one).length === 0) fitting += 1
  }
  return { judged, next: (first + judged.length) % nodes.length }
}

/** What the first filter says that refuses; empty where none does. */
export const firstRefusal = ({ refusals }: Judged): readonly Refusal[] =>
  refusals.find((refusal) => refusal.length > 0) ?? []

/** The verdicts as they are kept for people. */
export const recordOf = (
  judged: readonly Judged[],
  filters: readonly FilterPlugin[],
  scores: ReadonlyMap<NodeInfo, Readonly<Record<string, number>>> = new Map(),
): NodeVerdict[] =>
  judged.slice(0, MOST_NODES).map((one) => {
    const points = scores.get(one.node)
    return {
      node: one.node.name,
      fits: firstRefusal(one).length === 0,
      verdicts: filters.map(({ name }, i) => {
        const refusals = one.refusals[i] ?? []
        const near = refusals.flatMap((refusal) => refusal.near ?? [])
        return { plugin: name, reasons: refusals.map(({ reason }) => reason), ...(near.length > 0 && { near }) }
      }),
      ...(points && { scores: points }),
    }
  })
