import type { Host, HostOptions } from '../control-plane-host'
import { createControllableClock } from '../machinery/controllable-clock'
import { cryptoRandom } from '../machinery/random'
import { createSystemClock } from '../machinery/system-clock'
import { CLUSTER_ADMIN } from '../machinery/user'
import { memoryStorage } from '../storage/memory'
import type { StorageProvider } from '../storage/provider'
import { createMemoryStore } from '../store/memory'
import type { Store } from '../store/store'

const ADMIN = { remote: 'tab', secure: true, user: CLUSTER_ADMIN }

interface FakePlace {
  openStore(): Promise<Store>
  deleteStore(): Promise<void>
}

/** A page's control plane environment with store, keys and settings in memory; `notes` records what happened to them. */
export function hostWorld(more: Partial<FakePlace & StorageProvider> = {}, saved?: readonly string[]) {
  const clock = createControllableClock(createSystemClock())
  const memory = memoryStorage(clock)
  const notes = {
    deleted: 0,
    forgotten: 0,
    saved: (saved ? [saved] : []) satisfies (readonly string[])[],
    content: undefined as boolean | undefined,
    relays: [] as (string | undefined)[],
    opened: [] as Store[],
    logged: [] as string[],
  }
  const storage: StorageProvider = {
    ...memory,
    keys: {
      ...memory.keys,
      async clear() {
        notes.forgotten++
        await memory.keys.clear()
      },
    },
    settings: {
      ...memory.settings,
      get: async (name) => (name === 'argv' ? notes.saved.at(-1) : notes.content),
      async put(name, value) {
        if (name === 'argv') notes.saved.push(value as readonly string[])
        else notes.content = value as boolean
      },
    },
    place: async () => ({
      medium: 'indexeddb',
      keys: storage.keys,
      open:
        more.openStore ??
        (async () => {
          const store = notes.opened.at(-1) ?? createMemoryStore({ clock })
          notes.opened.push(store)
          return store
        }),
      delete:
        more.deleteStore ??
        (async () => {
          notes.deleted++
          notes.opened.length = 0
        }),
      rescue: async () => 'rescued',
    }),
    ...more,
  }
  const options: HostOptions = {
    clock,
    crypto,
    random: cryptoRandom(crypto),
    outside: { fetch: () => Promise.reject(new Error('there is no world outside')) },
    files: { read: (name) => Promise.reject(new Error(`no file ${name}`)) },
    storage,
    serverUrl: 'https://orchard.test',
    log: (message) => notes.logged.push(message),
    relay: (address) => void notes.relays.push(address),
  }
  return { options, notes, clock }
}

/** Sends a request as the administrator. */
export const askHost = (host: Pick<Host, 'fetch'>, method: string, path: string, body?: unknown) =>
  host.fetch(
    new Request(`https://orchard.test${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    ADMIN,
  )
