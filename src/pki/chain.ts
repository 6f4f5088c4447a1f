import { messageOf } from '../machinery/message-of'
import { EXTENSION, isSignedBy, type ParsedCertificate, parseCertificate } from './certificate'
import { certificatesOf } from './pem'
import { ANY_USAGE } from './usages'

/** A certificate that can't be trusted; the message says why. */
export class ChainError extends Error {
  override readonly name = 'ChainError'
}

/** What a chain must satisfy. */
export interface ChainRules {
  /** Trust anchors. */
  readonly roots: readonly ParsedCertificate[]
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Extended key usage that every certificate of the chain must allow. */
  readonly usage: string
}

const UNDERSTOOD = new Set<string>(Object.values(EXTENSION))
const CERT_SIGN = 5
const LONGEST_PATH = 10

/** The certificates of a PEM bundle; throws if there are none or one is malformed. */
export function parseBundle(pem: string): ParsedCertificate[] {
  const certificates = certificatesOf(pem).map(parseCertificate)
  if (certificates.length === 0) throw new Error('the data holds no certificate in PEM form')
  return certificates
}

/**
 * Finds and returns a chain from a peer's certificate (DER, leaf first, intermediates after it) to a root (RFC 5280, 6). Throws
 * `ChainError` if there is none. Revocation lists and name constraints are not supported; a certificate with an unknown critical extension
 * is refused.
 */
export async function verifyChain(
  crypto: Crypto,
  chain: readonly Uint8Array[],
  rules: ChainRules,
): Promise<ParsedCertificate[]> {
  let parsed: ParsedCertificate[]
  try {
    parsed = chain.map(parseCertificate)
  } catch (error) {
    throw new ChainError(messageOf(error))
  }
  const [leaf, ...intermediates] = parsed
  if (!leaf) throw new ChainError('no certificate')
  check(leaf, rules)
  const path = await extend(crypto, [leaf], intermediates, rules)
  if (!path) throw new ChainError('certificate signed by unknown authority')
  return path
}

async function extend(
  crypto: Crypto,
  path: readonly ParsedCertificate[],
  intermediates: readonly ParsedCertificate[],
  rules: ChainRules,
): Promise<ParsedCertificate[] | undefined> {
  const last = path.at(-1) as ParsedCertificate
  if (rules.roots.some((root) => same(root, last))) return [...path]
  if (path.length >= LONGEST_PATH) return undefined
  const candidates = [...rules.roots, ...intermediates].filter(
    (issuer) => !path.some((known) => same(known, issuer)) && mayIssue(issuer, last),
  )
  for (const issuer of candidates) {
    if (!isSoundCa(issuer, path.length - 1, rules) || !(await isSignedBy(crypto, last, issuer))) continue
    const found = await extend(crypto, [...path, issuer], intermediates, rules)
    if (found) return found
  }
  return undefined
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])
const same = (a: ParsedCertificate, b: ParsedCertificate): boolean => sameBytes(a.der, b.der)

const mayIssue = (issuer: ParsedCertificate, certificate: ParsedCertificate): boolean =>
  sameBytes(issuer.rawSubject, certificate.rawIssuer) &&
  (certificate.authorityKeyId === undefined ||
    issuer.subjectKeyId === undefined ||
    certificate.authorityKeyId === issuer.subjectKeyId)

function isSoundCa(issuer: ParsedCertificate, below: number, rules: ChainRules): boolean {
  if (!issuer.isCa || (issuer.keyUsages && !issuer.keyUsages.includes(CERT_SIGN))) return false
  if (issuer.pathLength !== undefined && below > issuer.pathLength) return false
  try {
    check(issuer, rules)
    return true
  } catch (error) {
    if (error instanceof ChainError) return false
    throw error
  }
}

function check(
  { notBefore, notAfter, extensions, extendedKeyUsages }: ParsedCertificate,
  { now, usage }: ChainRules,
): void {
  if (now < notBefore) throw new ChainError('certificate is not yet valid')
  if (now > notAfter) throw new ChainError('certificate has expired')
  const unknown = extensions.find(({ id, critical }) => critical && !UNDERSTOOD.has(id))
  if (unknown) throw new ChainError(`certificate has a critical extension that is not understood: ${unknown.id}`)
  if (extendedKeyUsages && !extendedKeyUsages.includes(usage) && !extendedKeyUsages.includes(ANY_USAGE))
    throw new ChainError('certificate specifies an incompatible key usage')
}
