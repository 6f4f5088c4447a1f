import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from './control-plane'
import type { ControlEvents } from './server/control'
import { choiceOf, splitPageFlags } from './page-flags'
import { copyStore } from './storage/move'
import { OpenPlaces } from './storage/open-places'
import type { StorageProvider, StoreChoice, StorePlace } from './storage/provider'
import type { Store } from './store/store'
import { messageOf } from './machinery/message-of'

/** What each run of a control plane has in common. */
export interface RunOptions extends Omit<ControlPlaneOptions, 'store' | 'keys' | 'argv'> {
  readonly storage: StorageProvider
}

type EventListener = (name: string, payload: unknown) => void

/** The events of a control plane; the type makes a missing one a compile error. `link` is emitted by the host. */
const FORWARDED: Readonly<Record<Exclude<keyof ControlEvents, 'link'>, true>> = {
  trace: true,
  audit: true,
  outside: true,
  clock: true,
  fault: true,
}
const EVENTS = Object.keys(FORWARDED) as (keyof typeof FORWARDED)[]

/** One store and the control planes that run on it, one after another. */
export class ControlPlaneRuns {
  readonly #listeners = new Set<EventListener>()
  readonly #stateListeners = new Set<() => void>()
  readonly #places: OpenPlaces
  #plane: ControlPlane | undefined
  #failure: string | undefined
  #settled: Promise<unknown> = Promise.resolve()
  /** The flags of the current or last run or, before the first, of the next one. */
  flags: readonly string[] = []

  constructor(private readonly options: RunOptions) {
    this.#places = new OpenPlaces(options.storage, options.log, (error) =>
      this.emit('fault', error ? { message: error.message } : {}),
    )
  }

  /** The running control plane; undefined between two runs. */
  get plane(): ControlPlane | undefined {
    return this.#plane
  }
  /** The store, once it has been opened. */
  get store(): Store | undefined {
    return this.#places.store
  }
  /** Where that store is kept, or could not be opened; undefined before the first attempt. */
  get place(): StorePlace | undefined {
    return this.#places.place
  }
  /** The store that the flags ask for; see `place`. */
  get choice(): StoreChoice {
    return choiceOf(this.flags)
  }
  /** Why no control plane is running; undefined if one is. */
  get failure(): string | undefined {
    return this.#failure
  }
  /** Settles when no change is pending; changes run one after another. */
  get settled(): Promise<unknown> {
    return this.#settled
  }

  /** Opens the store that the flags ask for, unless it is open. Rejects with a `StoreError`. */
  openedStore(words: readonly string[] = this.flags): Promise<Store> {
    return this.#places.open(choiceOf(words))
  }

  /** Runs a change after all earlier ones; if it leaves no control plane, requests are answered with its error. */
  change<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#settled.then(work)
    this.#settled = done
      .then(
        () => (this.#failure = undefined),
        (error: unknown) => {
          this.#failure = this.#plane ? undefined : messageOf(error)
        },
      )
      .then(() => {
        for (const listener of [...this.#stateListeners]) listener()
      })
    return done
  }

  /** Starts a control plane; call it inside a change only. */
  async start(words: readonly string[]): Promise<void> {
    const { argv } = splitPageFlags(words)
    const store = await this.openedStore(words)
    const fresh = store.count('') === 0
    const { storage, log } = this.options
    const keys = this.place?.keys ?? storage.keys
    const started = await createControlPlane({ ...this.options, store, keys, argv })
    for (const name of EVENTS) started.onEvent(name, (payload) => this.emit(name, payload))
    this.#plane = started
    this.flags = words
    await this.#places.closeFormer()
    if (fresh) await started.seeded
    started.ready.catch((error: unknown) => {
      // A stop in the meantime ends the start, which is no fault: the next run completes it.
      if (this.#plane === started) log(`the start state is incomplete: ${messageOf(error)}`)
    })
  }

  async #stop(): Promise<void> {
    const running = this.#plane
    this.#plane = undefined
    await running?.stop()
  }

  /** Runs the work; if it fails, starts again with the previous flags and rejects with the error. */
  async #orBack(before: readonly string[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      await this.#stop()
      await this.start(before).catch((again: unknown) => this.options.log(messageOf(again)))
      throw error
    }
  }

  /** Restarts with other flags. If they don't run, restarts with the current ones and rejects. `done` is part of the change. */
  swap(words: readonly string[], done: () => Promise<void>): Promise<void> {
    return this.change(async () => {
      const before = this.flags
      await this.#stop()
      await this.#orBack(before, () => this.start(words))
      await done()
    })
  }

  /** Stops, runs the work on the open store, and starts again whether or not it succeeded. */
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

  /** Stops, empties the store that these words ask for, and starts once, with them; see `swap` for words that don't run. */
  startEmpty(words: readonly string[], empty: (open: Store) => Promise<void>, done: () => Promise<void>) {
    return this.change(async () => {
      const before = this.flags
      await this.#stop()
      await this.#orBack(before, async () => {
        await empty(await this.openedStore(words))
        await this.start(words)
      })
      await done()
    })
  }

  /** Stops, deletes the store, runs the work, and starts on a new store. `done` is part of the change. */
  overNewStore(words: readonly string[], work: () => Promise<void>, done: () => Promise<void>): Promise<void> {
    return this.change(async () => {
      await this.#stop()
      await this.#places.deleteStore(this.choice)
      await work()
      const before = this.flags
      await this.#orBack(before, () => this.start(words))
      await done()
    })
  }

  /**
   * Stops, moves all content to the place that these words ask for, and starts there. Unless everything arrived, it starts again in the old
   * place and rejects. `done` is part of the change; the old content is deleted after it.
   */
  move(words: readonly string[], replace: boolean, done: () => Promise<void>): Promise<void> {
    return this.change(async () => {
      const store = await this.openedStore()
      const from = this.place as StorePlace
      const to = await this.options.storage.place(choiceOf(words))
      if (to.note !== undefined) throw new Error(to.note)
      if (to.medium === from.medium) throw new Error('the cluster is kept there already')
      const before = this.flags
      await this.#stop()
      await this.#orBack(before, async () => {
        await copyStore(store, from, to, replace)
        await this.start(words)
        await done()
      })
      await from.delete().catch((error: unknown) => this.options.log(messageOf(error)))
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
