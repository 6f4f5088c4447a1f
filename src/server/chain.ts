import { behaves } from '../api/releases/ledger'
import type { Auditor } from '../audit/audit'
import type { Fetch } from '../transport/connection'
import { RequestContext, type Filter, type Handler } from './context'
import { withBinary } from './wire/binary'
import { withAudit, withRefusedAudit } from './filters/audit'
import { withAuthentication } from './filters/authentication'
import { withAuthorization } from './filters/authorization'
import { withDeadline, withinDeadline } from './filters/deadline'
import { withErrors } from './filters/errors'
import { withFreshness } from './filters/freshness'
import { withImpersonation } from './filters/impersonation'
import { withInFlightLimit } from './filters/in-flight'
import { withLifetime } from './filters/lifetime'
import { withMetrics } from './filters/metrics'
import { withWatchers } from './filters/watchers'
import type { Server } from './server'
import type { RequestTrace } from './trace'
import { copyOutside, type OutsideRequest } from './observation/outside-requests'
import { Tracer } from './observation/tracer'

/** Receives traces and records of requests. Each is asked first, so that nothing is gathered without an observer. */
export interface Observers {
  /** Whether anyone is watching traces now. */
  observed(): boolean
  traced(trace: RequestTrace): void
  /** Whether requests from programs outside the page are being recorded. */
  recorded(): boolean
  sent(request: OutsideRequest): void
}

/** Request sources that are not native clients. */
const INSIDE: ReadonlySet<string> = new Set(['tab', 'control-plane'])

/** The whole filter chain. Request info is read when the context is created; the filters follow, outermost first. */
export function buildChain(server: Server, auditor: Auditor, handler: Handler, observers: Observers): Fetch {
  const filters: Filter[] = [
    withBinary(server),
    withMetrics(server),
    withErrors(server),
    withLifetime(server),
    withRefusedAudit(auditor, server.release),
    withDeadline(server),
    withFreshness(server),
    withAuthentication(server),
    withAudit(auditor),
    // Also inside the audit filter, so that the audit event has the answer to a request that a later stage refuses.
    withErrors(server),
    withinDeadline,
    withImpersonation(server),
    withInFlightLimit(server),
    withAuthorization(server),
    withWatchers(server),
  ]
  const chain = filters.reduceRight<Handler>((next, filter) => filter(next), handler)
  return async (request, connection) => {
    const tracer = new Tracer(() => server.clock.steady(), observers.observed())
    const context = new RequestContext(
      request.headers.get('audit-id') || server.requestRandom.uuid(),
      request,
      connection,
      tracer,
    )
    if (!behaves('warning-headers', server)) context.warnings.mute()
    const at = server.clock.now()
    if (tracer.observed) tracer.step('request info', 0, { reason: `${context.info.verb} ${context.info.path}` })
    const native = !INSIDE.has(connection.remote)
    const copied = native && observers.recorded() ? copyOutside(request) : undefined
    const response = await chain(context)
    copied?.(context, response).then(
      (sent) => observers.sent(sent),
      () => undefined, // a request that was not received completely can't be replayed
    )
    response.headers.set('audit-id', context.id)
    if (tracer.observed)
      observers.traced(
        tracer.finish({
          id: context.id,
          at,
          method: request.method,
          path: context.target.raw,
          verb: context.info.verb,
          user: context.user.name,
          groups: context.user.groups,
          ...(native && {
            client: { agent: request.headers.get('user-agent') ?? '', address: connection.remote },
          }),
          ...(context.impersonator && { impersonator: context.impersonator.name }),
          status: response.status,
        }),
      )
    return response
  }
}
