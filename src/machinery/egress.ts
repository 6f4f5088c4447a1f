/** Access to peers outside the control plane: webhooks, identity providers, image policy backends. */
export interface Outside {
  /** Rejects if the request's signal aborts before there is a response, or if the peer can't be trusted. */
  fetch(request: Request, trust?: OutsideTrust): Promise<Response>
  /**
   * Resolves when the peer at a URL is ready. Simulated services start on their first call; the start does not count against time limits.
   * Never rejects.
   */
  readonly ready?: (url: string) => Promise<void>
}

/** TLS trust and client certificate of a call. */
export interface OutsideTrust {
  /** PEM bundle of the authorities trusted for the peer's certificate; the system's roots when absent. */
  readonly ca?: string
  /** Name that the peer's certificate must carry, if it differs from the URL's host. */
  readonly serverName?: string
  /** PEM of the client certificate and key to present. */
  readonly clientCertificate?: string
  readonly clientKey?: string
}

/** Whether a call failed because the peer reset the connection. Errors received through a port have only their message. */
export function isConnectionReset(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (('code' in at && at.code === 'ECONNRESET') || /\bECONNRESET\b|socket hang up/.test(at.message)) return true
  return false
}
