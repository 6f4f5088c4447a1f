import { type MaybePromise, whenReady } from '../machinery/maybe-promise'
import { type Authenticator, NONE, type Outcome, rejected, type TokenAuthenticator } from './authenticator'

type Rejected = Extract<Outcome, { type: 'rejected' }>

/** The first method that recognizes the credential decides; otherwise the request is rejected if any method rejected it. */
function firstOf<M extends { readonly name: string }>(
  methods: readonly M[],
  ask: (method: M) => MaybePromise<Outcome>,
  rejections: readonly Rejected[] = [],
  at = 0,
): MaybePromise<Outcome> {
  const method = methods[at]
  if (!method) return noneOf(rejections)
  return whenReady(ask(method), (outcome) => {
    if (outcome.type === 'identity')
      return { type: 'identity', identity: outcome.identity, by: outcome.by ?? method.name }
    return firstOf(methods, ask, outcome.type === 'rejected' ? [...rejections, outcome] : rejections, at + 1)
  })
}

/** The outcome if no method recognized the credential. */
function noneOf(rejections: readonly Rejected[]): Outcome {
  if (rejections.length <= 1) return rejections[0] ?? NONE
  const answer = rejections.find((rejection) => rejection.answer !== undefined)?.answer
  return {
    ...rejected(`[${rejections.map(({ reason }) => reason).join(', ')}]`),
    ...(answer !== undefined && { answer }),
  }
}

/** The first method that recognizes the credentials decides; rejections count only if none does. */
export const unionOf = (methods: readonly Authenticator[]): Authenticator => ({
  name: 'union',
  authenticate: (credentials) => firstOf(methods, (method) => method.authenticate(credentials)),
})

/** As `unionOf`, for methods that take a bare token. */
export const unionOfTokens = (methods: readonly TokenAuthenticator[]): TokenAuthenticator => ({
  name: 'token',
  authenticateToken: (token, audiences, asking) =>
    firstOf(methods, (method) => method.authenticateToken(token, audiences, asking)),
})

/** Adapts a method without audiences: its tokens are valid for the API server only. */
export const forServerOnly = (method: TokenAuthenticator, own: readonly string[]): TokenAuthenticator => ({
  name: method.name,
  authenticateToken(token, audiences, asking) {
    const shared = audiences.length === 0 ? own : audiences.filter((audience) => own.includes(audience))
    if (shared.length === 0 && own.length > 0) return NONE
    return whenReady(method.authenticateToken(token, audiences, asking), (outcome) =>
      outcome.type === 'identity'
        ? { type: 'identity', identity: { ...outcome.identity, audiences: shared } }
        : outcome,
    )
  },
})
