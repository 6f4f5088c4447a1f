/** A request: `send` is the method and the path with its query. */
export interface ScriptRequest {
  readonly as?: string
  /** Authenticates with this bearer token instead of the person; `${name}` stands for a kept value. */
  readonly token?: string
  readonly send: string
  readonly body?: unknown
  /** The type of a PATCH; ignored for other methods. */
  readonly patch?: 'apply' | 'merge' | 'json' | 'strategic'
  /** The expected status; any success if absent. */
  readonly status?: number
  /** Names for values of the answer, by path; `${name}` in a later line is replaced by the value. */
  readonly keep?: Readonly<Record<string, string>>
}

/** Advances the cluster's clock by a duration such as `10m`. */
export interface ScriptAdvance {
  readonly advance: string
}

/** One line of a script: a request, or time that passes. */
export type ScriptLine = ScriptRequest | ScriptAdvance
