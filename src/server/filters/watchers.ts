import type { Filter, RequestContext } from '../context'
import type { Server } from '../server'

/** Adds the last stage of a write to the trace: how many watchers were notified. They are notified before the answer is sent. */
export const withWatchers =
  (server: Server): Filter =>
  (next) =>
  (context) =>
    context.tracer.observed ? withTrace(server, context, next(context)) : next(context)

async function withTrace(server: Server, context: RequestContext, answer: Promise<Response>): Promise<Response> {
  const { tracer, info } = context
  const response = await answer
  if (tracer.wrote && !context.query.has('dryRun'))
    tracer.step('watchers', tracer.now(), {
      reason: () => {
        const told = server.watches.following(info)
        return told === 0
          ? `nobody watches ${info.resource} here`
          : `${told} ${told === 1 ? 'watch' : 'watches'} of ${info.resource} told, in the order of revisions`
      },
    })
  return response
}
