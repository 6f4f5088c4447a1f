import { authorityOf, createAuthority } from '../../../pki/authority'
import { exportPrivateKeyPem, exportPublicKey, generateKeys } from '../../../pki/keys'
import { nameOf } from '../../../pki/names'
import { toPem } from '../../../pki/pem'

const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

/** An authority for a proxy, with the proxy's certificate and key; all PEM. */
export async function makeProxy(
  crypto: Crypto,
  name: string,
  now: number,
): Promise<{ ca: string; certificate: string; key: string }> {
  const made = await createAuthority(crypto, { name: `${name}-ca`, now })
  const authority = authorityOf(crypto, made.certificate, made.keys.privateKey)
  const keys = await generateKeys(crypto, 'P-256', true)
  const der = await authority.issue({
    subject: nameOf(name),
    publicKey: await exportPublicKey(crypto, keys.publicKey),
    usages: ['digital signature', 'client auth'],
    notBefore: now - HOUR_MS,
    notAfter: now + YEAR_MS,
  })
  return {
    ca: authority.pem,
    certificate: toPem('CERTIFICATE', der),
    key: await exportPrivateKeyPem(crypto, keys.privateKey),
  }
}
