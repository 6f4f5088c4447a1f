import { FlagError } from '../parse-flags'
import type { OpenedEtcd } from '../etcd/open-etcd'
import { type KeyStore, createMemoryKeyStore } from '../pki/key-store'
import type { Store } from '../store/store'
import type { Clock } from '../machinery/clock'
import type { Leadership } from '../machinery/leadership'
import { createSystemClock } from '../machinery/system-clock'
import type { ProcessFlags } from '../process-flags'
import { createMemoryStore } from '../store/memory'
import { readText } from './text-files'

/** The persistent parts of a server. */
export interface PersistentStorage {
  /** Closing it releases the medium. */
  readonly store: Store
  readonly keys: KeyStore
  readonly leadership?: Leadership
}

const MEDIA = ['in-memory', 'data-dir', 'etcd-servers'] as const

/** Opens the storage of a server: a folder, unless memory or etcd is asked for. */
export async function openStorage(own: ProcessFlags, clock: Clock, crypto: Crypto): Promise<PersistentStorage> {
  const [one, other] = MEDIA.filter((name) => own.isSet(name) && own.get(name) !== 'false')
  if (other) throw new FlagError(`--${one} and --${other} can't be combined`)
  const lost = ['etcd-prefix', 'etcd-cafile', 'etcd-certfile', 'etcd-keyfile'] as const
  const useless = lost.find((name) => own.isSet(name))
  if (useless && !own.isSet('etcd-servers')) throw new FlagError(`--${useless} requires --etcd-servers`)
  if (own.isSet('etcd-servers')) return openShared(own, clock, crypto)
  if (own.boolean('in-memory')) {
    return { store: createMemoryStore({ clock }), keys: createMemoryKeyStore() }
  }
  // Loaded only when needed, because it depends on a native library.
  const { openDataFolder } = await import('../folder/data-folder')
  const path = own.get('data-dir') ?? ''
  const durability = own.get('durability') === 'relaxed' ? 'relaxed' : 'strict'
  return openDataFolder({ path, durability, clock, crypto })
}

/** Opens a store in etcd, which several servers may share. Files are read before etcd is contacted. */
async function openShared(own: ProcessFlags, clock: Clock, crypto: Crypto): Promise<OpenedEtcd> {
  const pem = async (name: 'etcd-cafile' | 'etcd-certfile' | 'etcd-keyfile'): Promise<string | undefined> => {
    const file = own.get(name)
    return file === undefined ? undefined : readText(file)
  }
  if (own.isSet('etcd-certfile') !== own.isSet('etcd-keyfile'))
    throw new FlagError('--etcd-certfile and --etcd-keyfile must be set together')
  const [ca, cert, key] = await Promise.all([pem('etcd-cafile'), pem('etcd-certfile'), pem('etcd-keyfile')])
  const { openEtcd } = await import('../etcd/open-etcd')
  return openEtcd({
    servers: own.list('etcd-servers'),
    prefix: own.get('etcd-prefix') ?? '',
    tls: { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
    clock,
    realTime: createSystemClock(),
    crypto,
    report: (message) => console.error(message),
  })
}
