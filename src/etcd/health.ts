import { type Clock, sleep } from '../machinery/clock'
import type { StoreError } from '../store/store'
import type { EtcdConnection } from './connection'
import type { Keyspace } from './keyspace'

const PROBE_MS = 500

interface HealthParts {
  readonly connection: EtcdConnection
  readonly keyspace: Keyspace
  readonly realTime: Clock
}

/** Whether etcd answers. After a fault it is polled, so that a server without requests recovers, too. */
export class Health {
  readonly #listeners = new Set<(error: StoreError | undefined) => void>()
  #fault: StoreError | undefined
  #watchFault: StoreError | undefined
  #probing = false

  constructor(
    private readonly parts: HealthParts,
    private readonly signal: AbortSignal,
  ) {}

  get fault(): StoreError | undefined {
    return this.#fault ?? this.#watchFault
  }

  onChange(listener: (error: StoreError | undefined) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The watch works (undefined), or was broken by this error. */
  watching(error: StoreError | undefined): void {
    this.#change(() => (this.#watchFault = error))
  }

  /** A call or a write failed. */
  failed(error: StoreError): void {
    this.#change(() => (this.#fault = error))
    if (!this.#probing) void this.#probe()
  }

  #change(change: () => void): void {
    const before = this.fault
    change()
    if (this.fault === before) return
    for (const listener of [...this.#listeners]) listener(this.fault)
  }

  async #probe(): Promise<void> {
    const { connection, keyspace, realTime } = this.parts
    this.#probing = true
    while (!this.signal.aborted && this.#fault) {
      try {
        await sleep(realTime, PROBE_MS, this.signal)
        await connection.range({ key: keyspace.own('none') })
        this.#change(() => (this.#fault = undefined))
      } catch {
        // still unreachable, or closed: the loop checks
      }
    }
    this.#probing = false
  }
}
