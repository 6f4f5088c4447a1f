import { hostname } from 'node:os'
import { createRecordKeyStore } from '../folder/key-records'
import { type Clock, sleep } from '../machinery/clock'
import { parseJson, writeJson } from '../machinery/json-text'
import { isObject } from '../machinery/json'
import type { Leadership } from '../machinery/leadership'
import { SPOKEN } from '../names/spoken'
import type { KeyStore } from '../pki/key-store'
import { StoreError } from '../store/store'
import { compactRegularly } from './compaction'
import { checkCertificates } from './certificate-faults'
import type { EtcdTls } from './channel'
import { EtcdConnection } from './connection'
import { type EtcdStore, openEtcdStore } from './etcd-store'
import { isHandshake } from './failures'
import { etcdTexts } from './key-texts'
import { keyspaceAt } from './keyspace'
import { campaign } from './leadership'

/** How long a start waits for an etcd that does not answer, which may be starting itself. */
const START_MS = 10_000
const AGAIN_MS = 250
const FORMAT = 'orchard-etcd/1'

/** Where etcd is, and below which prefix a cluster lies there. */
export interface EtcdOptions {
  readonly servers: readonly string[]
  readonly prefix: string
  readonly tls?: EtcdTls
  readonly clock: Clock
  readonly realTime: Clock
  readonly crypto: Pick<Crypto, 'subtle' | 'getRandomValues'>
  /** Reports who leads. */
  readonly report: (message: string) => void
}

/** A cluster on etcd. */
export interface OpenedEtcd {
  readonly store: EtcdStore
  /** The cluster's own keys, shared by all of its servers. */
  readonly keys: KeyStore
  /** Decides which server runs controllers. */
  readonly leadership: Leadership
}

/**
 * Opens the shared state in etcd. Rejects with a `StoreError`: `unreachable` if etcd does not answer in time, `unreadable` if its content
 * uses the other set of names or belongs to another application, or a certificate is invalid. Closing the store closes the connection.
 */
export async function openEtcd(options: EtcdOptions): Promise<OpenedEtcd> {
  const { servers, prefix, tls, clock, realTime, crypto, report } = options
  if (tls) checkCertificates(tls)
  const connection = new EtcdConnection(servers, tls)
  const keyspace = keyspaceAt(prefix)
  const texts = etcdTexts(connection, keyspace)
  try {
    await patiently(realTime, () => checkLabel(texts))
    const store = await openEtcdStore({ connection, keyspace, clock, realTime })
    const terms = new Set<Promise<void>>()
    const parts = { connection, keyspace, realTime, report, identity: `${hostname()}/${process.pid}` }
    return {
      store: closing(store, async () => {
        // Leadership is released while the connection is still open.
        await Promise.all(terms)
        connection.close()
      }),
      keys: createRecordKeyStore(texts, crypto),
      leadership: {
        lead(signal, start) {
          const newLease = (): number => leaseFrom(crypto)
          const led = campaign({ ...parts, newLease }, signal, async (term) => {
            await Promise.all([start(term), compactRegularly(store, realTime, term)])
          })
          terms.add(led)
        },
      },
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

/** A store that runs `then` when it is closed. */
function closing(store: EtcdStore, then: () => Promise<void>): EtcdStore {
  const close = store.close.bind(store)
  store.close = async () => {
    await close()
    await then()
  }
  return store
}

/** Retries for a while. Rejects with the last failure. */
async function patiently<T>(realTime: Clock, attempt: () => Promise<T>): Promise<T> {
  const end = realTime.steady() + START_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const starting = error instanceof StoreError && error.code === 'unreachable' && !isHandshake(error)
      if (!starting || realTime.steady() > end) throw error
      await sleep(realTime, AGAIN_MS)
    }
  }
}

/** Writes a label at the first start, and checks it at later ones. */
async function checkLabel(texts: ReturnType<typeof etcdTexts>): Promise<void> {
  const refused = (why: string): StoreError => new StoreError('unreadable', `${texts.what} can’t be used: ${why}`)
  let text = await texts.get('label')
  if (text === undefined) {
    await texts.write([{ key: 'label', text: writeJson({ format: FORMAT, names: SPOKEN }) }])
    text = await texts.get('label')
  }
  const label = labelOf(text)
  if (label['format'] !== FORMAT) throw refused('what is at this prefix is of another form')
  const names = String(label['names'])
  if (names !== SPOKEN) throw refused(`it is in the names of ${names}; start with --names ${names}`)
}

function labelOf(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const label = parseJson(text ?? '')
    return isObject(label) ? label : {}
  } catch {
    return {} // the caller reports the error
  }
}

/** A random integer within the safe range, unlikely to be used by another server. */
function leaseFrom(crypto: Pick<Crypto, 'getRandomValues'>): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2))
  return (high % 2 ** 20) * 2 ** 32 + low + 1
}
