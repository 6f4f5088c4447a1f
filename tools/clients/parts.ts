// The parts of the source that the scripts of this folder need, bundled for Node.
import { createAuthority, authorityOf, issueServerIdentity } from '../../src/pki/authority'
import { NO_ALT_NAMES } from '../../src/pki/alt-names'
import { nodeCrypto } from '../../src/transport/node-crypto'

/** What a server identifies itself with, and the authority by which clients verify it. */
export interface ServerFiles {
  /** PEM of the certificate, of its key, and of the authority that signed it. */
  readonly certificate: string
  readonly key: string
  readonly authority: string
}

/** A server certificate for this machine, signed by a new authority. */
export async function serverFiles(now: number): Promise<ServerFiles> {
  const crypto = await nodeCrypto()
  const { keys, certificate } = await createAuthority(crypto, { name: 'clients-test', now })
  const authority = authorityOf(crypto, certificate, keys.privateKey)
  const altNames = { ...NO_ALT_NAMES, dns: ['localhost'], ip: ['127.0.0.1'] }
  const identity = await issueServerIdentity(crypto, authority, { commonName: 'localhost', altNames, now })
  return { ...identity, authority: authority.pem }
}
