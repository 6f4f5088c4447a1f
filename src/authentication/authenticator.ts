import type { UserInfo } from '../machinery/user'
import type { Connection } from '../transport/connection'

/** What authenticators look at: nothing of the body. */
export interface Credentials {
  readonly headers: Headers
  readonly connection: Connection
  /** The path that is asked for; anonymous requests may be let in for some alone. */
  readonly path?: string
  /** Aborts with the request. */
  readonly signal?: AbortSignal
}

/** Whoever waits for the answer; the signal is made when it is looked at. */
export type Asking = Pick<Credentials, 'signal'>

export interface Identity {
  readonly user: UserInfo
  /** Audiences that the credential is valid for, where it says so. */
  readonly audiences?: readonly string[]
}

/**
 * `identity`: recognised, by the method that is named where several were asked. `rejected`: this method's credential, but a bad one (401 unless another method recognises it).
 * `none`: no credential of this method.
 */
export type Outcome =
  | { readonly type: 'identity'; readonly identity: Identity; readonly by?: string }
  /** `answer` is text that the client may see instead of a bare refusal. */
  | { readonly type: 'rejected'; readonly reason: string; readonly answer?: string }
  | { readonly type: 'none' }

export interface Authenticator {
  readonly name: string
  authenticate(credentials: Credentials): Promise<Outcome>
}

/** Methods that look at a bearer token; TokenReview asks them too. `audiences` empty means the server's own. */
export interface TokenAuthenticator {
  readonly name: string
  authenticateToken(token: string, audiences: readonly string[], asking?: Asking): Promise<Outcome>
}

export const NONE: Outcome = { type: 'none' }
export const rejected = (reason: string): Outcome => ({ type: 'rejected', reason })
