import { imagePolicy } from './outside/image-policy'
import { CLUSTER_ADMIN } from './machinery/user'
import { createHeldClock } from './machinery/held-clock'
import { cryptoRandom } from './machinery/random'
import { createSystemClock } from './machinery/system-clock'
import { createAdmissionCallbacks } from './outside/admission-callbacks'
import { createAuthorizationCallback } from './outside/authorization-callback'
import { createIdentityProvider } from './outside/identity-provider'
import { controlServices, isOutsideCall } from './outside/played'
import { createRemoteSandbox } from './outside/sandbox/remote'
import type { Sandbox } from './outside/sandbox/sandbox'
import { createBrowserNetwork, createTabOutside } from './outside/tab'
import { createTokenCallback } from './outside/token-callback'
import { loadAuthority } from './pki/authority'
import { parseCertificate } from './pki/certificate'
import type { KeyStore, StoredKey } from './pki/key-store'
import { importPublicKey } from './pki/keys'
import { type Host, startHost } from './control-plane-host'
import { unavailable } from './server/unavailable'
import { deleteStore, openIndexedDbStore, rescueStore } from './store/indexeddb'
import { openKeyValues } from './store/indexeddb-values'
import type { Connection } from './transport/connection'
import type { PageIdentity } from './transport/page'
import { siteName, type WorkerStart } from './transport/page-protocol'
import { proofAlgorithm, proofText } from './transport/port-protocol'
import type { PortServerOptions, ProvenCertificates } from './transport/port-server'
import { connectRelay } from './transport/relay-tab'
import type { SiteService } from './transport/site-owner'

const system = createSystemClock()

/** Who an in-page request speaks for; undefined for a certificate that was not proven on its connection. */
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

const portOptionsOf = (host: Host, services: ReturnType<typeof controlServices>): PortServerOptions => ({
  clock: system,
  async fetch(request, as, proven) {
    const connection = connectionOf(as as PageIdentity, proven)
    return connection
      ? host.fetch(request, connection)
      : unavailable('the certificate is not registered on this connection')
  },
  control: (name, args) => (isOutsideCall(name) ? services(name, args) : host.control(name, args)),
  state: () => {
    const error = host.error()
    return error === undefined ? {} : { error }
  },
  nonce: () => crypto.getRandomValues(new Uint8Array(32)).buffer,
  verifyProof,
})

/** Opens the store and starts the control plane on it; at the other end of `helper` code can be run that needs a frame. */
export async function startService(
  { scope, argv, relay: relayUrl }: WorkerStart,
  helper: Promise<MessagePort>,
): Promise<SiteService> {
  // A person's code runs in a frame of this worker's own page.
  const frame = helper.then((port) => createRemoteSandbox(port, (ms, run) => system.setTimer(ms, run)))
  const sandbox: Sandbox = { run: async (call) => (await frame).run(call) }
  const name = siteName(scope)
  const clock = createHeldClock(system)
  const keys = openKeyValues(`${name} keys`)
  const settings = openKeyValues(`${name} settings`)
  const keyStore: KeyStore = {
    get: async (key) => (await keys.get(key)) as StoredKey | undefined,
    put: (key, value) => keys.put(key, value),
  }
  const authority = async () =>
    (await loadAuthority(crypto, keyStore, 'identity-provider-ca', 'Orchard example authority', clock.now())).pem
  const services = [
    createIdentityProvider({
      clock,
      crypto,
      settings,
      random: cryptoRandom(crypto),
      keys: keyStore,
      authority,
    }),
    createTokenCallback({ clock, settings, run: (source, name, input) => sandbox.run({ source, name, input }) }),
    createAuthorizationCallback({
      clock,
      settings,
      run: (source, name, input) => sandbox.run({ source, name, input }),
    }),
    createAdmissionCallbacks({ clock, settings, random: cryptoRandom(crypto), sandbox, authority }),
  ]
  let running: (host: Host) => void = () => undefined
  const hosted = new Promise<Host>((resolve) => (running = resolve))
  const relay = relayUrl
    ? connectRelay(relayUrl, { clock: system, fetch: async (request, from) => (await hosted).fetch(request, from) })
    : undefined
  const outside = createTabOutside({
    handlers: [...services.map(({ handle }) => handle), imagePolicy],
    network: relay?.outside ?? createBrowserNetwork((request) => fetch(request)),
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
      keys: keyStore,
      serverUrl: new URL(scope, location.origin).href.replace(/\/$/, ''),
      log: (message) => console.warn(message),
      breathe,
      openStore: () => openIndexedDbStore({ clock, name }),
      deleteStore: () => deleteStore(name),
      rescueStore: () => rescueStore(name),
      forgetKeys: () => keys.clear(),
      settings: {
        load: async () => ((await settings.get('argv')) as readonly string[] | undefined) ?? [],
        save: (words) => settings.put('argv', words),
      },
    },
    argv,
  )
  running(host)
  return {
    options: portOptionsOf(host, controlServices(services, outside)),
    onEvent: (listener) => host.onEvent(listener),
    onState: (listener) => host.onState(listener),
  }
}

/** Not every browser knows priorities; a timer lets what has arrived go first, too. */
const breathe = (): Promise<void> =>
  'scheduler' in self
    ? scheduler.postTask(() => undefined, { priority: 'background' })
    : new Promise((resolve) => void system.setTimer(0, resolve))
