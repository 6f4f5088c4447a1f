import { nodeCrypto } from './transport/node-crypto'
import { setMaxListeners } from 'node:events'
import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { AuditEvent } from './audit/audit'
import { createLogBackend, type LogBackend } from './audit/log-backend'
import { createControlPlane } from './control-plane'
import { FlagError, type Flags, parseFlags } from './parse-flags'
import { flagHelp } from './flag-help'
import type { OpenedEtcd } from './etcd/open-etcd'
import type { KeyStore } from './pki/key-store'
import type { Store } from './store/store'
import type { Clock } from './machinery/clock'
import { type ControllableClock, createControllableClock } from './machinery/controllable-clock'
import type { Leadership } from './machinery/leadership'
import { cryptoRandom } from './machinery/random'
import { createSystemClock } from './machinery/system-clock'
import type { Metrics } from './machinery/metrics'
import { messageOf } from './machinery/message-of'
import { createNodeOutside } from './outside/node'
import { RotatingFile, writeToStandardOutput } from './outside/rotating-file'
import { PROCESS_FLAGS, type ProcessFlags, logOptionsOf, rotationOf, splitCommandLine } from './process-flags'
import { createMemoryKeyStore } from './pki/key-store'
import { refusal } from './server/unavailable'
import { createMemoryStore } from './store/memory'
import type { StoreError } from './store/store'
import { listen, type TlsOptions } from './transport/node-listener'
import type { Fetch } from './transport/connection'

interface AuditLogFile {
  readonly sink: (event: AuditEvent, metrics: Metrics) => boolean
  /** Flushes pending events and closes the file. */
  close(): void
}

const GRACE_MS = 10_000

/** The headless server. Returns when `signal` has stopped it; throws `FlagError` if the flags are invalid. */
export async function main(args: readonly string[], signal: AbortSignal): Promise<void> {
  // Every open watch listens to the server's lifetime signal, so it has any number of listeners.
  setMaxListeners(0)
  if (args.includes('--help') || args.includes('-h')) return console.log(flagHelp(PROCESS_FLAGS))
  const { own, argv } = splitCommandLine(args)
  const flags = parseFlags(argv)
  const tls = await tlsOf(flags)
  const clock = createControllableClock(createSystemClock())
  const auditLog = auditLogOf(own, flags, clock)
  const crypto = await nodeCrypto()
  const kept = await openKept(own, clock, crypto)
  kept.store.onHealthChange(whenOther((fault) => console.error(fault?.message ?? 'the store accepts writes again')))
  try {
    await serve({ own, argv, clock, crypto, kept, ...(tls && { tls }), ...(auditLog && { auditLog }) }, signal)
  } finally {
    await kept.store.close()
    auditLog?.close()
  }
}

/** Skips a fault with the same message as the one before. */
function whenOther(tell: (fault: StoreError | undefined) => void): (fault: StoreError | undefined) => void {
  let told: string | undefined
  return (fault) => {
    if (fault?.message !== told) tell(fault)
    told = fault?.message
  }
}

/** The persistent parts of a server. */
interface Kept {
  /** Closing it releases the medium. */
  readonly store: Store
  readonly keys: KeyStore
  readonly leadership?: Leadership
}

const MEDIA = ['in-memory', 'data-dir', 'etcd-servers'] as const

