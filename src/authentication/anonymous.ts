import { ANONYMOUS } from '../machinery/user'
import type { Authenticator } from './authenticator'

/** Recognises everybody; asked last, and only when no method rejected the request. */
export const anonymous: Authenticator = {
  name: 'anonymous',
  authenticate: async () => ({ type: 'identity', identity: { user: ANONYMOUS } }),
}
