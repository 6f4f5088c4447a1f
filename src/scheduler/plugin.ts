import type { ApiObject } from '../machinery/object'
import type { NodeInfo } from './snapshot'

/** The input of filters and scores besides the node. */
export interface ClusterView {
  /** The release, which determines the wording of reasons. */
  readonly release: number
  readonly pod: ApiObject
  readonly profile: Pick<Profile, 'filters' | 'scores'>
  readonly nodes: readonly NodeInfo[]
  readonly claims: (name: string) => ApiObject | undefined
  readonly volumes: (name: string) => ApiObject | undefined
  readonly allVolumes: () => readonly ApiObject[]
  readonly classes: (name: string) => ApiObject | undefined
  readonly namespaces: readonly ApiObject[]
  /** Disruption budgets, which preemption respects where it can. */
  readonly budgets: readonly ApiObject[]
}

/** Why a pod does not fit on a node. */
export interface Refusal {
  readonly reason: string
  /** Removing pods would not help. */
  readonly final?: boolean
  /** The missing amount, if the reason is one: `200m less cpu`, `61.05 cores less`. */
  readonly near?: string
}

/** A rule about where pods may go. `prepare` is called once per pod; the function that it returns judges each node. */
export interface FilterPlugin {
  readonly name: string
  /** A reason why the pod fits on no node at all. Called before any node is judged. */
  first?(world: ClusterView): Refusal | undefined
  prepare(world: ClusterView): (node: NodeInfo) => readonly Refusal[]
}

/** A preference among nodes that fit. Its raw values are normalized to 0–100 over all nodes, unless `whole` says that they are already. */
export interface Score {
  readonly name: string
  readonly weight: number
  readonly whole?: boolean
  /** Lower raw values are better. */
  readonly reverse?: boolean
  raw(world: ClusterView, node: NodeInfo): number
}

/** How the pods with this name as `schedulerName` are placed. */
export interface Profile {
  readonly name: string
  /** In order: the first one that refuses a node gives the reason. */
  readonly filters: readonly FilterPlugin[]
  readonly scores: readonly Score[]
  /** Whether its pods may preempt pods of lower priority. */
  readonly preempts: boolean
}
