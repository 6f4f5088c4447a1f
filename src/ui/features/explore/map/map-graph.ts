import type { Known } from '../../../queries/relations'

/** The type of a connection. */
export type Layer = 'owners' | 'selectors' | 'mounts' | 'references' | 'traffic' | 'roles'

/** The types of connections, with their texts for the legend. */
export const LAYERS: readonly { readonly id: Layer; readonly title: string; readonly about: string }[] = [
  { id: 'owners', title: 'Owners', about: 'owner references' },
  { id: 'selectors', title: 'Selectors', about: 'pods selected by services, disruption budgets and policies' },
  { id: 'traffic', title: 'Traffic', about: 'ingress to service' },
  { id: 'mounts', title: 'Mounts', about: 'config maps, secrets and claims that pods use' },
  { id: 'references', title: 'References', about: 'other objects referenced by name' },
  { id: 'roles', title: 'Roles', about: 'bindings with their roles and subjects' },
]

/** An object, or several of a kind drawn as one. */
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

/** A connection between two objects. */
export interface MapEdge {
  readonly from: string
  readonly to: string
  readonly layer: Layer
  readonly label: string
}
