import { type Host, startHost } from './control-plane-host'
import { yieldToRequests } from './control-plane-storage'
import { startTurns } from './control-plane-turns'
import { sleep } from './machinery/clock'
import type { ControllableClock } from './machinery/controllable-clock'
import { cryptoRandom } from './machinery/random'
import type { ServingIdentity, SiteServerState } from './machinery/serving'
import { createSystemClock } from './machinery/system-clock'
import { CLUSTER_ADMIN } from './machinery/user'
import { imagePolicy } from './outside/image-policy'
import { createRemoteSandbox } from './outside/sandbox/remote'
import type { Sandbox } from './outside/sandbox/sandbox'
import { createServices } from './outside/services'
import { changesService, controlServices, isOutsideCall } from './outside/simulated'
import { createBrowserNetwork, createTabOutside } from './outside/tab'
import { loadAuthority } from './pki/authority'
import { parseCertificate } from './pki/certificate'
import { importPublicKey } from './pki/keys'
import { proveLesson, startObjects } from './scenario-calls'
import type { ControlCalls } from './server/control'
import { unavailable } from './server/unavailable'
import type { StorageProvider } from './storage/provider'
import type { Connection } from './transport/connection'
import type { ProvenCertificates } from './transport/key-proofs'
import type { PageIdentity } from './transport/page'
import type { WorkerStart } from './transport/page-protocol'
import { proofAlgorithm, proofText, type ServerState } from './transport/port-protocol'
import type { PortServerOptions } from './transport/port-server'
import { connectRelay, type TabRelay } from './transport/relay-tab'
import type { SiteService } from './transport/site-owner'
import type { SiteServerLink } from './transport/site-server-tab'

const system = createSystemClock()
const NO_SERVER: SiteServerState = { state: 'none', clients: [] }

/** The connection of an in-page request; undefined for a certificate that was not proven on its port. */
function connectionOf(identity: PageIdentity, proven: ProvenCertificates): Connection | undefined {
  const place = { remote: 'tab', secure: true }
  if (identity.type === 'admin') return { ...place, user: CLUSTER_ADMIN }
  if (identity.type === 'none') return place
  const peerCertificates = proven.get(identity.id)
  return peerCertificates && { ...place, peerCertificates }
}

async function verifyProof(certificate: Uint8Array, nonce: ArrayBuffer, signature: ArrayBuffer): Promise<boolean> {
  const key = await importPublicKey(crypto, parseCertificate(certificate).publicKey)
  return crypto.subtle.verify(proofAlgorithm(key), key, signature, proofText(nonce))
}

/** Connects the running control plane to the server that the site was loaded from. */
async function attachTo(site: string, host: Host): Promise<SiteServerLink> {
  const { attachAddress, connectSiteServer } = await import('./transport/site-server-tab')
  const link = connectSiteServer(attachAddress(site), {
    clock: system,
    fetch: host.fetch,
    identity: () => host.control('serving-identity', null) as Promise<ServingIdentity>,
    serverState: () => stateOf(host),
  })
  host.onState(() => link.renew())
  return link
}

const stateOf = (host: Host): ServerState => {
  const error = host.error()
  return error === undefined ? {} : { error }
}

const portOptionsOf = (
  host: Host,
  services: ReturnType<typeof controlServices>,
  sandbox: Sandbox,
  server: Promise<SiteServerLink> | undefined,
  answered: () => void,
): PortServerOptions => ({
  clock: system,
  async fetch(request, as, proven) {
    const connection = connectionOf(as as PageIdentity, proven)
    if (!connection) return unavailable('the certificate is not registered on this connection')
    const response = await host.fetch(request, connection)
    answered()
    return response
  },
  async control(name, args) {
    if (name === 'server') return (await server)?.state() ?? NO_SERVER
    if (name === 'start-objects') return startObjects(args as ControlCalls['start-objects']['args'])
    if (name === 'prove') return proveLesson(args as ControlCalls['prove']['args'], sandbox)
    if (!isOutsideCall(name)) return host.control(name, args)
    if (changesService(args)) await host.noteContent()
    return services(name, args)
  },
  state: () => stateOf(host),
  nonce: () => crypto.getRandomValues(new Uint8Array(32)).buffer,
  verifyProof,
})

/** The user's code runs in a frame of this worker's own page. */
function sandboxIn(helper: Promise<MessagePort>): Sandbox {
  const frame = helper.then((port) => createRemoteSandbox(port, (ms, run) => system.setTimer(ms, run)))
  return {
    run: async (call) => (await frame).run(call),
    prepare: async (call) => (await frame).prepare(call),
    warm: () => void frame.then((ready) => ready.warm()),
  }
}

/** What a worker has opened before this code was loaded. */
export interface ServiceParts {
  readonly clock: ControllableClock
  readonly storage: StorageProvider
  /** Leads to the page, which runs code that needs a frame. */
  readonly helper: Promise<MessagePort>
}

/** Opens the store and starts the control plane on it. */
export async function startService(
  { scope, link, attach }: WorkerStart,
  { clock, storage, helper }: ServiceParts,
): Promise<SiteService> {
  const sandbox = sandboxIn(helper)
  const turns = startTurns(system, yieldToRequests)
  const { keys, settings } = storage
  const authority = async () =>
    (await loadAuthority(crypto, keys, 'identity-provider-ca', 'Orchard example authority', clock.now())).pem
  const services = createServices({ clock, crypto, settings, keys, sandbox, authority })
  let running: (host: Host) => void = () => undefined
  const hosted = new Promise<Host>((resolve) => (running = resolve))
  const browserNetwork = createBrowserNetwork((request) => fetch(request))
  let relay: TabRelay | undefined
  const useRelay = (address: string | undefined): void => {
    relay?.close()
    relay =
      address === undefined
        ? undefined
        : connectRelay(address, { clock: system, fetch: async (request, from) => (await hosted).fetch(request, from) })
  }
  const outside = createTabOutside({
    handlers: [...services.map(({ handle }) => handle), imagePolicy],
    readiness: services.flatMap(({ ready }) => (ready ? [ready] : [])),
    network: { fetch: (request, trust) => (relay?.outside ?? browserNetwork).fetch(request, trust) },
  })
  const host = await startHost(
    {
      clock,
      crypto,
      random: cryptoRandom(crypto),
      outside,
      files: {
        async read(file) {
          if (file.startsWith('data:')) return (await fetch(file)).text()
          if (relay) return relay.readFile(file)
          throw new Error(`${file}: a tab has no files; give their content as a data: URL`)
        },
      },
      storage,
      serverUrl: new URL(scope, location.origin).href.replace(/\/$/, ''),
      log: (message) => console.warn(message),
      yieldToRequests: turns.yieldToRequests,
      relay: useRelay,
      later: (ms, run) => void system.setTimer(ms, run),
      pause: (ms) => sleep(system, ms),
    },
    link,
  )
  running(host)
  const server = attach !== undefined ? attachTo(new URL(attach, location.origin).href, host) : undefined
  return {
    options: portOptionsOf(host, controlServices(services, outside), sandbox, server, turns.answered),
    onEvent: (listener) => host.onEvent(listener),
    onState: (listener) => host.onState(listener),
  }
}
