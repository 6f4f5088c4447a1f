import * as asn1js from 'asn1js'
import { Attribute, CertificationRequest, CryptoEngine, Extension, Extensions } from 'pkijs'
import { type AltNames, encodeAltNames, hasAltNames, NO_ALT_NAMES, readAltNames } from './alt-names'
import { EXTENSION, hashFor, bytes } from './certificate'
import { ED25519, isSignedWithEd25519 } from './ed25519'
import { encodeName, type Name, type NameAttribute, readName } from './names'
import { parsePem, toPem } from './pem'

/** A PKCS#10 request (RFC 2986). */
export interface ParsedRequest {
  readonly der: Uint8Array<ArrayBuffer>
  readonly subject: Name
  readonly rawSubject: Uint8Array<ArrayBuffer>
  readonly altNames: AltNames
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly signatureAlgorithm: string
  /** Identifiers of all requested extensions. */
  readonly extensions: readonly string[]
}

const REQUEST_LABEL = 'CERTIFICATE REQUEST'
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'

/** Parses the first PEM block of a text, which must be a PKCS#10 request. Throws otherwise; the signature is not checked. */
export function parseRequestPem(pem: string): ParsedRequest {
  const block = parsePem(pem)[0]
  if (block?.label !== REQUEST_LABEL) throw new Error(`PEM block type must be ${REQUEST_LABEL}`)
  return parseRequest(block.der)
}

/** Parses a PKCS #10 request without verifying its signature. Throws if it is malformed. */
export function parseRequest(der: Uint8Array): ParsedRequest {
  const copy = Uint8Array.from(der)
  const request = decodeRequest(copy)
  const extensions = requestedExtensions(request)
  const altNames = extensions.find(({ extnID }) => extnID === EXTENSION.subjectAltName)?.extnValue.valueBlock
    .valueHexView
  return {
    der: copy,
    subject: readName(request.subject),
    rawSubject: bytes(request.subject.toSchema().toBER()),
    altNames: altNames ? readAltNames(Uint8Array.from(altNames)) : NO_ALT_NAMES,
    publicKey: bytes(request.subjectPublicKeyInfo.toSchema().toBER()),
    signatureAlgorithm: request.signatureAlgorithm.algorithmId,
    extensions: extensions.map(({ extnID }) => extnID),
  }
}

function decodeRequest(der: Uint8Array<ArrayBuffer>): CertificationRequest {
  const asn1 = asn1js.fromBER(der)
  if (asn1.offset === -1) throw new Error('malformed certificate request')
  if (asn1.offset !== der.length) throw new Error('trailing data after the certificate request')
  return new CertificationRequest({ schema: asn1.result })
}

function requestedExtensions(request: CertificationRequest): Extension[] {
  const attribute = request.attributes?.find(({ type }) => type === EXTENSION_REQUEST)
  const value: unknown = attribute?.values[0]
  return value === undefined ? [] : new Extensions({ schema: value as asn1js.BaseBlock }).extensions
}

/** Whether the request is signed with its own key. Also false for algorithms that WebCrypto does not support. */
export async function hasValidSignature(crypto: Pick<Crypto, 'subtle'>, request: ParsedRequest): Promise<boolean> {
  try {
    const decoded = decodeRequest(request.der)
    if (request.signatureAlgorithm === ED25519) return await isSignedWithEd25519(crypto, decoded, request.publicKey)
    return await decoded.verify(new CryptoEngine({ name: 'handed in', crypto: crypto as Crypto }))
  } catch {
    return false // an unknown algorithm: no valid signature
  }
}

/** Creates a request for a key pair, signed with it. Returns PEM. */
export async function createRequest(
  crypto: Crypto,
  keys: CryptoKeyPair,
  content: { readonly subject: readonly NameAttribute[]; readonly altNames?: AltNames },
): Promise<string> {
  const request = new CertificationRequest()
  request.subject = encodeName(content.subject)
  const engine = new CryptoEngine({ name: 'handed in', crypto })
  await request.subjectPublicKeyInfo.importKey(keys.publicKey, engine)
  request.attributes = []
  if (content.altNames && hasAltNames(content.altNames)) {
    const extension = new Extension({
      extnID: EXTENSION.subjectAltName,
      critical: false,
      extnValue: encodeAltNames(content.altNames),
    })
    request.attributes.push(
      new Attribute({ type: EXTENSION_REQUEST, values: [new Extensions({ extensions: [extension] }).toSchema()] }),
    )
  }
  await request.sign(keys.privateKey, hashFor(keys.privateKey), engine)
  return toPem(REQUEST_LABEL, bytes(request.toSchema(true).toBER()))
}
