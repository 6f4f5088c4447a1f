import { encodeText } from '../machinery/base64'
import type { ApiObject } from '../machinery/object'
import { type AltNames, NO_ALT_NAMES } from '../pki/alt-names'
import { generateKeys } from '../pki/keys'
import { nameOf } from '../pki/names'
import { createRequest } from '../pki/request'

const crypto = globalThis.crypto

/** A pending signing request with a new key, for a subject's common name and organizations. */
export async function signingRequest(
  subject: [string, string[]],
  spec: Record<string, unknown>,
  altNames: Partial<AltNames> = {},
): Promise<ApiObject> {
  const pem = await createRequest(crypto, await generateKeys(crypto, 'P-256'), {
    subject: nameOf(...subject),
    altNames: { ...NO_ALT_NAMES, ...altNames },
  })
  return {
    metadata: { name: 'r' },
    spec: { request: encodeText(pem), username: 'somebody', groups: ['g'], ...spec },
    status: {},
  }
}
