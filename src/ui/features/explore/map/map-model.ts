import { at, isObject } from '../../../../machinery/json'
import { resourceTitle } from '../../../queries/discovery'
import type { Reference } from '../../../queries/references'
import { podSelectorOf, referencesOf } from '../../../queries/references'
import type { Whole } from '../../../queries/related'
import type { Known, Relations } from '../../../queries/relations'

/** The type of a connection. */
export type Layer = 'owners' | 'selectors' | 'mounts' | 'references' | 'traffic' | 'roles'
export const LAYERS: readonly { readonly id: Layer; readonly title: string; readonly about: string }[] = [
  { id: 'owners', title: 'Owners', about: 'owner references' },
  { id: 'selectors', title: 'Selectors', about: 'pods selected by services, disruption budgets and policies' },
  { id: 'traffic', title: 'Traffic', about: 'ingress to service' },
  { id: 'mounts', title: 'Mounts', about: 'config maps, secrets and claims that pods use' },
  { id: 'references', title: 'References', about: 'other objects referenced by name' },
  { id: 'roles', title: 'Roles', about: 'bindings with their roles and subjects' },
]

export interface MapNode {
  readonly id: string
  readonly kind: string
  readonly name: string
  /** '' for cluster-scoped objects. */
  readonly namespace: string
  readonly known: Known
  /** Number of objects of the same owner that the node stands for. */
  readonly count: number
}

export interface MapEdge {
  readonly from: string
  readonly to: string
  readonly layer: Layer
  readonly label: string
}

export interface MapModel {
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
  /** Number of nodes left out. */
  readonly left: number
  /** Number of matching objects without connections. */
  readonly apart: number
}

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

const uidOf = ({ meta }: Known): string => meta.uid ?? `${meta.namespace ?? ''}/${meta.name ?? ''}`

const isRole = (kind: string): boolean => /^(Cluster)?Role(Binding)?$/.test(kind)

function layerOf(from: string, { kind, field }: Reference): Layer {
  if (isRole(from)) return 'roles'
  if (from === 'Ingress' && kind === 'Service') return 'traffic'
  return /(^|\.)(volumes|env|envFrom|imagePullSecrets|volumeClaimTemplates)(\.|$)/.test(field) ? 'mounts' : 'references'
}

const keyOf = (group: string, kind: string, namespace: string, name: string): string =>
  JSON.stringify([group, kind, namespace, name])

interface Template {
  readonly uid: string
  readonly namespace: string
  readonly labels: Readonly<Record<string, string>>
}

/**
 * Pod template labels of workloads without pods, so that a service is connected with its deployment before a controller
 * creates pods. Leaves out workloads controlled by others, and those with pods, which are connected themselves.
 */
function templatesOf(others: readonly Whole[], pods: readonly Known[]): Template[] {
  return others.flatMap(({ object }): Template[] => {
    const { uid = '', namespace = '', ownerReferences = [] } = object.metadata
    const template = at(object, 'spec', 'template') ?? at(object, 'spec', 'jobTemplate', 'spec', 'template')
    const labels = at(template, 'metadata', 'labels')
    if (!isObject(labels) || ownerReferences.some(({ controller }) => controller)) return []
    const wanted = Object.entries(labels)
    const exist = pods.some(
      ({ meta }) => meta.namespace === namespace && wanted.every(([key, value]) => meta.labels?.[key] === value),
    )
    return exist ? [] : [{ uid, namespace, labels: labels as Record<string, string> }]
  })
}

/** All edges between existing objects in the selected layers. */
function edgesOf(relations: Relations, others: readonly Whole[], layers: ReadonlySet<Layer>): MapEdge[] {
  const byName = new Map(
    relations.all.map((known) => [
      keyOf(known.info.group, known.info.kind, known.meta.namespace ?? '', known.meta.name ?? ''),
      known,
    ]),
  )
  const found = new Map<string, MapEdge>()
  const add = (from: string, to: string, layer: Layer, label: string): void => {
    if (layers.has(layer) && from !== to) found.set(`${from} ${to} ${layer}`, { from, to, layer, label })
  }
  for (const known of relations.all)
    for (const { uid, controller } of known.meta.ownerReferences ?? [])
      if (relations.byUid.has(uid)) add(uid, uidOf(known), 'owners', controller ? 'controls' : 'owns')
  const pods = relations.all.filter(({ info }) => info.group === '' && info.resource === 'pods')
  const templates = templatesOf(others, pods)
  for (const { info, object } of others) {
    const self = object.metadata.uid ?? ''
    const home = object.metadata.namespace ?? ''
    const chosen = podSelectorOf(info.kind, object)
    for (const pod of pods)
      if (pod.meta.namespace === home && chosen.matches(pod.meta.labels ?? {}))
        add(self, uidOf(pod), 'selectors', 'selects')
    for (const template of templates)
      if (template.namespace === home && chosen.matches(template.labels))
        add(self, template.uid, 'selectors', 'would select')
    for (const reference of referencesOf(object)) {
      const { group, kind, name, namespace = home } = reference
      const target = byName.get(keyOf(group, kind, namespace, name)) ?? byName.get(keyOf(group, kind, '', name))
      if (!target) continue
      const layer = layerOf(info.kind, reference)
      // A binding is drawn between its subjects and its role.
      if (layer === 'roles' && !isRole(kind)) add(uidOf(target), self, layer, 'is bound by')
      else add(self, uidOf(target), layer, reference.field.split('.').at(-1) ?? '')
    }
  }
  return [...found.values()]
}

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
