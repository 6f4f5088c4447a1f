import type { Clock } from '../machinery/clock'
import type { ServingIdentity } from '../machinery/serving'
import { CLUSTER_ADMIN, MASTERS_GROUP } from '../machinery/user'
import { NO_ALT_NAMES } from '../pki/alt-names'
import { type Authority, issueClientIdentity, issueServerIdentity } from '../pki/authority'

/** Certificates that the cluster's own authority signs for its operator, without a request and never over HTTP. */
export interface Identities {
  /** For a server at this machine's names. */
  serving(): Promise<ServingIdentity>
  /** For an administrator outside the page. */
  administrator(): Promise<{ name: string; certificate: string; key: string }>
}

const MACHINE = { ...NO_ALT_NAMES, dns: ['localhost'], ip: ['127.0.0.1', '::1'] }

/** Issues certificates from `authority`, valid from the time of the call. */
export function createIdentities(crypto: Crypto, authority: Authority, clock: Clock): Identities {
  return {
    async serving() {
      const options = { commonName: 'orch-apiserver', altNames: MACHINE, now: clock.now() }
      return { ...(await issueServerIdentity(crypto, authority, options)), authority: authority.pem }
    },
    async administrator() {
      const { name } = CLUSTER_ADMIN
      const options = { commonName: name, groups: [MASTERS_GROUP], now: clock.now() }
      return { name, ...(await issueClientIdentity(crypto, authority, options)) }
    },
  }
}
