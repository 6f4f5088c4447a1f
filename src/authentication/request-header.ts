import { headerValues } from '../machinery/header-values'
import { decodeHeaderKey } from '../machinery/header-text'
import type { Authenticator } from './authenticator'
import { NONE, rejected } from './authenticator'
import { type CertificateOptions, verifiedPeer } from './client-certificate'

/** The headers in which an authenticating proxy names the user, and who may be such a proxy. */
export interface RequestHeaderOptions extends CertificateOptions {
  readonly usernameHeaders: readonly string[]
  readonly uidHeaders: readonly string[]
  readonly groupHeaders: readonly string[]
  readonly extraPrefixes: readonly string[]
  /** Common names that the proxy may have; any if empty. */
  readonly allowedNames: readonly string[]
}

const valuesOf = (headers: Headers, name: string): string[] =>
  headerValues(headers, name.toLowerCase()).filter((value) => value !== '')

/** The first value of the first header that has one. */
const firstOf = (headers: Headers, names: readonly string[]): string | undefined =>
  names.map((name) => headerValues(headers, name.toLowerCase())[0]).find((value) => value)

/** An authenticating proxy: its headers are trusted once its certificate is verified. */
export const requestHeader = (options: RequestHeaderOptions): Authenticator => ({
  name: 'request header',
  async authenticate({ headers, connection }) {
    const peer = await verifiedPeer(connection.peerCertificates, options)
    if ('type' in peer) return peer
    const { commonName } = peer.subject
    if (options.allowedNames.length > 0 && !options.allowedNames.includes(commonName))
      return rejected(`x509: subject with cn=${commonName} is not in the allowed list`)
    const name = firstOf(headers, options.usernameHeaders)
    if (!name) return NONE
    const uid = firstOf(headers, options.uidHeaders)
    const extra = extraOf(headers, options.extraPrefixes)
    const user = {
      name,
      ...(uid && { uid }),
      groups: options.groupHeaders.flatMap((header) => valuesOf(headers, header)),
      ...(Object.keys(extra).length > 0 && { extra }),
    }
    return { type: 'identity', identity: { user } }
  },
})

function extraOf(headers: Headers, prefixes: readonly string[]): Record<string, string[]> {
  const extra = new Map<string, string[]>()
  for (const prefix of prefixes.map((text) => text.toLowerCase()))
    for (const header of headers.keys())
      if (header.startsWith(prefix)) {
        const key = decodeHeaderKey(header.slice(prefix.length))
        extra.set(key, [...(extra.get(key) ?? []), ...valuesOf(headers, header)])
      }
  return Object.fromEntries(extra)
}
