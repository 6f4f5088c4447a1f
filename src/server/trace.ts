/**
 * The trace of one request through the stages: their decisions, reasons and durations. Recording is cheap while nobody watches: stages pass
 * thunks, and objects are kept by reference.
 */
export type StageName =
  | 'request info'
  | 'authentication'
  | 'audit'
  | 'impersonation'
  | 'authorization'
  | 'decoding'
  | 'defaulting'
  | 'mutating admission'
  | 'validation'
  | 'validating admission'
  | 'apply'
  | 'store'
  | 'watchers'
  | 'response'

/** What one stage, or one part of it, did with a request. */
export interface TraceStep {
  readonly stage: StageName
  /** A plugin, authorizer, authenticator or webhook within the stage. */
  readonly by?: string
  readonly verdict: 'passed' | 'allowed' | 'refused' | 'changed' | 'none'
  readonly reason: string
  readonly startMs: number
  readonly durationMs: number
  /** Set if the stage may change the object; immutable snapshots. */
  readonly before?: unknown
  readonly after?: unknown
}

/** A request's way through the server, step by step. */
export interface RequestTrace {
  readonly id: string
  readonly at: number
  readonly method: string
  readonly path: string
  readonly verb: string
  readonly user: string
  readonly groups: readonly string[]
  readonly impersonator?: string
  /** A program outside the page: its user agent and address. */
  readonly client?: { readonly agent: string; readonly address: string }
  readonly status: number
  readonly durationMs: number
  readonly steps: readonly TraceStep[]
}
