import type { Client } from '../../../client/client'
import { encodeText } from '../../../machinery/base64'
import type { ApiObject } from '../../../machinery/object'
import { isObject, textsIn } from '../../../machinery/json'
import { createAuthority, importAuthority } from '../../../pki/authority'
import { exportPrivateKeyPem } from '../../../pki/keys'
import { toPem } from '../../../pki/pem'
import { parseRequestPem } from '../../../pki/request'
import { textOf } from './text'
import { REQUESTS, useCsrStore } from './csr-store'

const DAY_SECONDS = 86_400
const BACKDATE_MS = 300_000

/** Signs an approved request as its custom signer would: with this tab's authority, through the status subresource. */
export async function signHere(client: Client, object: ApiObject, now: number): Promise<void> {
  const spec = isObject(object['spec']) ? object['spec'] : {}
  const { authority: kept } = useCsrStore.getState()
  const pem = kept ?? (await makeAuthority(now))
  useCsrStore.setState({ authority: pem })
  const authority = await importAuthority(crypto, pem.certificate, pem.key)
  const request = parseRequestPem(atob(textOf(spec['request'])))
  const seconds = typeof spec['expirationSeconds'] === 'number' ? spec['expirationSeconds'] : DAY_SECONDS
  const der = await authority.issue({
    subject: request.rawSubject,
    publicKey: request.publicKey,
    altNames: request.altNames,
    usages: textsIn(spec['usages']),
    notBefore: now - BACKDATE_MS,
    notAfter: now + seconds * 1000,
  })
  const status = isObject(object['status']) ? object['status'] : {}
  await client.update(
    REQUESTS,
    { ...object, status: { ...status, certificate: encodeText(toPem('CERTIFICATE', der)) } },
    { subresource: 'status' },
  )
}

async function makeAuthority(now: number): Promise<{ certificate: string; key: string }> {
  const { keys, certificate } = await createAuthority(crypto, { name: 'workshop authority', now, extractable: true })
  return { certificate: toPem('CERTIFICATE', certificate), key: await exportPrivateKeyPem(crypto, keys.privateKey) }
}
