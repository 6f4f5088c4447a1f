import * as asn1js from 'asn1js'
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CryptoEngine,
  type Extension,
  ExtKeyUsage,
  RelativeDistinguishedNames,
} from 'pkijs'
import { type AltNames, NO_ALT_NAMES, readAltNames } from './alt-names'
import { ED25519, isSignedWithEd25519 } from './ed25519'
import { type Name, readName } from './names'

/** The parts of a certificate that are used here (RFC 5280). */
export interface ParsedCertificate {
  readonly der: Uint8Array<ArrayBuffer>
  readonly subject: Name
  readonly issuer: Name
  /** DER of the names, for comparing and copying. */
  readonly rawSubject: Uint8Array<ArrayBuffer>
  readonly rawIssuer: Uint8Array<ArrayBuffer>
  /** Hexadecimal. */
  readonly serial: string
  /** Milliseconds since the epoch. */
  readonly notBefore: number
  readonly notAfter: number
  readonly altNames: AltNames
  readonly isCa: boolean
  /** Maximum number of subordinate CAs; absent without a limit. */
  readonly pathLength?: number
  /** Bits of the key usage; absent without the extension. */
  readonly keyUsages?: readonly number[]
  /** Object identifiers; absent without the extension. */
  readonly extendedKeyUsages?: readonly string[]
  readonly subjectKeyId?: string
  readonly authorityKeyId?: string
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly signatureAlgorithm: string
  readonly extensions: readonly { readonly id: string; readonly critical: boolean }[]
}

/** Object identifiers of X.509 extensions (RFC 5280, 4.2). */
export const EXTENSION = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const

/** A view of a buffer as bytes, without copying. */
export const bytes = (buffer: ArrayBuffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)
/** Bytes as lowercase hexadecimal digits. */
export const toHex = (data: Uint8Array): string =>
  Array.from(data, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Throws unless the bytes are exactly one DER certificate. */
export function parseCertificate(der: Uint8Array): ParsedCertificate {
  const copy = Uint8Array.from(der)
  const certificate = decodeCertificate(copy)
  const extension = (id: string): Extension | undefined => certificate.extensions?.find(({ extnID }) => extnID === id)
  const value = (id: string): Uint8Array | undefined => extension(id)?.extnValue.valueBlock.valueHexView
  const constraints = value(EXTENSION.basicConstraints)
  const usage = value(EXTENSION.keyUsage)
  const extended = value(EXTENSION.extendedKeyUsage)
  const altNames = value(EXTENSION.subjectAltName)
  const subjectKeyId = value(EXTENSION.subjectKeyId)
  const authorityKeyId = value(EXTENSION.authorityKeyId)
  const basic = constraints && BasicConstraints.fromBER(Uint8Array.from(constraints))
  const authorityKey = authorityKeyId && AuthorityKeyIdentifier.fromBER(Uint8Array.from(authorityKeyId)).keyIdentifier
  return {
    der: copy,
    subject: readName(certificate.subject),
    issuer: readName(certificate.issuer),
    rawSubject: bytes(certificate.subject.toSchema().toBER()),
    rawIssuer: bytes(certificate.issuer.toSchema().toBER()),
    serial: toHex(certificate.serialNumber.valueBlock.valueHexView),
    notBefore: certificate.notBefore.value.getTime(),
    notAfter: certificate.notAfter.value.getTime(),
    altNames: altNames ? readAltNames(Uint8Array.from(altNames)) : NO_ALT_NAMES,
    isCa: basic?.cA === true,
    ...(typeof basic?.pathLenConstraint === 'number' && { pathLength: basic.pathLenConstraint }),
    ...(usage && { keyUsages: readBits(usage) }),
    ...(extended && { extendedKeyUsages: ExtKeyUsage.fromBER(Uint8Array.from(extended)).keyPurposes }),
    ...(subjectKeyId && { subjectKeyId: toHex(decodeOctets(subjectKeyId)) }),
    ...(authorityKey && { authorityKeyId: toHex(authorityKey.valueBlock.valueHexView) }),
    publicKey: bytes(certificate.subjectPublicKeyInfo.toSchema().toBER()),
    signatureAlgorithm: certificate.signatureAlgorithm.algorithmId,
    extensions: (certificate.extensions ?? []).map(({ extnID, critical }) => ({ id: extnID, critical })),
  }
}

function decodeCertificate(der: Uint8Array<ArrayBuffer>): Certificate {
  const asn1 = asn1js.fromBER(der)
  if (asn1.offset === -1) throw new Error('malformed certificate')
  if (asn1.offset !== der.length) throw new Error('trailing data after the certificate')
  return new Certificate({ schema: asn1.result })
}

function decodeOctets(der: Uint8Array): Uint8Array {
  const { result } = asn1js.fromBER(Uint8Array.from(der))
  if (!(result instanceof asn1js.OctetString)) throw new Error('malformed key identifier')
  return result.valueBlock.valueHexView
}

function readBits(der: Uint8Array): number[] {
  const { result } = asn1js.fromBER(Uint8Array.from(der))
  if (!(result instanceof asn1js.BitString)) throw new Error('malformed key usage')
  const view = result.valueBlock.valueHexView
  return Array.from({ length: view.length * 8 }, (_, bit) => bit).filter(
    (bit) => ((view[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1,
  )
}

/** Decodes a DER name. */
export const decodeName = (der: Uint8Array): RelativeDistinguishedNames =>
  RelativeDistinguishedNames.fromBER(Uint8Array.from(der))

/** The hash for a key: of the length of its curve; SHA-256 for RSA. */
export function hashFor(key: CryptoKey): 'SHA-256' | 'SHA-384' | 'SHA-512' {
  const { namedCurve } = key.algorithm as { namedCurve?: string }
  return namedCurve === 'P-384' ? 'SHA-384' : namedCurve === 'P-521' ? 'SHA-512' : 'SHA-256'
}

/** The bytes of hexadecimal digits. */
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))

/** Whether `certificate` was signed with `issuer`'s key. Also false for algorithms that WebCrypto does not support. */
export async function isSignedBy(
  crypto: Crypto,
  certificate: ParsedCertificate,
  issuer: ParsedCertificate,
): Promise<boolean> {
  try {
    const decoded = decodeCertificate(certificate.der)
    if (certificate.signatureAlgorithm === ED25519) return await isSignedWithEd25519(crypto, decoded, issuer.publicKey)
    return await decoded.verify(decodeCertificate(issuer.der), new CryptoEngine({ name: 'handed in', crypto }))
  } catch {
    return false // an unknown algorithm or key type: no valid signature
  }
}
