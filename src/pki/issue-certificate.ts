import * as asn1js from 'asn1js'
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  Time,
  TimeType,
} from 'pkijs'
import { type AltNames, encodeAltNames, hasAltNames } from './alt-names'
import { bytes, decodeName, EXTENSION, fromHex, hashFor, type ParsedCertificate } from './certificate'
import { encodeName, type NameAttribute } from './names'
import { placesOf } from './usages'

/** The content of a certificate. */
export interface CertificateTemplate {
  /** Attributes, or the DER of a name to copy. */
  readonly subject: readonly NameAttribute[] | Uint8Array
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array
  readonly altNames?: AltNames
  /** As in signing requests, such as `client auth`. */
  readonly usages: readonly string[]
  readonly isCa?: boolean
  readonly notBefore: number
  readonly notAfter: number
}

/** The signer: its certificate is absent for a self-signed one. */
export interface Issuer {
  readonly certificate?: ParsedCertificate
  readonly privateKey: CryptoKey
}

/** Signs a certificate with native WebCrypto; ECDSA and RSA keys. Returns DER. */
export async function issueCertificate(
  crypto: Crypto,
  template: CertificateTemplate,
  issuer: Issuer,
): Promise<Uint8Array<ArrayBuffer>> {
  const subject = template.subject instanceof Uint8Array ? decodeName(template.subject) : encodeName(template.subject)
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new asn1js.Integer({ valueHex: serialNumber(crypto) })
  certificate.subject = subject
  certificate.issuer = issuer.certificate ? decodeName(issuer.certificate.rawSubject) : subject
  certificate.notBefore = encodeTime(template.notBefore)
  certificate.notAfter = encodeTime(template.notAfter)
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(Uint8Array.from(template.publicKey))
  certificate.extensions = await extensionsOf(crypto, template, issuer)
  await certificate.sign(issuer.privateKey, hashFor(issuer.privateKey), new CryptoEngine({ name: 'handed in', crypto }))
  return bytes(certificate.toSchema(true).toBER())
}

function serialNumber(crypto: Crypto): Uint8Array<ArrayBuffer> {
  const serial = crypto.getRandomValues(new Uint8Array(16))
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40 // positive, and of full length
  return serial
}

const encodeTime = (ms: number): Time => {
  const value = new Date(Math.floor(ms / 1000) * 1000)
  return new Time({ type: value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime, value })
}

async function extensionsOf(crypto: Crypto, template: CertificateTemplate, issuer: Issuer): Promise<Extension[]> {
  const { bits, ids } = placesOf(template.usages)
  const keyId = await keyIdOf(crypto, template.publicKey)
  const authorityKeyId = issuer.certificate?.subjectKeyId
  const extension = (extnID: string, critical: boolean, extnValue: ArrayBuffer): Extension =>
    new Extension({ extnID, critical, extnValue })
  return [
    ...(bits.length ? [extension(EXTENSION.keyUsage, true, encodeBits(bits))] : []),
    ...(ids.length
      ? [extension(EXTENSION.extendedKeyUsage, false, new ExtKeyUsage({ keyPurposes: ids }).toSchema().toBER())]
      : []),
    extension(
      EXTENSION.basicConstraints,
      true,
      new BasicConstraints({ cA: template.isCa === true }).toSchema().toBER(),
    ),
    ...(template.isCa
      ? [extension(EXTENSION.subjectKeyId, false, new asn1js.OctetString({ valueHex: keyId }).toBER())]
      : []),
    ...(authorityKeyId
      ? [
          extension(
            EXTENSION.authorityKeyId,
            false,
            new AuthorityKeyIdentifier({ keyIdentifier: new asn1js.OctetString({ valueHex: fromHex(authorityKeyId) }) })
              .toSchema()
              .toBER(),
          ),
        ]
      : []),
    ...(template.altNames && hasAltNames(template.altNames)
      ? [extension(EXTENSION.subjectAltName, false, encodeAltNames(template.altNames))]
      : []),
  ]
}

/** RFC 5280, 4.2.1.2 (1): the SHA-1 of the public key's bits. */
async function keyIdOf(crypto: Crypto, publicKey: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { subjectPublicKey } = PublicKeyInfo.fromBER(Uint8Array.from(publicKey))
  return bytes(await crypto.subtle.digest('SHA-1', Uint8Array.from(subjectPublicKey.valueBlock.valueHexView)))
}

function encodeBits(bits: readonly number[]): ArrayBuffer {
  const last = bits.at(-1) ?? 0
  const view = new Uint8Array((last >> 3) + 1)
  for (const bit of bits) view[bit >> 3] = (view[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  return new asn1js.BitString({ valueHex: view, unusedBits: 7 - (last & 7) }).toBER()
}
