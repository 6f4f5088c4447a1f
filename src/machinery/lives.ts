import type { JsonObject } from './json'
import type { ApiObject } from './object'

/** A stage in the life of simulated objects, as people read it. */
export interface StageFacts {
  readonly name: string
  readonly kind: string
  /** A person wrote it; the others belong to the cluster. */
  readonly own: boolean
  /** When an object takes it, in words. */
  readonly about: string
  /** Conditions on the object by which it is chosen, in words. */
  readonly conditions: readonly string[]
  readonly weight: number
  readonly delayMs: number
  /** The delay is up to this much longer. */
  readonly jitterMs: number
  /** What it does: `event Started`, `status`, `delete`. */
  readonly effects: readonly string[]
}

/** An object that waits for its next stage. */
export interface LifeTurn {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly stage: string
  /** When it comes, in milliseconds since the epoch of the cluster. */
  readonly due: number
}

/** What a stage would do with one object as it is now. */
export interface StageTrial {
  readonly fits: boolean
  readonly conditions: readonly { readonly text: string; readonly holds: boolean }[]
  /** Other stages that fit as well. */
  readonly rivals: readonly string[]
  /** Which part of such objects takes this stage and none of its rivals, 0 to 1. */
  readonly share: number
  readonly event?: { readonly type: string; readonly reason: string; readonly message: string }
  /** What it merges into the status. */
  readonly status?: JsonObject
  readonly emptiesFinalizers: boolean
  readonly deletes: boolean
}

/** Who moves the objects of one kind. */
export interface LifeEngine {
  readonly kind: string
  stages(): readonly StageFacts[]
  turns(): readonly LifeTurn[]
  /** Undefined where there is no such object. Changes nothing. */
  try(stage: ApiObject, namespace: string | undefined, name: string): StageTrial | undefined
}

export interface LifeState {
  readonly stages: readonly StageFacts[]
  /** The next ones first, at most `MOST_TURNS`; `waiting` says how many there are. */
  readonly turns: readonly LifeTurn[]
  readonly waiting: number
}

/** So many turns are told at once. */
const MOST_TURNS = 200

/** Knows who moves which kind, for people who look. */
export class Lives {
  private readonly engines = new Map<string, LifeEngine>()

  register(engine: LifeEngine): void {
    this.engines.set(engine.kind, engine)
  }
  state(): LifeState {
    const engines = [...this.engines.values()]
    const turns = engines.flatMap((engine) => engine.turns()).sort((a, b) => a.due - b.due)
    return {
      stages: engines.flatMap((engine) => engine.stages()),
      turns: turns.slice(0, MOST_TURNS),
      waiting: turns.length,
    }
  }
  /** What a stage for a kind would do with an object; null where nobody moves such an object. */
  try(kind: string, stage: ApiObject, namespace: string | undefined, name: string): StageTrial | null {
    return this.engines.get(kind)?.try(stage, namespace, name) ?? null
  }
}
