import { type Authenticator, NONE, type TokenAuthenticator } from './authenticator'
import { firstHeaderValue } from '../machinery/header-values'

/**
 * The token of an Authorization header; undefined without one. An empty token and other schemes are no credential of this
 * kind (authentication document, "Methods").
 */
export function bearerToken(headers: Headers): string | undefined {
  return tokenOfLine(firstHeaderValue(headers, 'authorization'))
}

/** The token of one Authorization line: what stands between the scheme and the next space. */
export function tokenOfLine(line: string): string | undefined {
  const [scheme, token] = line.trim().split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}

/** Asks a method about the request's bearer token. A token that nobody knows is a bad one. */
export const bearer = (method: TokenAuthenticator, audiences: readonly string[]): Authenticator => ({
  name: method.name,
  async authenticate(credentials) {
    const token = bearerToken(credentials.headers)
    if (token === undefined) return NONE
    const outcome = await method.authenticateToken(token, audiences, credentials)
    return outcome.type === 'none' ? { type: 'rejected', reason: 'invalid bearer token' } : outcome
  },
})
