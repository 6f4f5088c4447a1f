import type { Authorizer } from '../../authorization/authorizer'
import { impersonationOf } from '../../authorization/impersonation'
import type { Filter } from '../context'
import type { Server } from '../server'

/** Replaces the user with the one that the caller impersonates, if it may (authentication document, "Impersonation headers"). */
export const withImpersonation =
  (server: Server): Filter =>
  (next) =>
  async (context) => {
    const start = context.tracer.now()
    const authorizer: Pick<Authorizer, 'authorize'> = {
      authorize: (attributes) => server.authorizer.authorize(attributes, context),
    }
    const target = await impersonationOf(context.request.headers, context.user, authorizer, server.release)
    if (target) {
      context.impersonator = context.user
      context.user = target
      context.audit?.impersonated?.(target)
      context.tracer.step('impersonation', start, {
        verdict: 'changed',
        reason: () => `${context.impersonator?.name} acts as ${target.name}`,
      })
    }
    return next(context)
  }
