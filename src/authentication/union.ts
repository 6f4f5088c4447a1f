import { type Authenticator, NONE, type Outcome, rejected, type TokenAuthenticator } from './authenticator'

/** The first method that recognizes the credential decides; otherwise the request is rejected if any method rejected it. */
async function firstOf<M extends { readonly name: string }>(
  methods: readonly M[],
  ask: (method: M) => Promise<Outcome>,
): Promise<Outcome> {
  const rejections: Extract<Outcome, { type: 'rejected' }>[] = []
  for (const method of methods) {
    const outcome = await ask(method)
    if (outcome.type === 'identity') return { ...outcome, by: outcome.by ?? method.name }
    if (outcome.type === 'rejected') rejections.push(outcome)
  }
  if (rejections.length <= 1) return rejections[0] ?? NONE
  const answer = rejections.find((rejection) => rejection.answer !== undefined)?.answer
  return {
    ...rejected(`[${rejections.map(({ reason }) => reason).join(', ')}]`),
    ...(answer !== undefined && { answer }),
  }
}

export const unionOf = (methods: readonly Authenticator[]): Authenticator => ({
  name: 'union',
  authenticate: (credentials) => firstOf(methods, (method) => method.authenticate(credentials)),
})

export const unionOfTokens = (methods: readonly TokenAuthenticator[]): TokenAuthenticator => ({
  name: 'token',
  authenticateToken: (token, audiences, asking) =>
    firstOf(methods, (method) => method.authenticateToken(token, audiences, asking)),
})

/** Adapts a method without audiences: its tokens are valid for the API server only. */
export const forServerOnly = (method: TokenAuthenticator, own: readonly string[]): TokenAuthenticator => ({
  name: method.name,
  async authenticateToken(token, audiences, asking) {
    const shared = audiences.length === 0 ? own : audiences.filter((audience) => own.includes(audience))
    if (shared.length === 0 && own.length > 0) return NONE
    const outcome = await method.authenticateToken(token, audiences, asking)
    return outcome.type === 'identity'
      ? { type: 'identity', identity: { ...outcome.identity, audiences: shared } }
      : outcome
  },
})
