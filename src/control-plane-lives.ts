import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from './control-plane'
import type { ControlEvents } from './server/control'
import type { StorageProvider } from './storage/provider'
import type { Store } from './store/store'

export interface LivesOptions extends Omit<ControlPlaneOptions, 'store' | 'keys' | 'argv'> {
  readonly storage: StorageProvider
}

type EventListener = (name: string, payload: unknown) => void

export const failureText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const EVENTS: readonly (keyof ControlEvents)[] = ['trace', 'audit', 'clock', 'fault']

/** One store and the control planes that run on it, one after the other. */
export class Lives {
  readonly #listeners = new Set<EventListener>()
  readonly #stateListeners = new Set<() => void>()
  #store: Store | undefined
  #plane: ControlPlane | undefined
  #failure: string | undefined
  #settled: Promise<unknown> = Promise.resolve()
  /** The flags of the present, the last or, before the first, the next life. */
  flags: readonly string[] = []

  constructor(private readonly options: LivesOptions) {}

  /** What runs now; undefined between two lives. */
  get plane(): ControlPlane | undefined {
    return this.#plane
  }
  /** The store, once it has been opened. */
  get store(): Store | undefined {
    return this.#store
  }
  /** Why there is no control plane; undefined when there is one. */
  get failure(): string | undefined {
    return this.#failure
  }
  /** Ends when no change is under way; changes follow each other. */
  get settled(): Promise<unknown> {
    return this.#settled
  }

  /** Opens the store unless it is open; rejects as `openStore` does. */
  async openedStore(): Promise<Store> {
    if (this.#store) return this.#store
    const store = (this.#store = await this.options.storage.openStore())
    store.onHealthChange((error) => this.emit('fault', error ? { message: error.message } : {}))
    return store
  }

  /** Runs a change when the ones before have ended; the outcome decides what requests are told. */
  change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#settled.then(work)
    this.#settled = done
      .then(
        () => (this.#failure = undefined),
        (error: unknown) => {
          this.#failure = this.#plane ? undefined : failureText(error)
        },
      )
      .then(() => {
        for (const listener of [...this.#stateListeners]) listener()
      })
    return done
  }

  /** Starts a life; to be called inside a change. */
  async start(words: readonly string[]): Promise<void> {
    const store = await this.openedStore()
    const fresh = store.count('') === 0
    const { storage, log } = this.options
    const started = await createControlPlane({ ...this.options, store, keys: storage.keys, argv: words })
    for (const name of EVENTS) started.onEvent(name, (payload) => this.emit(name, payload))
    this.#plane = started
    this.flags = words
    if (fresh) await started.seeded
    started.ready.catch((error: unknown) => log(`the start state is incomplete: ${failureText(error)}`))
  }

  async #stop(): Promise<void> {
    const running = this.#plane
    this.#plane = undefined
    await running?.stop()
  }

  /** Goes on with other flags, or, rejecting, with the present ones where those do not run. `done` belongs to the change. */
  swap(words: readonly string[], done: () => Promise<void>): Promise<void> {
    return this.change(async () => {
      const before = this.flags
      await this.#stop()
      try {
        await this.start(words)
      } catch (error) {
        await this.start(before).catch((again: unknown) => this.options.log(failureText(again)))
        throw error
      }
      await done()
    })
  }

  /** Stops, does the work on the open store, and starts again whatever became of it. */
  between(work: (open: Store) => Promise<void>): Promise<void> {
    return this.change(async () => {
      await this.#stop()
      try {
        await work(await this.openedStore())
      } finally {
        await this.start(this.flags)
      }
    })
  }

  /** Stops, deletes the store, does the work, and starts on a new store. */
  overNewStore(work: () => Promise<void>): Promise<void> {
    return this.change(async () => {
      await this.#stop()
      await this.#store?.close()
      this.#store = undefined
      await this.options.storage.deleteStore()
      await work()
      await this.start(this.flags)
    })
  }

  emit(name: string, payload: unknown): void {
    for (const listener of [...this.#listeners]) listener(name, payload)
  }
  onEvent(listener: EventListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  onState(listener: () => void): () => void {
    this.#stateListeners.add(listener)
    return () => this.#stateListeners.delete(listener)
  }
}
