import type { Clock } from '../machinery/clock'
import type { ServedAt, ServingIdentity, SiteServerState } from '../machinery/serving'
import { NativeClients } from './native-clients'
import type { Connection, Fetch } from './connection'
import { ATTACH_PATH } from './page-protocol'
import { type PortServer, servePort } from './port-server'
import type { ClientMessage, ServerMessage, ServerState } from './port-protocol'
import { openSocket } from './relay-tab'
import { API_LANE, lanesOver } from './relay-wire'

/** A page's connection to the server that published it, which serves native clients. */
export interface SiteServerLink {
  state(): SiteServerState
  /** The control plane has changed: its server must request a new certificate. */
  renew(): void
  /** Ends the connection for good. */
  close(): void
}

/** What the page lends that server. */
export interface SiteServerLinkOptions {
  readonly clock: Clock
  readonly fetch: Fetch
  /** A certificate for names and addresses of this machine. */
  identity(): Promise<ServingIdentity>
  serverState(): ServerState
}

const RETRY_MS = 1_000
const RETRY_AT_MOST_MS = 30_000
/** Approximate capacity of one frame. */
const WHOLE_LENGTH = 256 * 1024

/** Address of the server that a site came from, for `connectSiteServer`. */
export const attachAddress = (site: string): string => {
  const url = new URL(ATTACH_PATH, site)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

/** Offers the control plane to the server that the site came from, and again whenever the connection is lost. */
export function connectSiteServer(address: string, options: SiteServerLinkOptions): SiteServerLink {
  const { clock } = options
  const clients = new NativeClients(clock)
  let state: SiteServerState['state'] = 'lost'
  let at: ServedAt | undefined
  let authority: string | undefined
  let server: PortServer | undefined
  let wait = RETRY_MS
  let closed = false

  async function serve(served: ServedAt): Promise<ServingIdentity> {
    at = served
    state = 'serving'
    const identity = await options.identity()
    authority = identity.authority
    return identity
  }

  function connect(): void {
    if (closed) return
    const socket = openSocket(address)
    const lane = lanesOver({
      send: (frame) => socket.send(frame),
      close: () => socket.close(),
      listen(frame, closed) {
        const heard = (data: ArrayBuffer): void => {
          // Any message shows that the server is alive.
          wait = RETRY_MS
          frame(data)
        }
        socket.listen(heard, closed)
      },
    })
    server = servePort(
      lane<ServerMessage, ClientMessage>(API_LANE),
      {
        clock,
        wholeLength: WHOLE_LENGTH,
        fetch: (request, as) => clients.fetch(options.fetch, request, seen(as as Connection)),
        async control(name, args) {
          if (name === 'serve') return serve(args as ServedAt)
          if (name !== 'wait') throw new Error(`${name} is not for a server to ask`)
          return (state = 'waiting')
        },
        state: () => options.serverState(),
        nonce: () => new ArrayBuffer(0),
        verifyProof: () => Promise.resolve(false),
      },
      () => {
        state = 'lost'
        if (closed) return
        clock.setTimer(wait, connect)
        wait = Math.min(wait * 2, RETRY_AT_MOST_MS)
      },
    )
  }

  connect()
  return {
    state: () => ({ state, ...(at && { at }), ...(authority !== undefined && { authority }), clients: clients.list() }),
    renew: () => server?.update(),
    close() {
      closed = true
      server?.close()
    },
  }
}

/** The connection as the server saw it, without an identity: authentication decides about that. */
const seen = ({ remote, secure, peerCertificates }: Connection): Connection => ({
  remote,
  secure,
  ...(peerCertificates && { peerCertificates }),
})
