import type { Credentials } from '../../authentication/authenticator'
import type { Filter, RequestContext } from '../context'
import type { Server } from '../server'

/** Authenticates the request; an invalid credential is answered with 401 before anything else is checked. */
export const withAuthentication =
  (server: Server): Filter =>
  (next) =>
  async (context) => {
    const start = context.tracer.now()
    try {
      context.user = await server.authenticate(credentialsOf(context))
    } catch (error) {
      context.tracer.step('authentication', start, { verdict: 'refused', reason: whyNot(error) })
      throw error
    }
    context.tracer.step('authentication', start, {
      verdict: 'allowed',
      reason: () => `${context.user.name} (${context.user.groups.join(', ')})`,
    })
    return next(context)
  }

/** The signal is created on demand, because most authentication methods make no call. */
const credentialsOf = (context: RequestContext): Credentials => ({
  headers: context.request.headers,
  connection: context.connection,
  path: context.info.path,
  get signal() {
    return context.signal
  },
  notes: {
    warn: (text) => context.warnings.add(text),
    annotate: (key, value) => context.early.push([key, value]),
  },
})

// The client learns only that it was refused; the trace says why.
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return typeof error.cause === 'string' ? error.cause : error.message
}
