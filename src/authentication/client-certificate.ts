import { CREDENTIAL_ID } from '../api/kinds/authentication/token-claims'
import { behaves, type Served } from '../api/releases/ledger'
import type { Clock } from '../machinery/clock'
import { ChainError, type ChainRules, verifyChain } from '../pki/chain'
import { type ParsedCertificate, toHex } from '../pki/certificate'
import { CLIENT_AUTH } from '../pki/usages'
import { type Authenticator, NONE, type Outcome, rejected } from './authenticator'

/** What client certificates are verified with. */
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

/** Object identifier of the subject's attribute that holds the user's UID. */
const UID_ATTRIBUTE = '1.3.6.1.4.1.57683.2'

/** `--client-ca-file`: the common name is the user, each organization a group. */
export const clientCertificate = (options: CertificateOptions & { readonly served: Served }): Authenticator => ({
  name: 'client certificate',
  authenticate({ connection: { peerCertificates } }) {
    return peerCertificates?.length ? userOf(peerCertificates, options) : NONE
  },
})

async function userOf(
  chain: readonly Uint8Array[],
  options: CertificateOptions & { readonly served: Served },
): Promise<Outcome> {
  const peer = await verifiedPeer(chain, options)
  if ('type' in peer) return peer
  const { commonName, organizations } = peer.subject
  if (!commonName) return NONE
  const uids = behaves('certificate-uids', options.served) ? uidsOf(peer) : []
  const [uid] = uids
  if (uids.length > 1) return rejected(`expected 1 UID, but found multiple: ${uids.join(', ')}`)
  if (uid === '') return rejected('UID cannot be an empty string')
  const extra = behaves('certificate-credential-id', options.served.release)
    ? { [CREDENTIAL_ID]: [await fingerprintOf(peer, options.crypto)] }
    : undefined
  const user = { name: commonName, groups: organizations, ...(uid && { uid }), ...(extra && { extra }) }
  return { type: 'identity', identity: { user } }
}

const uidsOf = ({ subject }: ParsedCertificate): string[] =>
  subject.attributes.filter(({ type }) => type === UID_ATTRIBUTE).map(({ value }) => value)

/** A connection sends the same certificate with each request. */
const fingerprints = new WeakMap<ParsedCertificate, string>()

async function fingerprintOf(certificate: ParsedCertificate, crypto: Crypto): Promise<string> {
  const known = fingerprints.get(certificate)
  if (known) return known
  const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', certificate.der)))
  const fingerprint = `X509SHA256=${hash}`
  fingerprints.set(certificate, fingerprint)
  return fingerprint
}
