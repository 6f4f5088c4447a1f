import { firstHeaderValue } from '../machinery/header-values'
import { whenReady } from '../machinery/maybe-promise'
import { type Authenticator, NONE, type TokenAuthenticator } from './authenticator'

/**
 * The token of an Authorization header; undefined without one. An empty token and other schemes don't count as a credential (authentication
 * document, "Methods").
 */
export function bearerToken(headers: Headers): string | undefined {
  return tokenOfLine(firstHeaderValue(headers, 'authorization'))
}

/** The token of one Authorization line: the text between the scheme and the next space. */
export function tokenOfLine(line: string): string | undefined {
  const [scheme, token] = line.trim().split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : undefined
}

/** Authenticates the request's bearer token with a method. A token that it does not recognize is rejected. */
export const bearer = (method: TokenAuthenticator, audiences: readonly string[]): Authenticator => ({
  name: method.name,
  authenticate(credentials) {
    const token = bearerToken(credentials.headers)
    if (token === undefined) return NONE
    return whenReady(method.authenticateToken(token, audiences, credentials), (outcome) =>
      outcome.type === 'none' ? { type: 'rejected', reason: 'invalid bearer token' } : outcome,
    )
  },
})
