/** Types that describe how programs outside the page reach a tab's control plane. */

/** Addresses at which native clients reach a page's control plane. */
export interface ServedAt {
  /** Over HTTP, such as `http://localhost:5173`. */
  readonly address: string
  /** Over TLS. */
  readonly secureAddress: string
}

/** The server's identity for TLS clients; all PEM. */
export interface ServingIdentity {
  readonly certificate: string
  readonly key: string
  /** The issuing authority, which also signs accepted client certificates. */
  readonly authority: string
}

/** A native client, identified by its user agent. */
export interface NativeClient {
  readonly agent: string
  readonly address: string
  readonly secure: boolean
  readonly requests: number
  /** Number of open watches. */
  readonly watches: number
  /** Time of its last request, in milliseconds since the epoch. */
  readonly at: number
}

/** How native clients reach the control plane. */
export interface SiteServerState {
  /**
   * `none`: the site's server does not relay requests; `lost`: it does not answer; `waiting`: another page of the site is serving;
   * `serving`: this control plane is.
   */
  readonly state: 'none' | 'lost' | 'waiting' | 'serving'
  readonly at?: ServedAt
  readonly authority?: string
  readonly clients: readonly NativeClient[]
}
