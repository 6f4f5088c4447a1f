import type { Host, HostOptions } from '../control-plane-host'
import { createControllableClock } from '../machinery/controllable-clock'
import { cryptoRandom } from '../machinery/random'
import { createSystemClock } from '../machinery/system-clock'
import { CLUSTER_ADMIN } from '../machinery/user'
import { createMemoryKeyStore } from '../pki/key-store'
import { createMemoryStore } from '../store/memory'
import type { Store } from '../store/store'

const ADMIN = { remote: 'tab', secure: true, user: CLUSTER_ADMIN }

/** What a control plane of a page needs, over one store and settings in memory; `notes` is what became of them. */
export function hostWorld(more: Partial<HostOptions> = {}, saved?: readonly string[]) {
  const clock = createControllableClock(createSystemClock())
  const notes = {
    deleted: 0,
    forgotten: 0,
    saved: (saved ? [saved] : []) satisfies (readonly string[])[],
    content: undefined as boolean | undefined,
    before: undefined as string | undefined,
    relays: [] as (string | undefined)[],
    opened: [] as Store[],
    logged: [] as string[],
  }
  const options: HostOptions = {
    clock,
    crypto,
    random: cryptoRandom(crypto),
    outside: { fetch: () => Promise.reject(new Error('there is no world outside')) },
    files: { read: (name) => Promise.reject(new Error(`no file ${name}`)) },
    keys: createMemoryKeyStore(),
    serverUrl: 'https://orchard.test',
    log: (message) => notes.logged.push(message),
    async openStore() {
      const store = notes.opened.at(-1) ?? createMemoryStore({ clock })
      notes.opened.push(store)
      return store
    },
    async deleteStore() {
      notes.deleted++
      notes.opened.length = 0
    },
    rescueStore: async () => 'rescued',
    forgetKeys: async () => void notes.forgotten++,
    settings: { load: async () => notes.saved.at(-1) ?? [], save: async (argv) => void notes.saved.push(argv) },
    content: { load: async () => notes.content, save: async (content) => void (notes.content = content) },
    beforeImport: { load: async () => notes.before, save: async (text) => void (notes.before = text) },
    relay: (address) => void notes.relays.push(address),
    ...more,
  }
  return { options, notes, clock }
}

/** A request of the administrator. */
export const askHost = (host: Pick<Host, 'fetch'>, method: string, path: string, body?: unknown) =>
  host.fetch(
    new Request(`https://orchard.test${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
    ADMIN,
  )
