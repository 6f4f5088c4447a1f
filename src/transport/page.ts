import type { WorkerStep } from './worker-watch'

/** The connection of a page to the owner of the control plane, whichever tab's worker that is. */
export interface PageStatus {
  /** `owner`: this tab's worker runs the control plane; `guest`: another tab's does; `waiting`: a handover is in progress. */
  readonly role: 'owner' | 'guest' | 'waiting' | 'failed'
  readonly error?: string
  /** While this tab is not served: the progress of its own worker. It may wait for the lock while another tab's worker starts. */
  readonly step?: WorkerStep
  /** The owner has not answered for some seconds: it is computing, or hangs. */
  readonly busy?: boolean
  /** This tab ran the control plane and was suspended, so another tab took over. */
  readonly superseded?: boolean
  readonly serviceWorker: 'active' | 'starting' | 'unavailable'
  readonly offline?: OfflineState
}

/**
 * Whether the site opens without a network. `ready`: every file is cached; `partly`: some are missing; `data-saver`: the browser is set
 * to save data, so only what a page needs is loaded.
 */
export type OfflineState = 'ready' | 'partly' | 'data-saver'

/** The tab that runs the control plane does not even terminate its worker: it is suspended, frozen or very busy. */
export class OwnerUnresponsive extends Error {
  override readonly name = 'OwnerUnresponsive'
  constructor() {
    super('the tab that runs the control plane does not react')
  }
}

/** The identity of a request; a token is sent as a header by the caller instead. `admin` is the default. */
export type PageIdentity =
  | { readonly type: 'admin' }
  | { readonly type: 'none' }
  /** A key pair registered with `identify`: the front door verifies possession by a signed challenge. */
  | { readonly type: 'certificate'; readonly id: string }

/** A page's connection to its control plane, whichever tab runs it. */
export interface PageConnection {
  fetch(request: Request, identity?: PageIdentity): Promise<Response>
  /** Registers a client certificate (PEM chain and its private key); rejects if the key does not match. Resolves with its id. */
  identify(certificate: string, key: CryptoKey): Promise<string>
  status(): PageStatus
  /**
   * Terminates the worker that runs the control plane, whichever tab's it is; the next in line takes over from the store. Rejects with
   * `OwnerUnresponsive` if that worker's tab does not react.
   */
  replaceOwner(): Promise<void>
  /**
   * Makes this tab's worker the owner regardless of the present one. Everything that the present one has answered is kept; if it resumes,
   * it can write nothing more and stops.
   */
  seizeOwnership(): Promise<void>
  onStatus(listener: (status: PageStatus) => void): () => void
  /** A call besides the API; names and types are in server/control.ts, which the transport does not know. */
  control(name: string, args: unknown): Promise<unknown>
  onEvent(name: string, listener: (payload: unknown) => void): () => void
}