/** Opens the storage of a server: a folder, unless memory or etcd is asked for. */
async function openKept(own: ProcessFlags, clock: Clock, crypto: Crypto): Promise<Kept> {
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
  const { openDataFolder } = await import('./folder/data-folder')
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
  const { openEtcd } = await import('./etcd/open-etcd')
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

interface ServeOptions {
  readonly own: ProcessFlags
  readonly argv: readonly string[]
  readonly clock: ControllableClock
  readonly crypto: Crypto
  readonly kept: Kept
  readonly tls?: TlsOptions
  readonly auditLog?: AuditLogFile
}

/** Serves until the signal aborts. */
async function serve(options: ServeOptions, signal: AbortSignal): Promise<void> {
  const { own, argv, clock, crypto, kept, tls, auditLog } = options
  let admit: (fetch: Fetch) => void = () => undefined
  // The address must be known before the control plane that answers there can be built.
  const served = new Promise<Fetch>((resolve) => (admit = resolve))
  const listener = await listen(async (request, connection) => (await served)(request, connection), {
    host: own.get('bind-address') ?? '',
    port: own.integer('port'),
    ...(tls && { tls }),
    onError: (error) => console.error(error),
    refuse: refusal,
  })
  const plane = await createControlPlane({
    ...kept,
    clock,
    crypto,
    random: cryptoRandom(crypto),
    outside: createNodeOutside(),
    argv,
    workloads: true,
    ...(auditLog && { auditSink: auditLog.sink }),
    files: { read: readText, watch: watchText },
    serverUrl: listener.address,
    log: (message) => console.error(message),
  }).catch(async (error: unknown) => {
    await listener.close(0)
    throw error
  })
  admit(plane.fetch)
  const told = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  // A start that never completes must not keep the process alive.
  await Promise.race([plane.ready, told])
  if (!signal.aborted) console.log(`Orchard ${plane.flags.get('release') ?? ''} serves at ${listener.address}`)
  await told
  // Watches end with the control plane, so only short requests remain.
  await plane.stop()
  await listener.close(GRACE_MS)
}

/** Files are polled, because they may be replaced instead of written, as in volumes of a cluster. */
function watchText(name: string, changed: () => Promise<void>, signal: AbortSignal): void {
  if (name.startsWith('data:')) return
  const listener = (): void => void changed()
  watchFile(name, { interval: WATCH_MS, persistent: false }, listener)
  signal.addEventListener('abort', () => unwatchFile(name, listener), { once: true })
}
const WATCH_MS = 1000

async function readText(name: string): Promise<string> {
  if (name.startsWith('data:')) return (await fetch(name)).text()
  try {
    return await readFile(name, 'utf8')
  } catch (error) {
    throw new FlagError(`the file ${name} can't be read: ${messageOf(error)}`)
  }
}

async function tlsOf(flags: Flags): Promise<TlsOptions | undefined> {
  const certFile = flags.get('tls-cert-file')
  const keyFile = flags.get('tls-private-key-file')
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) throw new FlagError('--tls-cert-file and --tls-private-key-file must be set together')
  const authorities = [flags.get('client-ca-file'), flags.get('requestheader-client-ca-file')].filter(
    (name) => name !== undefined,
  )
  const [cert, key, ...clientCa] = await Promise.all([certFile, keyFile, ...authorities].map(readText))
  return { cert: cert ?? '', key: key ?? '', clientCa }
}

/** The audit log that the flags ask for, if any. */
function auditLogOf(own: ProcessFlags, flags: Flags, clock: Clock): AuditLogFile | undefined {
  const path = own.get('audit-log-path')
  if (!path) return undefined
  if (!flags.isSet('audit-policy-file')) {
    console.error('--audit-log-path has no effect without --audit-policy-file: no events are recorded')
    return undefined
  }
  const file = path === '-' ? undefined : openLog(path, own, clock)
  let backend: LogBackend | undefined
  return {
    sink: (event, metrics) => {
      backend ??= createLogBackend(logOptionsOf(own), {
        clock,
        metrics,
        write: (lines) => (file ? file.write(lines) : writeToStandardOutput(lines)),
        report: (why) => console.error(why),
      })
      return backend.record(event)
    },
    close() {
      backend?.close()
      file?.close()
    },
  }
}

function openLog(path: string, own: ProcessFlags, clock: Clock): RotatingFile {
  try {
    return new RotatingFile(path, rotationOf(own), clock)
  } catch (error) {
    throw new FlagError(`--audit-log-path: ${messageOf(error)}`)
  }
}
