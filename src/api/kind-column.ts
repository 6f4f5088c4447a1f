/** A column of a kind's table. */
export interface Column {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly format?: string
  readonly description?: string
  /** 0 is always shown, others only in wide output. */
  readonly priority?: number
  /** First minor release that shows it; absent means all. */
  readonly since?: number
  /** First minor release that no longer shows it. */
  readonly removed?: number
}
