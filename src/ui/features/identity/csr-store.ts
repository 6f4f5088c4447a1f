import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Client } from '../../../client/client'
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
import { planeKey } from '../../../links/plane-key'
import { isStatus } from '../../../client/status-error'

/** Algorithms that a key can be generated for. */
export const KEY_ALGORITHMS: readonly KeyAlgorithmName[] = [
  'P-256',
  'P-384',
  'P-521',
  'RSA-2048',
  'RSA-3072',
  'RSA-4096',
]
/** The resource of signing requests, for the client. */
export const REQUESTS = { group: 'certificates.orch.io', version: 'v1', resource: 'certificatesigningrequests' }

/** The form of a certificate signing request. */
export interface CsrForm {
  readonly name: string
  readonly commonName: string
  readonly organizations: readonly string[]
  /** DNS names, IP addresses, e-mail addresses and URIs, distinguished by their form. */
  readonly altNames: readonly string[]
  readonly algorithm: KeyAlgorithmName
  readonly signerName: string
  readonly usages: readonly string[]
  /** Empty for the signer's default. */
  readonly seconds: number | ''
}

/** What the form of a new signing request contains at first. */
export const EXAMPLE_FORM: CsrForm = {
  name: 'dora',
  commonName: 'dora',
  organizations: ['builders'],
  altNames: [],
  algorithm: 'P-256',
  signerName: 'orch.io/orch-apiserver-client',
  usages: ['digital signature', 'client auth'],
  seconds: 86_400,
}

/** A key generated here, with the request signed by it. */
export interface Made {
  /** PEM. */
  readonly key: string
  readonly request: string
  readonly algorithm: string
}

interface CsrStore {
  /** Key of the current request; PEM. */
  readonly key?: { readonly pem: string; readonly algorithm: KeyAlgorithmName }
  readonly request?: string
  /** By the name of the signing request. */
  readonly made: Readonly<Record<string, Made>>
  /** PEM of the authority for custom signers. */
  readonly authority?: { readonly certificate: string; readonly key: string }
}

/** The state of the certificate page: it survives reloads and ends with the tab. */
export const useCsrStore = create<CsrStore>()(
  persist((): CsrStore => ({ made: {} }), {
    name: planeKey('workshop'),
    storage: createJSONStorage(() => sessionStorage),
  }),
)

/** Sorts alternative names by type. */
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

/** Generates a key and puts it into the store in place of the last one. */
export async function makeKey(algorithm: KeyAlgorithmName): Promise<void> {
  const keys = await generateKeys(crypto, algorithm, true)
  const pem = await exportPrivateKeyPem(crypto, keys.privateKey)
  useCsrStore.setState({ key: { pem, algorithm }, request: undefined })
}

/** Signs a request with the generated key. Rejects without a key, or for invalid names. */
export async function makeRequest(form: CsrForm): Promise<string> {
  const { key } = useCsrStore.getState()
  if (!key) throw new Error('create a key first')
  const request = await createRequest(crypto, await importPrivateKeyPem(crypto, key.pem), {
    subject: nameOf(form.commonName, form.organizations),
    altNames: altNamesOf(form.altNames),
  })
  useCsrStore.setState({ request })
  return request
}

/** Sends the signed request; returns the object's name. */
export async function submitCsr(client: Client, form: CsrForm): Promise<string> {
  const { key, request, made } = useCsrStore.getState()
  if (!key || !request) throw new Error('create a CSR first')
  const object = await client.create(REQUESTS, {
    apiVersion: 'certificates.orch.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name: form.name },
    spec: {
      request: encodeText(request),
      signerName: form.signerName,
      usages: form.usages,
      ...(form.seconds !== '' && { expirationSeconds: form.seconds }),
    },
  })
  const name = object.metadata.name ?? form.name
  useCsrStore.setState({
    key: undefined,
    request: undefined,
    made: { ...made, [name]: { key: key.pem, request, algorithm: key.algorithm } },
  })
  return name
}

/** Approves or denies a request as it was read, through the approval subresource. */
export async function decideCsr(
  client: Client,
  request: ApiObject,
  type: 'Approved' | 'Denied',
  now: number,
): Promise<void> {
  const status = isObject(request['status']) ? request['status'] : {}
  const conditions = Array.isArray(status['conditions']) ? status['conditions'] : []
  const condition = {
    type,
    status: 'True',
    reason: 'DecidedInWorkshop',
    message: `${type} manually in Orchard`,
    lastUpdateTime: timestamp(now),
  }
  await client.update(
    REQUESTS,
    { ...request, status: { ...status, conditions: [...conditions, condition] } },
    { subresource: 'approval' },
  )
}

/** An unused name that starts with the preferred one. */
export async function freeName(client: Client, preferred: string): Promise<string> {
  for (let n = 1; n < 100; n++) {
    const name = n === 1 ? preferred : `${preferred}-${n}`
    try {
      await client.get(REQUESTS, name)
    } catch (error) {
      if (isStatus(error, 'NotFound')) return name
      throw error
    }
  }
  return preferred
}

/** How far a signing request is, and its certificate once it is issued. */
export interface SigningState {
  readonly word: 'pending' | 'approved' | 'denied' | 'failed' | 'issued'
  /** PEM. */
  readonly certificate?: string
}

/** Colours of the states. */
export const STATE_TONES: Record<SigningState['word'], Tone> = {
  pending: 'waiting',
  approved: 'changed',
  denied: 'refused',
  failed: 'refused',
  issued: 'allowed',
}

/** The progress of a signing request. */
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
