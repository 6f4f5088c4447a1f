import { apiErrorOf } from '../errors'
import type { Filter } from '../context'
import { errorResponse } from '../wire/respond'
import type { Server } from '../server'

/** Turns errors from later stages into answers. An aborted request rejects: no client is left to answer. */
export const withErrors =
  (server: Server): Filter =>
  (next) =>
  async (context) => {
    try {
      return await next(context)
    } catch (error) {
      if (context.signal.aborted) throw context.signal.reason
      return errorResponse(
        context,
        apiErrorOf(error, server.release, (unknown) => server.report(unknown)),
      )
    }
  }
