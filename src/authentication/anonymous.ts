import { ANONYMOUS } from '../machinery/user'
import type { Authenticator } from './authenticator'

/** Accepts every request as anonymous; used last, and only if no method rejected the request. */
export const anonymous: Authenticator = {
  name: 'anonymous',
  authenticate: async () => ({ type: 'identity', identity: { user: ANONYMOUS } }),
}
