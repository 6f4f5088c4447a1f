import type { Filter } from '../context'
import type { Server } from '../server'

/** Finds out who sends the request; a credential that is wrong is 401 before anything else is looked at. */
export const withAuthentication =
  (server: Server): Filter =>
  (next) =>
  async (context) => {
    const start = context.tracer.now()
    try {
      context.user = await server.authenticate({ headers: context.request.headers, connection: context.connection })
    } catch (error) {
      context.tracer.step('authentication', start, {
        verdict: 'refused',
        reason: error instanceof Error ? error.message : String(error),
      })
      throw error
    }
    context.tracer.step('authentication', start, {
      verdict: 'allowed',
      reason: () => `${context.user.name} (${context.user.groups.join(', ')})`,
    })
    return next(context)
  }
