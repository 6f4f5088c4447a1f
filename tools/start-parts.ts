// The parts of the source that `npm start` needs, bundled for Node.
import { NO_ALT_NAMES } from '../src/pki/alt-names'
import { authorityOf, createAuthority, issueServerIdentity } from '../src/pki/authority'
import { nodeCrypto } from '../src/transport/node-crypto'

export { refusal, unavailable } from '../src/server/unavailable'
export { ATTACH_MARK } from '../src/transport/page-protocol'
export { startSiteServer } from '../src/transport/site-server'

/** An untrusted certificate for this machine, used until a page provides one of its cluster. */
export async function placeholderIdentity(): Promise<{ cert: string; key: string }> {
  const crypto = await nodeCrypto()
  const now = Date.now()
  const { keys, certificate } = await createAuthority(crypto, { name: 'orchard, no page open', now })
  const altNames = { ...NO_ALT_NAMES, dns: ['localhost'], ip: ['127.0.0.1', '::1'] }
  const authority = authorityOf(crypto, certificate, keys.privateKey)
  const { certificate: cert, key } = await issueServerIdentity(crypto, authority, {
    commonName: 'localhost',
    altNames,
    now,
  })
  return { cert, key }
}
