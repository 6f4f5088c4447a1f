/** How the control plane reaches what lies outside it: webhooks, identity providers, image policy backends. */
export interface Outside {
  /** Rejects when there is no answer before the request's signal aborts, or when the peer can't be trusted. */
  fetch(request: Request, trust?: OutsideTrust): Promise<Response>
  /**
   * Resolves when whoever answers at an address can, where that is something that starts with its first call: a start is no
   * part of an answer, and time limits count from then. Never rejects.
   */
  readonly ready?: (url: string) => Promise<void>
}

/** Whom a call trusts, and what it presents. */
export interface OutsideTrust {
  /** PEM bundle that must have issued the peer's certificate; the system's roots when absent. */
  readonly ca?: string
  /** Name that the peer's certificate must carry, when it is not the URL's host. */
  readonly serverName?: string
  /** PEM of a client certificate and key to present. */
  readonly clientCertificate?: string
  readonly clientKey?: string
}

/** Whether a call failed since the peer dropped its connection. Errors that came over a port have only their message. */
export function isConnectionReset(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (('code' in at && at.code === 'ECONNRESET') || /\bECONNRESET\b|socket hang up/.test(at.message)) return true
  return false
}
