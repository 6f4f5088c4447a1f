import type { UserInfo } from '../machinery/user'

/**
 * The origin of a request, as verified by the front door. Clients can't set any of it: transports create connections, and requests only
 * travel on them.
 */
export interface Connection {
  /** Remote address for audit; `tab` for in-page connections. */
  readonly remote: string
  readonly secure: boolean
  /** The peer's certificate chain (DER, leaf first), after it proved possession of the key; absent without one. */
  readonly peerCertificates?: readonly Uint8Array[]
  /** The user of requests without credentials: the page's administrator, a controller. */
  readonly user?: UserInfo
}

/** The only way into a control plane. Always resolves with an answer; rejects only if the request's signal aborts. */
export type Fetch = (request: Request, connection: Connection) => Promise<Response>
