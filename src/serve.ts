import { nodeCrypto } from './transport/node-crypto'
import { setMaxListeners } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createControlPlane } from './control-plane'
import { type FlagDefinition, FlagError, type Flags, parseFlags } from './flags'
import { flagHelp } from './flag-help'
import { createControllableClock } from './machinery/controllable-clock'
import { cryptoRandom } from './machinery/random'
import { createSystemClock } from './machinery/system-clock'
import { createNodeOutside } from './outside/node'
import { createMemoryKeyStore } from './pki/key-store'
import { refusal } from './server/unavailable'
import { createMemoryStore } from './store/memory'
import { listen, type TlsOptions } from './transport/node-listener'
import type { Fetch } from './transport/connection'

interface Place {
  readonly port: number
  readonly host: string
  /** What is left for the control plane. */
  readonly argv: readonly string[]
}

const GRACE_MS = 10_000

/** Flags of the process alone; a tab has none of them. */
const LISTENER_FLAGS: readonly FlagDefinition[] = [
  {
    name: 'in-memory',
    type: 'boolean',
    help: 'Keeps everything in memory. Needed: headless, there is no other store.',
  },
  { name: 'port', type: 'integer', default: '8080', help: 'Port to listen on; 0 for any.' },
  { name: 'bind-address', type: 'string', default: '127.0.0.1', help: 'Address to listen on.' },
]

/** The headless server. Returns when it was told to stop; throws `FlagError` for what it can't be started with. */
export async function main(args: readonly string[], signal: AbortSignal): Promise<void> {
  // Every open watch ends with the server: the signal that tells so has as many listeners.
  setMaxListeners(0)
  if (args.includes('--help') || args.includes('-h')) return console.log(flagHelp(LISTENER_FLAGS))
  const place = placeOf(args)
  const flags = parseFlags(place.argv)
  const tls = await tlsOf(flags)
  let admit: (fetch: Fetch) => void = () => undefined
  // The address is needed to build what answers at it.
  const served = new Promise<Fetch>((resolve) => (admit = resolve))
  const listener = await listen(async (request, connection) => (await served)(request, connection), {
    host: place.host,
    port: place.port,
    ...(tls && { tls }),
    onError: (error) => console.error(error),
    refuse: refusal,
  })
  const clock = createControllableClock(createSystemClock())
  const crypto = await nodeCrypto()
  const store = createMemoryStore({ clock })
  const plane = await createControlPlane({
    store,
    clock,
    crypto,
    random: cryptoRandom(crypto),
    outside: createNodeOutside(),
    argv: place.argv,
    files: { read: readText },
    keys: createMemoryKeyStore(),
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
  // A start that does not come to its end must not keep the process.
  await Promise.race([plane.ready, told])
  if (!signal.aborted) console.log(`Orchard ${flags.get('release') ?? ''} serves at ${listener.address}`)
  await told
  // Watches end with the control plane, so that only what is short is left to wait for.
  await plane.stop()
  await listener.close(GRACE_MS)
  await store.close()
}

async function readText(name: string): Promise<string> {
  if (name.startsWith('data:')) return (await fetch(name)).text()
  try {
    return await readFile(name, 'utf8')
  } catch (error) {
    throw new FlagError(`the file ${name} can't be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function tlsOf(flags: Flags): Promise<TlsOptions | undefined> {
  const certFile = flags.get('tls-cert-file')
  const keyFile = flags.get('tls-private-key-file')
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) throw new FlagError('--tls-cert-file and --tls-private-key-file need each other')
  const authorities = [flags.get('client-ca-file'), flags.get('requestheader-client-ca-file')].filter(
    (name) => name !== undefined,
  )
  const [cert, key, ...clientCa] = await Promise.all([certFile, keyFile, ...authorities].map(readText))
  return { cert: cert ?? '', key: key ?? '', clientCa }
}

/** Takes the flags of the listener out of the command line; the rest is the control plane's. */
function placeOf(args: readonly string[]): Place {
  const own = new Map<string, string>()
  const argv: string[] = []
  for (let i = 0; i < args.length; i++) {
    const word = args[i] ?? ''
    const [, name = '', value] = /^--(port|bind-address|in-memory)(?:=(.*))?$/.exec(word) ?? []
    if (!name) argv.push(word)
    else if (own.has(name)) throw new FlagError(`--${name} is given twice`)
    else if (value !== undefined) own.set(name, value)
    else if (name === 'in-memory') own.set(name, /^(true|false)$/.test(args[i + 1] ?? '') ? (args[++i] ?? '') : 'true')
    else if (args[i + 1] === undefined || args[i + 1]?.startsWith('--'))
      throw new FlagError(`flag needs a value: --${name}`)
    else own.set(name, args[++i] ?? '')
  }
  if (own.get('in-memory') !== 'true') throw new FlagError('--in-memory is needed: headless, there is no other store')
  const port = own.get('port') ?? '8080'
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new FlagError(`invalid value "${port}" for --port: must be 0 to 65535`)
  return { port: Number(port), host: own.get('bind-address') ?? '127.0.0.1', argv }
}
