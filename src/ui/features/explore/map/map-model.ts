import { resourceTitle } from '../../../queries/discovery'
import type { Whole } from '../../../queries/related'
import type { Known, Relations } from '../../../queries/relations'
import type { Layer, MapNode, MapEdge } from './map-graph'
import { uidOf, isRole, edgesOf } from './map-edges'

/** Objects of the map and how they are related. */
export interface MapModel {
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
  /** Number of nodes left out. */
  readonly left: number
  /** Number of matching objects without connections. */
  readonly apart: number
}

/** What the map shows. */
export interface MapOptions {
  /** All namespaces if absent. */
  readonly namespace?: string | undefined
  readonly layers: ReadonlySet<Layer>
  readonly words: string
  /** Includes the system's own namespaces and names. */
  readonly system: boolean
  /** Includes objects without connections. */
  readonly lonely: boolean
}

const LIMIT = 300
/** Maximum number of objects per owner and kind that are drawn individually. */
const APART = 5
const SYSTEM_SPACES: ReadonlySet<string> = new Set(['orch-system', 'orch-public', 'orch-node-lease'])
/** Event-like kinds, which would connect everything with everything. */
const NOISE: ReadonlySet<string> = new Set([
  'events',
  'events.events.orch.io',
  'endpoints',
  'endpointslices.discovery.orch.io',
  'leases.coordination.orch.io',
  'controllerrevisions.apps',
  'namespaces',
  'componentstatuses',
])

/** Merges numerous objects of the same owner and kind into one node, with their edges. */
function folded(nodes: readonly MapNode[], edges: readonly MapEdge[]): Pick<MapModel, 'nodes' | 'edges'> {
  const siblings = new Map<string, MapNode[]>()
  for (const node of nodes) {
    const owner = node.known.meta.ownerReferences?.[0]?.uid
    if (owner === undefined) continue
    const key = `${owner} ${node.kind}`
    siblings.set(key, [...(siblings.get(key) ?? []), node])
  }
  const stand = new Map<string, MapNode>()
  for (const [first, ...rest] of siblings.values()) {
    if (!first || rest.length < APART) continue
    const one = { ...first, count: rest.length + 1 }
    for (const node of [first, ...rest]) stand.set(node.id, one)
  }
  const idOf = (id: string): string => stand.get(id)?.id ?? id
  const merged = new Map(
    edges
      .map((edge): MapEdge => ({ ...edge, from: idOf(edge.from), to: idOf(edge.to) }))
      .map((edge) => [`${edge.from} ${edge.to} ${edge.layer}`, edge]),
  )
  return {
    nodes: nodes.filter(({ id }) => idOf(id) === id).map((node) => stand.get(node.id) ?? node),
    edges: [...merged.values()].filter(({ from, to }) => from !== to),
  }
}

/** The objects of a namespace or the cluster, with their connections. */
export function clusterMap(relations: Relations, others: readonly Whole[], options: MapOptions): MapModel {
  const { namespace, layers, words, system, lonely } = options
  const edges = edgesOf(relations, others, layers)
  const joined = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean)
  const wanted = ({ info, meta }: Known): boolean => {
    const space = meta.namespace ?? ''
    if (NOISE.has(resourceTitle(info)) || (isRole(info.kind) && !layers.has('roles'))) return false
    if (namespace !== undefined && space !== namespace && space !== '') return false
    if (
      !system &&
      SYSTEM_SPACES.has(space) !== (namespace !== undefined && SYSTEM_SPACES.has(namespace)) &&
      space !== ''
    )
      return false
    if (!system && (meta.name ?? '').startsWith('system:')) return false
    const text = `${info.kind} ${space} ${meta.name ?? ''}`.toLowerCase()
    return sought.every((word) => text.includes(word))
  }
  const all = relations.all.filter(wanted)
  const inside = new Set(all.filter(({ meta }) => meta.namespace).map(uidOf))
  // Cluster-scoped objects are included if connected with an object in a namespace.
  const near = new Set(edges.flatMap(({ from, to }) => (inside.has(from) ? [to] : inside.has(to) ? [from] : [])))
  const nodes = all
    .filter((known) => {
      const id = uidOf(known)
      return known.meta.namespace ? lonely || joined.has(id) : near.has(id)
    })
    .map((known): MapNode => ({
      id: uidOf(known),
      kind: known.info.kind,
      name: known.meta.name ?? '',
      namespace: known.meta.namespace ?? '',
      known,
      count: 1,
    }))
  const model = folded(nodes, edges)
  const kept = model.nodes.slice(0, LIMIT)
  const there = new Set(kept.map(({ id }) => id))
  return {
    nodes: kept,
    edges: model.edges.filter(({ from, to }) => there.has(from) && there.has(to)),
    left: model.nodes.length - kept.length,
    apart: lonely ? 0 : [...inside].filter((id) => !joined.has(id)).length,
  }
}
