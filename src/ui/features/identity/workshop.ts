import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { type Client, isStatus } from '../../../client/client'
import { encodeText } from '../../../machinery/base64'
import { timestamp } from '../../../machinery/clock'
import { isObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { AltNames } from '../../../pki/alt-names'
import { exportPrivateKeyPem, generateKeys, importPrivateKeyPem, type KeyAlgorithmName } from '../../../pki/keys'
import { nameOf } from '../../../pki/names'
import { createRequest } from '../../../pki/request'
import type { Tone } from '../../components/Verdict'
import { formatIp, parseIp } from '../../../machinery/ip'

export const KEY_ALGORITHMS: readonly KeyAlgorithmName[] = [
  'P-256',
  'P-384',
  'P-521',
  'RSA-2048',
  'RSA-3072',
  'RSA-4096',
]
export const REQUESTS = { group: 'certificates.orch.io', version: 'v1', resource: 'certificatesigningrequests' }

/** What a person wishes a certificate to say, as it stands in a form. */
export interface Wish {
  readonly name: string
  readonly commonName: string
  readonly organizations: readonly string[]
  /** DNS names, addresses, mail addresses and URIs, told apart by their form. */
  readonly altNames: readonly string[]
  readonly algorithm: KeyAlgorithmName
  readonly signerName: string
  readonly usages: readonly string[]
  /** Empty for the signer's own. */
  readonly seconds: number | ''
}

export const EXAMPLE_WISH: Wish = {
  name: 'dora',
  commonName: 'dora',
  organizations: ['builders'],
  altNames: [],
  algorithm: 'P-256',
  signerName: 'orch.io/orch-apiserver-client',
  usages: ['digital signature', 'client auth'],
  seconds: 86_400,
}

/** A key made here and the request signed with it. */
export interface Made {
  /** PEM. */
  readonly key: string
  readonly request: string
  readonly algorithm: string
}

interface Workshop {
  /** Key of the wish that is being worked on; PEM. */
  readonly key?: { readonly pem: string; readonly algorithm: KeyAlgorithmName }
  readonly request?: string
  /** By the name of the signing request. */
  readonly made: Readonly<Record<string, Made>>
  /** PEM of the authority that signs for signers of one's own. */
  readonly authority?: { readonly certificate: string; readonly key: string }
}

/** What the workshop holds: it outlives a reload and ends with the tab. */
export const useWorkshop = create<Workshop>()(
  persist((): Workshop => ({ made: {} }), {
    name: 'orchard.workshop',
    storage: createJSONStorage(() => sessionStorage),
  }),
)

/** Sorts alternative names by what they look like. */
export function altNamesOf(texts: readonly string[]): AltNames {
  const sorted = { dns: [] as string[], ip: [] as string[], email: [] as string[], uri: [] as string[] }
  for (const text of texts) {
    const address = parseIp(text)
    if (address) sorted.ip.push(formatIp(address))
    else if (/^[a-z][a-z0-9+.-]*:/i.test(text)) sorted.uri.push(text)
    else if (text.includes('@')) sorted.email.push(text)
    else sorted.dns.push(text)
  }
  return sorted
}

export async function makeKey(algorithm: KeyAlgorithmName): Promise<void> {
  const keys = await generateKeys(crypto, algorithm, true)
  const pem = await exportPrivateKeyPem(crypto, keys.privateKey)
  useWorkshop.setState({ key: { pem, algorithm }, request: undefined })
}

/** Signs a request for the key that was made. Rejects without one, or for names that can't be. */
export async function makeRequest(wish: Wish): Promise<string> {
  const { key } = useWorkshop.getState()
  if (!key) throw new Error('there is no key yet')
  const request = await createRequest(crypto, await importPrivateKeyPem(crypto, key.pem), {
    subject: nameOf(wish.commonName, wish.organizations),
    altNames: altNamesOf(wish.altNames),
  })
  useWorkshop.setState({ request })
  return request
}

/** Sends the request that was signed; returns the name of the object. */
export async function sendWish(client: Client, wish: Wish): Promise<string> {
  const { key, request, made } = useWorkshop.getState()
  if (!key || !request) throw new Error('there is no request yet')
  const object = await client.create(REQUESTS, {
    apiVersion: 'certificates.orch.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: wish.name },
    spec: {
      request: encodeText(request),
      signerName: wish.signerName,
      usages: wish.usages,
      ...(wish.seconds !== '' && { expirationSeconds: wish.seconds }),
    },
  })
  const name = object.metadata.name ?? wish.name
  useWorkshop.setState({
    key: undefined,
    request: undefined,
    made: { ...made, [name]: { key: key.pem, request, algorithm: key.algorithm } },
  })
  return name
}

/** Approves or denies by the approval subresource. */
export async function decide(client: Client, name: string, type: 'Approved' | 'Denied', now: number): Promise<void> {
  const request = await client.get(REQUESTS, name)
  const status = isObject(request['status']) ? request['status'] : {}
  const conditions = Array.isArray(status['conditions']) ? status['conditions'] : []
  const condition = {
    type,
    status: 'True',
    reason: 'DecidedInWorkshop',
    message: `${type} by hand in the certificate workshop`,
    lastUpdateTime: timestamp(now),
  }
  await client.update(
    REQUESTS,
    { ...request, status: { ...status, conditions: [...conditions, condition] } },
    { subresource: 'approval' },
  )
}

/** A free name that begins with the wished one. */
export async function freeName(client: Client, wished: string): Promise<string> {
  for (let n = 1; n < 100; n++) {
    const name = n === 1 ? wished : `${wished}-${n}`
    try {
      await client.get(REQUESTS, name)
    } catch (error) {
      if (isStatus(error, 'NotFound')) return name
      throw error
    }
  }
  return wished
}

export interface SigningState {
  readonly word: 'pending' | 'approved' | 'denied' | 'failed' | 'issued'
  /** PEM. */
  readonly certificate?: string
}

export const STATE_TONES: Record<SigningState['word'], Tone> = {
  pending: 'waiting',
  approved: 'changed',
  denied: 'refused',
  failed: 'refused',
  issued: 'allowed',
}

/** Where a signing request is on its way. */
export function stateOf(object: ApiObject): SigningState {
  const status = isObject(object['status']) ? object['status'] : {}
  const has = (type: string): boolean =>
    Array.isArray(status['conditions']) &&
    status['conditions'].some((one) => isObject(one) && one['type'] === type && one['status'] === 'True')
  const { certificate } = status
  if (typeof certificate === 'string' && certificate) return { word: 'issued', certificate: atob(certificate) }
  if (has('Denied')) return { word: 'denied' }
  if (has('Failed')) return { word: 'failed' }
  return { word: has('Approved') ? 'approved' : 'pending' }
}
