import * as asn1js from 'asn1js'
import { parseCertificate } from './certificate'
import { parsePem, type PemBlock, toPem } from './pem'

/** The key types for this API's certificates and tokens. */
export type KeyAlgorithmName = 'P-256' | 'P-384' | 'P-521' | 'RSA-2048' | 'RSA-3072' | 'RSA-4096'

const RSA = '1.2.840.113549.1.1.1'
const EC = '1.2.840.10045.2.1'
const CURVES: Readonly<Record<string, string>> = {
  '1.2.840.10045.3.1.7': 'P-256',
  '1.3.132.0.34': 'P-384',
  '1.3.132.0.35': 'P-521',
}

const rsaParameters = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const
const ecParameters = (namedCurve: string) => ({ name: 'ECDSA', namedCurve }) as const

/** Generates a signing key pair. The public key is always extractable; the private one only if requested. */
export function generateKeys(
  crypto: Pick<Crypto, 'subtle'>,
  algorithm: KeyAlgorithmName,
  extractable = false,
): Promise<CryptoKeyPair> {
  const parameters = algorithm.startsWith('RSA-')
    ? { ...rsaParameters, modulusLength: Number(algorithm.slice(4)), publicExponent: new Uint8Array([1, 0, 1]) }
    : ecParameters(algorithm)
  return crypto.subtle.generateKey(parameters, extractable, ['sign', 'verify'])
}

/** The type of a public or private key, such as `P-256` or `RSA-2048`. */
export function describeKey({ algorithm }: CryptoKey): string {
  const { namedCurve, modulusLength } = algorithm as { namedCurve?: string; modulusLength?: number }
  return namedCurve ?? (modulusLength !== undefined ? `RSA-${modulusLength}` : algorithm.name)
}

/** SubjectPublicKeyInfo (DER) of a public key. */
export const exportPublicKey = async (
  crypto: Pick<Crypto, 'subtle'>,
  key: CryptoKey,
): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await crypto.subtle.exportKey('spki', key))

/** PKCS#8 as PEM; rejects if the key is not extractable. */
export const exportPrivateKeyPem = async (crypto: Pick<Crypto, 'subtle'>, key: CryptoKey): Promise<string> =>
  toPem('PRIVATE KEY', new Uint8Array(await crypto.subtle.exportKey('pkcs8', key)))

/** A verification key from SubjectPublicKeyInfo (DER). Rejects algorithms other than RSA and the NIST curves. */
export async function importPublicKey(crypto: Pick<Crypto, 'subtle'>, spki: Uint8Array): Promise<CryptoKey> {
  const { result } = asn1js.fromBER(Uint8Array.from(spki))
  const identifier = result instanceof asn1js.Sequence ? result.valueBlock.value[0] : undefined
  return crypto.subtle.importKey('spki', Uint8Array.from(spki), parametersOf(identifier), true, ['verify'])
}

function parametersOf(identifier: unknown): ReturnType<typeof ecParameters> | typeof rsaParameters {
  const [algorithm, parameter] = identifier instanceof asn1js.Sequence ? identifier.valueBlock.value : []
  const id = idOf(algorithm)
  if (id === RSA) return rsaParameters
  const curve = id === EC ? CURVES[idOf(parameter)] : undefined
  if (curve) return ecParameters(curve)
  throw new Error('only RSA keys and keys on the curves P-256, P-384 and P-521 can be used')
}

const idOf = (block: unknown): string => (block instanceof asn1js.ObjectIdentifier ? block.valueBlock.toString() : '')

/** The key pair of the first private key in a PEM text (PKCS#8, PKCS#1 or SEC 1). Rejects if there is none. */
export async function importPrivateKeyPem(crypto: Pick<Crypto, 'subtle'>, pem: string): Promise<CryptoKeyPair> {
  for (const block of parsePem(pem)) {
    const pkcs8 = pkcs8Of(block)
    if (pkcs8) return importPkcs8(crypto, pkcs8)
  }
  throw new Error('the data holds no unencrypted RSA or ECDSA private key in PEM form')
}

/** All public keys in a PEM text: from public keys, certificates and private keys. Rejects if there is none. */
export async function importVerificationKeysPem(crypto: Pick<Crypto, 'subtle'>, pem: string): Promise<CryptoKey[]> {
  const keys: CryptoKey[] = []
  for (const block of parsePem(pem)) {
    const pkcs8 = pkcs8Of(block)
    if (pkcs8) keys.push((await importPkcs8(crypto, pkcs8)).publicKey)
    else if (block.label === 'PUBLIC KEY') keys.push(await importPublicKey(crypto, block.der))
    else if (block.label === 'RSA PUBLIC KEY') keys.push(await importPublicKey(crypto, wrapRsaPublic(block.der)))
    else if (block.label === 'CERTIFICATE')
      keys.push(await importPublicKey(crypto, parseCertificate(block.der).publicKey))
  }
  if (keys.length === 0) throw new Error('the data holds no RSA or ECDSA key in PEM form')
  return keys
}

async function importPkcs8(crypto: Pick<Crypto, 'subtle'>, der: Uint8Array<ArrayBuffer>): Promise<CryptoKeyPair> {
  const { result } = asn1js.fromBER(der)
  const identifier = result instanceof asn1js.Sequence ? result.valueBlock.value[1] : undefined
  const parameters = parametersOf(identifier)
  const readable = await crypto.subtle.importKey('pkcs8', der, parameters, true, ['sign'])
  const { kty, crv, x, y, n, e } = await crypto.subtle.exportKey('jwk', readable)
  const publicJwk =
    kty === 'RSA' ? { kty, n: n ?? '', e: e ?? '' } : { kty: kty ?? '', crv: crv ?? '', x: x ?? '', y: y ?? '' }
  return {
    privateKey: await crypto.subtle.importKey('pkcs8', der, parameters, false, ['sign']),
    publicKey: await crypto.subtle.importKey('jwk', publicJwk, parameters, true, ['verify']),
  }
}

function pkcs8Of({ label, der, headers }: PemBlock): Uint8Array<ArrayBuffer> | undefined {
  if (Object.keys(headers).length > 0) return undefined // legacy encryption
  if (label === 'PRIVATE KEY') return der
  if (label === 'RSA PRIVATE KEY') return wrapPrivate(RSA, new asn1js.Null(), der)
  if (label === 'EC PRIVATE KEY') return wrapPrivate(EC, curveOf(der), der)
  return undefined
}

function curveOf(sec1: Uint8Array<ArrayBuffer>): asn1js.ObjectIdentifier {
  const { result } = asn1js.fromBER(sec1)
  const tagged =
    result instanceof asn1js.Sequence
      ? result.valueBlock.value.find((part) => part.idBlock.tagClass === 3 && part.idBlock.tagNumber === 0)
      : undefined
  const curve = tagged instanceof asn1js.Constructed ? tagged.valueBlock.value[0] : undefined
  if (!(curve instanceof asn1js.ObjectIdentifier)) throw new Error('the EC private key does not name its curve')
  return curve
}

function wrapPrivate(
  algorithm: string,
  parameter: asn1js.BaseBlock,
  key: Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  const identifier = new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: algorithm }), parameter] })
  const info = new asn1js.Sequence({
    value: [new asn1js.Integer({ value: 0 }), identifier, new asn1js.OctetString({ valueHex: key })],
  })
  return new Uint8Array(info.toBER())
}

function wrapRsaPublic(key: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const identifier = new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: RSA }), new asn1js.Null()] })
  return new Uint8Array(new asn1js.Sequence({ value: [identifier, new asn1js.BitString({ valueHex: key })] }).toBER())
}
