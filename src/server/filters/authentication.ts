import type { Credentials } from '../../authentication/authenticator'
import type { Filter, RequestContext } from '../context'
import type { Server } from '../server'

/** Finds out who sends the request; a credential that is wrong is 401 before anything else is looked at. */
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

/** The signal is made when it is asked for: most methods call nobody. */
const credentialsOf = (context: RequestContext): Credentials => ({
  headers: context.request.headers,
  connection: context.connection,
  path: context.info.path,
  get signal() {
    return context.signal
  },
})

// The client hears no more than that it was refused; the person at the trace hears why.
function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return typeof error.cause === 'string' ? error.cause : error.message
}
