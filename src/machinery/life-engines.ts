import type { JsonObject } from './json'
import type { ApiObject } from './object'

/** A life cycle stage of simulated objects, as the interface shows it. */
export interface StageFacts {
  readonly name: string
  readonly kind: string
  /** True for stages that a person wrote; the others are built in. */
  readonly own: boolean
  /** When an object takes this stage, for people. */
  readonly about: string
  /** Conditions that select objects, for people. */
  readonly conditions: readonly string[]
  readonly weight: number
  readonly delayMs: number
  /** Maximum random addition to the delay. */
  readonly jitterMs: number
  /** Effects, such as `event Started`, `status`, `delete`. */
  readonly effects: readonly string[]
}

/** An object waiting for its next stage. */
export interface LifeTurn {
  readonly kind: string
  readonly namespace?: string
  readonly name: string
  readonly stage: string
  /** When it is due, in milliseconds since the epoch of the cluster's clock. */
  readonly due: number
}

/** Preview of a stage applied to one object. */
export interface StageTrial {
  readonly fits: boolean
  readonly conditions: readonly { readonly text: string; readonly holds: boolean }[]
  /** Other stages that match as well. */
  readonly rivals: readonly string[]
  /** The share of such objects that takes this stage rather than a rival, 0 to 1. */
  readonly share: number
  readonly event?: { readonly type: string; readonly reason: string; readonly message: string }
  /** Patch merged into the status. */
  readonly status?: JsonObject
  readonly emptiesFinalizers: boolean
  readonly deletes: boolean
}

/** Moves objects of one kind through their stages. */
export interface LifeEngine {
  readonly kind: string
  stages(): readonly StageFacts[]
  turns(): readonly LifeTurn[]
  /** Previews a stage without changing anything; undefined if the object does not exist. */
  try(stage: ApiObject, namespace: string | undefined, name: string): StageTrial | undefined
}

/** The stages of an engine, and the objects that wait for their next one. */
export interface LifeState {
  readonly stages: readonly StageFacts[]
  /** The earliest ones, at most `MOST_TURNS`; `waiting` is the total. */
  readonly turns: readonly LifeTurn[]
  readonly waiting: number
}

/** Maximum number of turns reported at once. */
const MOST_TURNS = 200

/** The engines of all kinds, for the interface. */
export class LifeEngines {
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
  /** Previews a stage on an object; null if no engine moves such an object. */
  try(kind: string, stage: ApiObject, namespace: string | undefined, name: string): StageTrial | null {
    return this.engines.get(kind)?.try(stage, namespace, name) ?? null
  }
}
