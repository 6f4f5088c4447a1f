import { create } from 'zustand'
import type { StoredIdentity } from '../../state/keyring'

interface Inspected {
  /** The inspected token; never stored. */
  readonly token: string
  readonly inspect: (kept: StoredIdentity) => void
  readonly paste: (token: string) => void
}

/** The credential that the inspector shows, pasted or taken from an identity. */
export const useInspected = create<Inspected>()((set) => ({
  token: '',
  paste: (token) => set({ token }),
  inspect: ({ credential }) =>
    set({
      token:
        credential.type === 'token'
          ? credential.token
          : credential.type === 'openid'
            ? credential.provider.idToken
            : '',
    }),
}))
