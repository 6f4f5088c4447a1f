import type { WorkerStep } from './worker-watch'

/** What a page has in hand after it reached the owner of the control plane, whichever tab's worker that is. */
export interface PageStatus {
  /** `owner`: this tab's worker runs the control plane; `guest`: another tab's does; `waiting`: a handover is under way. */
  readonly role: 'owner' | 'guest' | 'waiting' | 'failed'
  readonly error?: string
  /** While nobody serves this tab: what its own worker does. It may wait for its turn while another tab's starts. */
  readonly step?: WorkerStep
  /** Whoever runs the control plane has not answered for some seconds: it computes, or hangs. */
  readonly busy?: boolean
  /** This tab ran the control plane and stood still, so another tab took it over. */
  readonly superseded?: boolean
  readonly serviceWorker: 'active' | 'starting' | 'unavailable'
  /** Every file of the site is kept: it opens without a network. */
  readonly offline?: boolean
}

/** The tab that runs the control plane does not even end its worker: it is stopped, frozen or very busy. */
export class OwnerStandsStill extends Error {
  override readonly name = 'OwnerStandsStill'
  constructor() {
    super('the tab that runs the control plane does not react')
  }
}

/** Whom a request speaks for; a token is sent as a header by the caller instead. `admin` is the default. */
export type PageIdentity =
  | { readonly type: 'admin' }
  | { readonly type: 'none' }
  /** A key pair registered with `identify`: the front door checks possession by a signed challenge. */
  | { readonly type: 'certificate'; readonly id: string }

export interface PageConnection {
  fetch(request: Request, identity?: PageIdentity): Promise<Response>
  /** Registers a client certificate (PEM chain and its private key); rejects when the key does not match. Returns its id. */
  identify(certificate: string, key: CryptoKey): Promise<string>
  status(): PageStatus
  /**
   * Ends the worker that runs the control plane, whichever tab's it is; the next in line takes over from what is stored.
   * Rejects with `OwnerStandsStill` when the tab of that worker does not react.
   */
  replaceOwner(): Promise<void>
  /**
   * Makes this tab's worker the owner whatever the present one does. Whatever that one has answered is kept; should it go on, it
   * can write nothing more and stops.
   */
  seizeOwnership(): Promise<void>
  onStatus(listener: (status: PageStatus) => void): () => void
  /** A call beside the API; names and shapes are in server/control.ts, which the transport does not know. */
  control(name: string, args: unknown): Promise<unknown>
  onEvent(name: string, listener: (payload: unknown) => void): () => void
}
