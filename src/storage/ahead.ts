import type { RestorableValues } from '../store/indexeddb-values'
import type { Store } from '../store/store'
import { DEFAULT_CHOICE, sameChoice, type StorageProvider, type StorePlace } from './provider'
import { ARGV } from './setting-names'

/** Reads these values as soon as nobody else can write them, and keeps them until they change. What can't be read is read again. */
export function readAhead(values: RestorableValues, names: readonly string[]): RestorableValues {
  const read = new Map<string, Promise<unknown>>()
  for (const name of names) {
    const value = values.fenced.then(() => values.get(name))
    read.set(name, value)
    value.catch(() => read.delete(name))
  }
  return {
    ...values,
    get: (name) => read.get(name) ?? values.get(name),
    put(name, value) {
      read.delete(name)
      return values.put(name, value)
    },
    clear() {
      read.clear()
      return values.clear()
    },
  }
}

/** Words that choose a store: which one, only the page's flags can tell. */
const CHOOSES = /store|durability/

/**
 * Starts opening the default store, unless the saved flags may choose another one. The first `open` of that choice's first place
 * resolves to it, or rejects with its error; later ones open the store as usual.
 */
export function openAhead(storage: StorageProvider): StorageProvider {
  let waiting: Promise<StorePlace | undefined> | undefined = handled(ahead(storage))
  return {
    ...storage,
    async place(choice) {
      const opened = await waiting
      waiting = undefined
      if (opened && sameChoice(choice, DEFAULT_CHOICE)) return opened
      await opened?.open().then((store) => store.close())
      return storage.place(choice)
    },
  }
}

async function ahead(storage: StorageProvider): Promise<StorePlace | undefined> {
  const words = ((await storage.settings.get(ARGV)) as readonly string[] | undefined) ?? []
  return words.some((word) => CHOOSES.test(word)) ? undefined : opening(await storage.place(DEFAULT_CHOICE))
}

/** The place with its store being opened. Whatever needs a closed store closes it first. */
function opening(place: StorePlace): StorePlace {
  let store: Promise<Store> | undefined = handled(place.open())
  const take = (): Promise<Store> | undefined => {
    const taken = store
    store = undefined
    return taken
  }
  async function closed(): Promise<void> {
    const left = await take()?.catch(() => undefined) // it is not open either
    await left?.close()
  }
  return {
    ...place,
    open: () => take() ?? place.open(),
    delete: () => closed().then(() => place.delete()),
    rescue: () => closed().then(() => place.rescue()),
    ...(place.replace && { replace: (...state) => closed().then(() => place.replace?.(...state)) }),
  }
}

/** The error is for whoever asks for the value. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}
