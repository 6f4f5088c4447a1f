import { apiErrorOf } from '../errors'
import type { Filter } from '../context'
import { errorResponse } from '../wire/respond'
import type { Server } from '../server'

/** Whatever a later stage throws becomes an answer here. An aborted request rejects: nobody is left to answer. */
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
        apiErrorOf(error, (unknown) => server.report(unknown)),
      )
    }
  }
