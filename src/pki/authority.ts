import type { AltNames } from './alt-names'
import { type ParsedCertificate, parseCertificate } from './certificate'
import { type CertificateTemplate, issueCertificate } from './issue-certificate'
import { parseBundle } from './chain'
import { exportPrivateKeyPem, exportPublicKey, generateKeys, importPrivateKeyPem, type KeyAlgorithmName } from './keys'
import type { KeyStore, StoredKey } from './key-store'
import { nameOf } from './names'
import { toPem } from './pem'

/** A certificate authority: its certificate, and a function that signs with its key. */
export interface Authority {
  readonly certificate: ParsedCertificate
  readonly pem: string
  /** Signs a certificate, which expires no later than the authority's own. Returns DER. */
  issue(template: CertificateTemplate): Promise<Uint8Array<ArrayBuffer>>
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const CA_LIFE_MS = 3650 * DAY_MS
const CA_USAGES = ['digital signature', 'key encipherment', 'cert sign'] as const

/** Creates a self-signed authority. The key is extractable only if requested. */
export async function createAuthority(
  crypto: Crypto,
  options: {
    readonly name: string
    readonly now: number
    readonly algorithm?: KeyAlgorithmName
    readonly extractable?: boolean
  },
): Promise<StoredKey & { readonly certificate: Uint8Array }> {
  const keys = await generateKeys(crypto, options.algorithm ?? 'P-256', options.extractable)
  const certificate = await issueCertificate(
    crypto,
    {
      subject: nameOf(options.name),
      publicKey: await exportPublicKey(crypto, keys.publicKey),
      usages: CA_USAGES,
      isCa: true,
      notBefore: options.now - HOUR_MS, // clocks of peers differ
      notAfter: options.now + CA_LIFE_MS,
    },
    { privateKey: keys.privateKey },
  )
  return { keys, certificate }
}

/** The certificate is parsed on first access, because the start does not need it. */
export function authorityOf(crypto: Crypto, der: Uint8Array, privateKey: CryptoKey): Authority {
  let parsed: ParsedCertificate | undefined
  const authority: Authority = {
    get certificate() {
      return (parsed ??= parseCertificate(der))
    },
    pem: toPem('CERTIFICATE', der),
    async issue(template) {
      const { certificate } = authority
      const notAfter = Math.min(template.notAfter, certificate.notAfter)
      return issueCertificate(crypto, { ...template, notAfter }, { certificate, privateKey })
    },
  }
  return authority
}

/** The authority stored under `name`, created at the first call. */
export async function loadAuthority(
  crypto: Crypto,
  keys: KeyStore,
  name: string,
  commonName: string,
  now: number,
): Promise<Authority> {
  const kept = await keys.get(name)
  if (kept?.certificate) return authorityOf(crypto, kept.certificate, kept.keys.privateKey)
  const made = await createAuthority(crypto, { name: commonName, now, extractable: keys.exportable ?? false })
  await keys.put(name, made)
  // If several servers share the keys, another one may have been first.
  const { certificate = made.certificate, keys: pair } = (await keys.get(name)) ?? made
  return authorityOf(crypto, certificate, pair.privateKey)
}

/** An authority from PEM files (`--cluster-signing-cert-file`, `--cluster-signing-key-file`). Rejects if they don't match. */
export async function importAuthority(crypto: Crypto, certificatePem: string, keyPem: string): Promise<Authority> {
  const [certificate] = parseBundle(certificatePem)
  const keys = await importPrivateKeyPem(crypto, keyPem)
  const publicKey = await exportPublicKey(crypto, keys.publicKey)
  if (!certificate || toPem('', publicKey) !== toPem('', certificate.publicKey))
    throw new Error('the private key does not belong to the certificate')
  if (!certificate.isCa) throw new Error('the certificate is not one of an authority')
  return authorityOf(crypto, certificate.der, keys.privateKey)
}

/** A client key and certificate as PEM; valid for 30 days. */
export async function issueClientIdentity(
  crypto: Crypto,
  authority: Authority,
  options: { readonly commonName: string; readonly groups: readonly string[]; readonly now: number },
): Promise<{ certificate: string; key: string }> {
  const keys = await generateKeys(crypto, 'P-256', true)
  const der = await authority.issue({
    subject: nameOf(options.commonName, options.groups),
    publicKey: await exportPublicKey(crypto, keys.publicKey),
    usages: ['digital signature', 'key encipherment', 'client auth'],
    notBefore: options.now - HOUR_MS,
    notAfter: options.now + 30 * DAY_MS,
  })
  return { certificate: toPem('CERTIFICATE', der), key: await exportPrivateKeyPem(crypto, keys.privateKey) }
}

/** A key and certificate for a TLS server, as PEM, for a headless server. */
export async function issueServerIdentity(
  crypto: Crypto,
  authority: Authority,
  options: { readonly commonName: string; readonly altNames: AltNames; readonly now: number },
): Promise<{ certificate: string; key: string }> {
  const keys = await generateKeys(crypto, 'P-256', true)
  const der = await authority.issue({
    subject: nameOf(options.commonName),
    publicKey: await exportPublicKey(crypto, keys.publicKey),
    altNames: options.altNames,
    usages: ['digital signature', 'key encipherment', 'server auth'],
    notBefore: options.now - HOUR_MS,
    notAfter: options.now + 365 * DAY_MS,
  })
  return { certificate: toPem('CERTIFICATE', der), key: await exportPrivateKeyPem(crypto, keys.privateKey) }
}
