import type { Durability } from './medium'

// Apart from the connection, since the library's types name these options, and must not need those of a package.

/** How a database is opened. */
export interface ConnectionOptions {
  readonly name: string
  /** `relaxed` when absent. */
  readonly durability?: Durability
  /** Called once when another opening of the same database has taken over: nothing more is written. */
  readonly onSuperseded?: () => void
}
