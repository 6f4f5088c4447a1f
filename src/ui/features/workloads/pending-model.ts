import type { NodeVerdict, Placement } from '../../../machinery/placement'

/** The plugins in order, those that reject a node first. */
export const pluginsOf = ({ nodes }: Placement): string[] => {
  const all = nodes[0]?.verdicts.map(({ plugin }) => plugin) ?? []
  const refusing = new Set(nodes.flatMap(({ verdicts }) => verdicts.filter(({ reasons }) => reasons.length > 0)))
  const names = new Set([...refusing].map(({ plugin }) => plugin))
  return [...all.filter((name) => names.has(name)), ...all.filter((name) => !names.has(name))]
}

/** Why a plugin rejects a node; empty if it does not. */
export const refusedBy = (node: NodeVerdict, plugin: string): readonly string[] =>
  node.verdicts.find((verdict) => verdict.plugin === plugin)?.reasons ?? []

/** Nodes that only one plugin rejects, because of a resource amount: `the pod would fit on node-1 if it requested 200m less cpu`. */
export function nearMisses({ nodes }: Placement): { readonly node: string; readonly near: string }[] {
  return nodes.flatMap(({ node, verdicts }) => {
    const refusing = verdicts.filter(({ reasons }) => reasons.length > 0)
    const [only] = refusing
    return refusing.length === 1 && only?.near?.length ? [{ node, near: only.near.join(' and ') }] : []
  })
}

/** A plugin's name as separate words: `Node Resources Fit`. */
export const words = (plugin: string): string => plugin.replace(/([a-z])([A-Z])/g, '$1 $2')
