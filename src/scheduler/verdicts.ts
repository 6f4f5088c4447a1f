import { MOST_NODES, type NodeVerdict } from '../machinery/placement'
import type { ClusterView, FilterPlugin, Refusal } from './plugin'
import type { NodeInfo } from './snapshot'

/** The verdicts of every filter about a pod on one node, in the order of the filters. */
export interface Judged {
  readonly node: NodeInfo
  readonly refusals: readonly (readonly Refusal[])[]
}

/** Runs every filter on every node. */
export function judgeAll(world: ClusterView): Judged[] {
  const judge = judgeFor(world)
  return world.nodes.map(judge)
}

/** The first filter's reason that rules out every node. */
export const firstOf = (world: ClusterView): Refusal | undefined =>
  world.profile.filters.map((filter) => filter.first?.(world)).find((refusal) => refusal !== undefined)

/** Returns a function that runs every filter on a given node. */
export function judgeFor(world: ClusterView): (node: NodeInfo) => Judged {
  const { filters } = world.profile
  const firsts = filters.map((filter) => filter.first?.(world))
  // Reasons that rule out every node take precedence over those about a single one.
  if (firsts.some((refusal) => refusal !== undefined))
    return (node) => ({ node, refusals: firsts.map((refusal) => (refusal ? [refusal] : [])) })
  const prepared = filters.map((filter) => filter.prepare(world))
  return (node) => ({ node, refusals: prepared.map((filter) => filter(node)) })
}

/** How many fitting nodes are enough: all in a small cluster, a twentieth in a large one. */
const ENOUGH = 100
const SHARE = 0.05

/**
 * Judges nodes one by one, starting at `first`, until enough fitting ones are found. If none fits, every node has been judged.
 * @returns the verdicts, and where to start next time, so that all nodes have their turn
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

/** The refusals of the first filter that refuses; empty if none does. */
export const firstRefusal = ({ refusals }: Judged): readonly Refusal[] =>
  refusals.find((refusal) => refusal.length > 0) ?? []

/** The verdicts as recorded for the page. */
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
