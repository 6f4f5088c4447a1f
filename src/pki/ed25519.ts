import type { BitString } from 'asn1js'

/** Identifier of the signature algorithm (RFC 8410). */
export const ED25519 = '1.3.101.112'

/** A certificate or a request: the signed bytes, and the signature. */
interface Signed {
  readonly tbsView: Uint8Array
  readonly signatureValue: BitString
}

/** Whether the signature was made with the key (SubjectPublicKeyInfo, DER). The certificate library does not support this algorithm. */
export async function isSignedWithEd25519(
  crypto: Pick<Crypto, 'subtle'>,
  { tbsView, signatureValue }: Signed,
  publicKey: Uint8Array,
): Promise<boolean> {
  const key = await crypto.subtle.importKey('spki', Uint8Array.from(publicKey), 'Ed25519', false, ['verify'])
  const signature = Uint8Array.from(signatureValue.valueBlock.valueHexView)
  return crypto.subtle.verify('Ed25519', key, signature, Uint8Array.from(tbsView))
}
