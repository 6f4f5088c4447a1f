import { type MaybePromise, whenReady } from '../machinery/maybe-promise'
import type { Attributes, Decision } from '../authorization/authorizer'
import { AccessRefusal, forbidden, forbiddenMessage } from '../authorization/forbidden'
import { PreAuthError, forbiddenRequest, internalError } from '../machinery/api-error'
import { MASTERS_GROUP } from '../machinery/user'
import { attributesOf, type RequestContext } from './context'
import type { Server } from './server'

/** Reasons for authorizers that allow without giving one. Only traces show them; clients don't see them. */
const UNSPOKEN: Readonly<Record<string, string>> = {
  AlwaysAllow: '--authorization-mode=AlwaysAllow: everybody may do everything',
  PrivilegedGroups: `${MASTERS_GROUP}: its members may do everything, whatever the other authorizers say`,
  ABAC: 'a line of the policy file allows it',
  Webhook: 'the webhook allows it and gave no reason',
}

/** For the trace only: the question, the authorizers' reasons, what they looked at, and the closest match. */
const whyRefused = ({ authorizer }: Server, attributes: Attributes, { reason }: Decision): string =>
  [forbiddenMessage(attributes), reason, authorizer.explain?.(attributes)].filter(Boolean).join('\n')

/** Authorizes the request, or a variation of it. Throws unless the decision is to allow. */
export function authorizeOrThrow(
  server: Server,
  context: RequestContext,
  change?: Partial<Attributes>,
): MaybePromise<void> {
  const attributes = change ? { ...attributesOf(context), ...change } : attributesOf(context)
  const start = context.tracer.now()
  return whenReady(server.authorizer.authorize(attributes, context), (decision) =>
    heed(server, context, { attributes, start, decision, varied: change?.verb !== undefined }),
  )
}

interface Asked {
  readonly attributes: Attributes
  readonly start: number
  readonly decision: Decision
  /** It is not the request itself that was authorized, but what else it does. */
  readonly varied: boolean
}

function heed(server: Server, context: RequestContext, { attributes, start, decision, varied }: Asked): void {
  const allowed = decision.verdict === 'allow'
  context.tracer.step('authorization', start, {
    by: decision.by ?? server.authorizer.name,
    verdict: allowed ? 'allowed' : 'refused',
    reason: allowed
      ? decision.reason || (UNSPOKEN[decision.by ?? ''] ?? '')
      : context.tracer.observed
        ? whyRefused(server, attributes, decision)
        : decision.reason,
  })
  if (!varied) {
    context.audit?.annotate('authorization.orch.io/decision', allowed ? 'allow' : 'forbid')
    context.audit?.annotate('authorization.orch.io/reason', decision.reason)
  }
  if (allowed) return
  // The authorizer that could not be reached might have allowed it: that is the server's fault, not the user's.
  if (decision.evaluationError)
    throw varied ? internalError(decision.evaluationError) : new PreAuthError(decision.evaluationError)
  throw forbidden(attributes, decision.reason)
}

/**
 * Authorizes a write that turns out to create its object. As in a real server, the refusal has the authorizer's own reason only, which may
 * be empty; traces tell more.
 */
export async function authorizeCreation(server: Server, context: RequestContext): Promise<void> {
  try {
    await authorizeOrThrow(server, context, { verb: 'create' })
  } catch (error) {
    if (!(error instanceof AccessRefusal)) throw error
    const { apiGroup, resource, name } = attributesOf(context)
    throw forbiddenRequest({ group: apiGroup, resource }, name, error.why)
  }
}
