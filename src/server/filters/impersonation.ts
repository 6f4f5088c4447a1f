import type { Authorizer } from '../../authorization/authorizer'
import type { RememberedModes } from '../../authorization/constrained-impersonation'
import { impersonationOf } from '../../authorization/impersonation'
import { attributesOf, type Filter } from '../context'
import type { Server } from '../server'

/** Replaces the user with the one that the caller impersonates, if it may (authentication document, "Impersonation headers"). */
export const withImpersonation = (server: Server): Filter => {
  const remembered: RememberedModes = new Map()
  return (next) => async (context) => {
    const start = context.tracer.now()
    const authorizer: Pick<Authorizer, 'authorize'> = {
      authorize: (attributes) => server.authorizer.authorize(attributes, context),
    }
    const { headers } = context.request
    const target = await impersonationOf(headers, () => attributesOf(context), authorizer, server, remembered)
    if (target) {
      context.impersonator = context.user
      context.user = target.user
      context.audit?.impersonated?.(target.user, target.constraint)
      context.tracer.step('impersonation', start, {
        verdict: 'changed',
        reason: () =>
          `${context.impersonator?.name} acts as ${target.user.name}${target.constraint ? ` (${target.constraint})` : ''}`,
      })
    }
    return next(context)
  }
}
