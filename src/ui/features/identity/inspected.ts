import { create } from 'zustand'
import type { Kept } from '../../state/keyring'

interface Inspected {
  /** The inspected token; never stored. */
  readonly token: string
  readonly inspect: (kept: Kept) => void
  readonly paste: (token: string) => void
}

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
