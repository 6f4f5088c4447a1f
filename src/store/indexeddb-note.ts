import type { Clock } from '../machinery/clock'
import type { DatabaseConnection } from './indexeddb-connection'
import type { Reached } from './indexeddb-records'
import { markReached } from './indexeddb-transactions'

const PAUSE_MS = 1_000

/**
 * Notes how far a database is, apart from its log, since nothing else shows that the log's last records were lost. It does so a second
 * after a write and at the end, so no write waits for it.
 */
export class ReachedNote {
  #cancel: (() => void) | undefined
  #due: Reached | undefined

  /** `machine` is the machine's clock; without it, only the end is noted. */
  constructor(
    private readonly connection: DatabaseConnection,
    private readonly machine: Clock | undefined,
  ) {}

  /** The database is this far now; undefined if it has changes that no record tells. */
  set(reached: Reached | undefined): void {
    this.#due = reached
    if (reached) this.#cancel ??= this.machine?.setTimer(PAUSE_MS, () => void this.#write())
  }

  /** Notes what is due; never rejects. */
  async finish(): Promise<void> {
    this.#cancel?.()
    await this.#write()
  }

  async #write(): Promise<void> {
    this.#cancel = undefined
    const reached = this.#due
    this.#due = undefined
    if (!reached || this.connection.lost || this.connection.discarded) return
    try {
      await this.connection.write(this.connection.writable, ['meta'], (tx) => markReached(tx, reached))
    } catch (error) {
      // No change is lost with it.
      this.connection.reportFailed(error)
    }
  }
}
