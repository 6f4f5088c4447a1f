import { decodeBase64, encodeBase64 } from '../machinery/base64'
import type { KeyStore } from '../pki/key-store'
import { checksum } from '../store/checksum'
import type { Records } from '../store/record-texts'
import { StoreError } from '../store/store'

const KEY = 'key '

/** A key pair in its stored form. */
interface KeptKey {
  readonly algorithm: AlgorithmIdentifier | RsaHashedImportParams | EcKeyImportParams
  readonly publicKey: JsonWebKey
  readonly privateKey: JsonWebKey
  /** DER in base64. */
  readonly certificate?: string
}

/** Stores the cluster's keys with its records; they are only as secret as those. */
export function createRecordKeyStore(
  records: Pick<Records, 'what' | 'get' | 'write'>,
  { subtle }: Pick<Crypto, 'subtle'>,
): KeyStore {
  const load = (jwk: JsonWebKey, algorithm: KeptKey['algorithm'], extractable: boolean, use: KeyUsage) =>
    subtle.importKey('jwk', jwk, algorithm, extractable, [use])
  return {
    exportable: true,
    async get(name) {
      const text = await records.get(KEY + name)
      if (text === undefined) return undefined
      const { algorithm, publicKey, privateKey, certificate } = checked(
        text,
        `${records.what} is damaged: the key “${name}”`,
      )
      const keys = {
        publicKey: await load(publicKey, algorithm, true, 'verify'),
        privateKey: await load(privateKey, algorithm, true, 'sign'),
      }
      return { keys, ...(certificate !== undefined && { certificate: decodeBase64(certificate) }) }
    },
    async put(name, { keys, certificate }) {
      const kept: KeptKey = {
        algorithm: algorithmOf(keys.publicKey),
        publicKey: await subtle.exportKey('jwk', keys.publicKey),
        privateKey: await subtle.exportKey('jwk', keys.privateKey),
        ...(certificate && { certificate: encodeBase64(certificate) }),
      }
      const json = JSON.stringify(kept)
      await records.write([{ key: KEY + name, text: `${checksum(json)} ${json}` }])
    },
  }
}

/** Throws `unreadable` for a text that is not intact; `what` describes it for messages. */
function checked(text: string, what: string): KeptKey {
  const space = text.indexOf(' ')
  const json = text.slice(space + 1)
  if (String(checksum(json)) !== text.slice(0, space))
    throw new StoreError('unreadable', `${what} has a wrong checksum`)
  return JSON.parse(json) as KeptKey
}

/** The import parameters of a key. */
function algorithmOf({ algorithm }: CryptoKey): KeptKey['algorithm'] {
  const { name, namedCurve, hash } = algorithm as { name: string; namedCurve?: string; hash?: { name: string } }
  if (namedCurve !== undefined) return { name, namedCurve }
  return hash ? { name, hash: hash.name } : { name }
}
