import type { Clock } from '../machinery/clock'
import { ChainError, type ChainRules, verifyChain } from '../pki/chain'
import type { ParsedCertificate } from '../pki/certificate'
import { CLIENT_AUTH } from '../pki/usages'
import { type Authenticator, NONE, type Outcome, rejected } from './authenticator'

export interface CertificateOptions {
  readonly crypto: Crypto
  readonly clock: Clock
  /** Read when the first certificate is verified. */
  readonly roots: readonly ParsedCertificate[]
}

/** The peer's verified certificate; `none` without one, `rejected` if it does not chain up to the roots. */
export async function verifiedPeer(
  chain: readonly Uint8Array[] | undefined,
  options: CertificateOptions,
): Promise<ParsedCertificate | Outcome> {
  if (!chain?.length) return NONE
  const rules: ChainRules = { roots: options.roots, now: options.clock.now(), usage: CLIENT_AUTH }
  try {
    return (await verifyChain(options.crypto, chain, rules))[0] ?? NONE
  } catch (error) {
    if (error instanceof ChainError) return rejected(`x509: ${error.message}`)
    throw error
  }
}

/** `--client-ca-file`: the common name is the user, each organization a group. */
export const clientCertificate = (options: CertificateOptions): Authenticator => ({
  name: 'client certificate',
  async authenticate({ connection }) {
    const peer = await verifiedPeer(connection.peerCertificates, options)
    if ('type' in peer) return peer
    const { commonName, organizations } = peer.subject
    return commonName ? { type: 'identity', identity: { user: { name: commonName, groups: organizations } } } : NONE
  },
})
