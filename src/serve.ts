import { setMaxListeners } from 'node:events'
import { nodeCrypto } from './transport/node-crypto'
import { createControlPlane } from './control-plane'
import { parseFlags } from './parse-flags'
import { flagHelp } from './flag-help'
import { type ControllableClock, createControllableClock } from './machinery/controllable-clock'
import { cryptoRandom } from './machinery/random'
import { createSystemClock } from './machinery/system-clock'
import { createNodeOutside } from './outside/node'
import { PROCESS_FLAGS, type ProcessFlags, splitCommandLine } from './process-flags'
import { refusal } from './server/unavailable'
import type { StoreError } from './store/store'
import { listen, type TlsOptions } from './transport/node-listener'
import { betweenTurns } from './transport/between-turns'
import type { Fetch } from './transport/connection'
import { watchText, readText } from './serve/text-files'
import { type PersistentStorage, openStorage } from './serve/storage'
import { type AuditLogFile, auditLogOf } from './serve/audit-log'
import { tlsOf } from './serve/tls'

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
  const kept = await openStorage(own, clock, crypto)
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

interface ServeOptions {
  readonly own: ProcessFlags
  readonly argv: readonly string[]
  readonly clock: ControllableClock
  readonly crypto: Crypto
  readonly kept: PersistentStorage
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
    namespaceDelayMs: 5_000,
    ...(auditLog && { auditSink: auditLog.sink }),
    files: { read: readText, watch: watchText },
    serverUrl: listener.address,
    log: (message) => console.error(message),
  }).catch(async (error: unknown) => {
    await listener.close(0)
    throw error
  })
  admit(betweenTurns(plane.fetch))
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
