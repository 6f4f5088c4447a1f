import type { ApiObject } from '../machinery/object'
import type { NodeInfo } from './snapshot'

/** What filters and scores look at beside one node. */
export interface ClusterView {
  /** The release, whose words reasons are given in. */
  readonly release: number
  readonly pod: ApiObject
  readonly profile: Pick<Profile, 'filters' | 'scores'>
  readonly nodes: readonly NodeInfo[]
  readonly claims: (name: string) => ApiObject | undefined
  readonly volumes: (name: string) => ApiObject | undefined
  readonly allVolumes: () => readonly ApiObject[]
  readonly classes: (name: string) => ApiObject | undefined
  readonly namespaces: readonly ApiObject[]
  /** Disruption budgets: preemption keeps them where it can. */
  readonly budgets: readonly ApiObject[]
}

/** Why a pod does not fit on a node. */
export interface Refusal {
  readonly reason: string
  /** No pod that could be removed would change it. */
  readonly final?: boolean
  /** What would have to change, where it is a matter of an amount: `200m less cpu`, `61.05 cores less`. */
  readonly near?: string
}

/** A rule of where pods may go. `prepare` is called once a pod; what it returns judges each node. */
export interface FilterPlugin {
  readonly name: string
  /** Why the pod fits on no node at all, whatever they are. Asked before any node is judged. */
  first?(world: ClusterView): Refusal | undefined
  prepare(world: ClusterView): (node: NodeInfo) => readonly Refusal[]
}

/** A preference among nodes that fit. Its raw values are brought to 0–100 over all nodes unless `whole` says they are. */
export interface Score {
  readonly name: string
  readonly weight: number
  readonly whole?: boolean
  /** The lower the raw value the better. */
  readonly reverse?: boolean
  raw(world: ClusterView, node: NodeInfo): number
}

/** How one sort of pods is placed: those whose `schedulerName` is its name. */
export interface Profile {
  readonly name: string
  /** In their order: the first that refuses a node gives the reason. */
  readonly filters: readonly FilterPlugin[]
  readonly scores: readonly Score[]
  /** Whether pods of lower priority may be removed for its pods. */
  readonly preempts: boolean
}
