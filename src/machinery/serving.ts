/** How programs outside the page reach the control plane of a tab, in the words of all who take part. */

/** Addresses that native clients reach a page's control plane at. */
export interface ServedAt {
  /** Over HTTP, such as `http://localhost:5173`. */
  readonly address: string
  /** Over TLS. */
  readonly secureAddress: string
}

/** What the server shows to those who connect over TLS; all PEM. */
export interface ServingIdentity {
  readonly certificate: string
  readonly key: string
  /** Who signed it, and whose client certificates are asked for. */
  readonly authority: string
}

/** A native client, by what it calls itself. */
export interface NativeClient {
  readonly agent: string
  readonly address: string
  readonly secure: boolean
  readonly requests: number
  /** Watches that are open. */
  readonly watches: number
  /** When its last request came; milliseconds since the epoch. */
  readonly at: number
}

/** How native clients reach the control plane. */
export interface SiteServerState {
  /**
   * `none`: the site comes from a server that passes nothing on; `lost`: it does not answer; `waiting`: another page of the site
   * serves; `serving`: this control plane does.
   */
  readonly state: 'none' | 'lost' | 'waiting' | 'serving'
  readonly at?: ServedAt
  readonly authority?: string
  readonly clients: readonly NativeClient[]
}
