import type { UserInfo } from '../machinery/user'

/**
 * Where a request comes from, as far as the front door has checked it. A client cannot write any of it: transports make
 * connections, requests only travel on them.
 */
export interface Connection {
  /** Remote address for audit; `tab` for in-page connections. */
  readonly remote: string
  readonly secure: boolean
  /** The peer's certificate chain (DER, leaf first) after possession of its key was proven; absent without one. */
  readonly peerCertificates?: readonly Uint8Array[]
  /** Who the connection speaks for when its requests carry no credentials: the page's administrator, a controller. */
  readonly user?: UserInfo
}

/** The one way in. Resolves with an answer in all cases; rejects only when the request's signal aborts. */
export type Fetch = (request: Request, connection: Connection) => Promise<Response>
