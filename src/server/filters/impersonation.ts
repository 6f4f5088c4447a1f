import type { Authorizer } from '../../authorization/authorizer'
import type { RememberedModes } from '../../authorization/constrained-impersonation'
import { impersonation } from '../../authorization/impersonation'
import { wantedUser } from '../../authorization/impersonation-headers'
import { attributesOf, type Filter } from '../context'
import type { Server } from '../server'

/** Replaces the user with the one that the caller impersonates, if it may (authentication document, "Impersonation headers"). */
export const withImpersonation = (server: Server): Filter => {
  const remembered: RememberedModes = new Map()
  return (next) => (context) => {
    const start = context.tracer.now()
    const authorizer: Pick<Authorizer, 'authorize'> = {
      authorize: (attributes) => server.authorizer.authorize(attributes, context),
    }
    const { headers } = context.request
    const wanted = wantedUser(headers, server)
    if (!wanted) return next(context)
    return impersonation(wanted, () => attributesOf(context), authorizer, server, remembered).then((target) => {
      context.impersonator = context.user
      context.user = target.user
      context.audit?.impersonated?.(target.user, target.constraint)
      context.tracer.step('impersonation', start, {
        verdict: 'changed',
        reason: () =>
          `${context.impersonator?.name} acts as ${target.user.name}${target.constraint ? ` (${target.constraint})` : ''}`,
      })
      return next(context)
    })
  }
}
