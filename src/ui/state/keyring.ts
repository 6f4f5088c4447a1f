import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { OidcProviderConfig } from '../../client/oidc-provider'
import type { JsonObject } from '../../machinery/json'
import { planeKey } from '../../links/plane-key'
import type { ExecConfig } from '../../client/exec-config'

/** Credentials that prove an identity. */
export type Credential =
  | { readonly type: 'token'; readonly token: string }
  /** PEM; the headers are those that an authenticating proxy sends about the user. */
  | {
      readonly type: 'certificate'
      readonly certificate: string
      readonly key: string
      readonly headers?: readonly (readonly [string, string])[]
    }
  | { readonly type: 'openid'; readonly provider: OidcProviderConfig }
  | { readonly type: 'exec'; readonly exec: ExecConfig; readonly cluster?: JsonObject }
  /** Any other Authorization header, such as Basic. */
  | { readonly type: 'header'; readonly authorization: string }

/** An identity whose credentials this tab holds. */
export interface StoredIdentity {
  readonly id: string
  readonly name: string
  readonly groups: readonly string[]
  /** Where the credentials come from. */
  readonly note: string
  readonly credential: Credential
  /** Expiry, if known; milliseconds since the epoch. */
  readonly until?: number
}

/** Credentials that this browser stores. */
export interface KeyringState {
  readonly kept: readonly StoredIdentity[]
  /** Adds credentials, replacing those with the same id. */
  readonly keep: (kept: StoredIdentity) => void
  readonly drop: (id: string) => void
}

/** The credentials of this tab. They survive reloads and end with the tab; nothing else reads them. */
export const useKeyring = create<KeyringState>()(
  persist(
    (set) => ({
      kept: [],
      keep: (kept) => set((state) => ({ kept: [...state.kept.filter(({ id }) => id !== kept.id), kept] })),
      drop: (id) => set((state) => ({ kept: state.kept.filter((other) => other.id !== id) })),
    }),
    { name: planeKey('keyring'), storage: createJSONStorage(() => sessionStorage) },
  ),
)

const CREDENTIAL_WORDS: Record<Credential['type'], string> = {
  token: 'Bearer token',
  certificate: 'Client certificate',
  openid: 'OpenID Connect',
  exec: 'Credential plugin',
  header: 'Authorization header',
}
/** The sort of a credential in words. */
export const credentialWord = (credential: Credential): string =>
  credential.type === 'certificate' && credential.headers ? 'Authenticating proxy' : CREDENTIAL_WORDS[credential.type]

/** A file name for something that belongs to an identity: without blanks and separators. */
export const fileName = (name: string, end: string): string => `${name.replace(/[^\w.-]+/g, '-') || 'identity'}${end}`
