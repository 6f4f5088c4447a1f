import type { MaybePromise } from '../machinery/maybe-promise'
import type { UserInfo } from '../machinery/user'
import type { Connection } from '../transport/connection'

/** What a method wants known about the request, besides who sent it. */
export interface RequestNotes {
  /** Adds a warning to the answer. */
  warn(text: string): void
  /** Adds an annotation to the audit event. */
  annotate(key: string, value: string): void
}

/** The input of authenticators, without the body. */
export interface Credentials {
  readonly headers: Headers
  readonly connection: Connection
  /** The request path; anonymous requests may be limited to some paths. */
  readonly path?: string
  /** Aborts with the request. */
  readonly signal?: AbortSignal
  readonly notes?: RequestNotes
}

/** The request that needs the answer; its signal is created on demand. */
export type Asking = Pick<Credentials, 'signal' | 'notes'>

/** Who a credential belongs to. */
export interface Identity {
  readonly user: UserInfo
  /** The credential's audiences, if it has any. */
  readonly audiences?: readonly string[]
}

/**
 * `identity`: recognized, by the method in `by` if several were tried. `rejected`: a credential of this method, but an invalid one (401
 * unless another method recognizes it). `none`: no credential of this method.
 */
export type Outcome =
  | { readonly type: 'identity'; readonly identity: Identity; readonly by?: string }
  /** `answer` is a text for the client instead of a bare refusal. */
  | { readonly type: 'rejected'; readonly reason: string; readonly answer?: string }
  | { readonly type: 'none' }

/** Methods answer at once if they can: most requests are recognized without waiting for anything. */
export interface Authenticator {
  readonly name: string
  authenticate(credentials: Credentials): MaybePromise<Outcome>
}

/** Methods for bearer tokens; TokenReview uses them too. Empty `audiences` mean the server's own. */
export interface TokenAuthenticator {
  readonly name: string
  authenticateToken(token: string, audiences: readonly string[], asking?: Asking): MaybePromise<Outcome>
}

/** The method found no credentials of its kind: the next one is tried. */
export const NONE: Outcome = { type: 'none' }
/** The credentials are of this method's kind, but invalid; `reason` is for the operator. */
export const rejected = (reason: string): Outcome => ({ type: 'rejected', reason })
