import type { Store, StoreError } from '../store/store'
import { sameChoice, type StorageProvider, type StoreChoice, type StorePlace } from './provider'

/** A place, and its store while it is open. */
interface OpenPlace {
  readonly choice: StoreChoice
  readonly place: StorePlace
  store?: Store
}

async function close(kept: OpenPlace | undefined): Promise<void> {
  const store = kept?.store
  if (!kept || !store) return
  delete kept.store
  await store.close()
}

/** The place where a cluster is stored, with its open store; and the previous place while control planes move to a new one. */
export class OpenPlaces {
  #kept: OpenPlace | undefined
  /** The previous store, until a control plane runs on the new one. */
  #former: OpenPlace | undefined

  constructor(
    private readonly storage: StorageProvider,
    private readonly log: (message: string) => void,
    /** Called when the health of the current store changes. */
    private readonly onHealthChange: (error: StoreError | undefined) => void,
  ) {}

  /** The current store, once it has been opened. */
  get store(): Store | undefined {
    return this.#kept?.store
  }
  /** Where that store is, or could not be opened; undefined before the first attempt. */
  get place(): StorePlace | undefined {
    return this.#kept?.place
  }

  /** Opens the store of this choice, unless it is open. Rejects with a `StoreError`. */
  async open(choice: StoreChoice): Promise<Store> {
    const kept = sameChoice(this.#kept?.choice, choice) ? (this.#kept as OpenPlace) : await this.#change(choice)
    if (kept.store) return kept.store
    const store = (kept.store = await kept.place.open())
    store.onHealthChange((error) => {
      if (this.#kept === kept) this.onHealthChange(error)
    })
    return store
  }

  /**
   * Switches to another place. The previous store stays open until a control plane runs on the new one, because a memory store can't be
   * reopened.
   */
  async #change(choice: StoreChoice): Promise<OpenPlace> {
    const before = this.#kept
    if (this.#former && sameChoice(this.#former.choice, choice)) {
      this.#kept = this.#former
      this.#former = before
      await this.closeFormer()
      return this.#kept
    }
    const place = await this.storage.place(choice)
    if (before?.place.medium === place.medium) await close(before)
    else {
      await this.closeFormer()
      this.#former = before
    }
    if (place.note !== undefined) this.log(place.note)
    return (this.#kept = { choice, place })
  }

  /** Closes the previous store. Call it when a control plane runs on the new one. */
  async closeFormer(): Promise<void> {
    const former = this.#former
    this.#former = undefined
    if (former) await close(former)
  }

  /** Deletes the current store, or that of `choice` if there is none. Its place is used for the next one. */
  async deleteStore(choice: StoreChoice): Promise<void> {
    const { choice: chosen, place } = this.#kept ?? (await this.#change(choice))
    await close(this.#kept)
    await place.delete()
    this.#kept = { choice: chosen, place }
  }
}
