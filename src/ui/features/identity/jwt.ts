import { decodeBase64Url, fromUtf8 } from '../../../machinery/base64'
import { at, isObject, type JsonObject } from '../../../machinery/json'

/** A decoded JSON Web Token (RFC 7519, RFC 7515), not verified. */
export interface DecodedToken {
  readonly header: JsonObject
  readonly claims: JsonObject
  /** Base64url; empty for detached or unsigned tokens. */
  readonly signature: string
}

function part(text: string, what: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(fromUtf8(decodeBase64Url(text)))
  } catch {
    throw new Error(`the ${what} is not base64url-encoded JSON`)
  }
  if (!isObject(value)) throw new Error(`the ${what} is not an object`)
  return value
}

/** @throws Error that describes what is wrong with an invalid compact JWS */
export function decodeToken(token: string): DecodedToken {
  const parts = token.trim().split('.')
  if (parts.length !== 3)
    throw new Error(`a JSON Web Token has three parts separated by dots, this text has ${parts.length}`)
  const [header = '', claims = '', signature = ''] = parts
  return { header: part(header, 'header'), claims: part(claims, 'claims'), signature }
}

/** Cleans up a pasted token: removes `Bearer`, a header name and blanks. */
export const pastedToken = (text: string): string =>
  text
    .trim()
    .replace(/^authorization\s*:\s*/i, '')
    .replace(/^bearer\s+/i, '')
    .trim()

const CLAIMS: Readonly<Record<string, string>> = {
  iss: 'Issuer: who created and signed the token',
  sub: 'Subject: the user or account',
  aud: 'Audience: who may accept the token',
  exp: 'Expiration time: invalid after this time',
  nbf: 'Not before: invalid before this time',
  iat: 'Issued at',
  jti: 'Token ID',
  azp: 'Client that the token was issued to',
  nonce: 'Nonce: links the token to one login',
  email: 'Email address',
  email_verified: 'Whether the provider verified the email address',
  groups: 'Groups, if the API server is configured to read this claim',
  'orch.io': 'The objects the token is bound to: namespace, service account, pod or secret',
}
/** What a claim means, in a few words; empty if it is unknown. */
export const claimMeaning = (name: string): string =>
  CLAIMS[name] ?? (name.startsWith('orch.io/') ? 'Service account token' : '')

/** The audiences of a token, whose claim is a text or a list. */
export const audiencesOf = ({ claims }: DecodedToken): string[] => {
  const { aud } = claims
  return typeof aud === 'string' ? [aud] : Array.isArray(aud) ? aud.filter((one) => typeof one === 'string') : []
}

/** Seconds since the epoch, as in the claim. */
export const timeClaim = ({ claims }: DecodedToken, name: 'exp' | 'nbf' | 'iat'): number | undefined => {
  const value = claims[name]
  return typeof value === 'number' && Number.isFinite(value) ? value * 1000 : undefined
}

/** The service account of a token, from its subject. */
export function accountOf({ claims }: DecodedToken): { namespace: string; name: string } | undefined {
  const match = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(typeof claims.sub === 'string' ? claims.sub : '')
  return match ? { namespace: match[1] ?? '', name: match[2] ?? '' } : undefined
}

/** The pod or secret that a token is bound to. */
export function boundTo({ claims }: DecodedToken): string | undefined {
  for (const kind of ['pod', 'secret']) {
    const name = at(claims, 'orch.io', kind, 'name')
    if (typeof name === 'string') return `${kind} ${name}`
  }
  return undefined
}
