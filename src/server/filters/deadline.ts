import { parseGoDuration } from '../../machinery/go-duration'
import { isLongRunning } from '../long-running'
import { Deadlines, timeoutOf } from '../deadline'
import type { Filter } from '../context'
import type { Server } from '../server'

/**
 * Ends requests that take longer than `--request-timeout` or their own `timeout`. Streams have limits of their own, and a limit of zero
 * means none.
 */
export const withDeadline = (server: Server): Filter => {
  const most = parseGoDuration(server.flag('request-timeout') ?? '0') ?? 0
  const deadlines = new Deadlines(server.clock, server.lifetime)
  return (next) => async (context) => {
    if (isLongRunning(context)) return next(context)
    const ms = timeoutOf(context.query, most > 0 ? most : Infinity)
    if (ms === Infinity) return next(context)
    const { deadline } = context
    deadlines.start(deadline, ms)
    try {
      return await deadline.race(next(context))
    } finally {
      deadline.stop()
    }
  }
}

/** Ends the request inside the audit filter too, so that its record has the answer that the client gets. */
export const withinDeadline: Filter = (next) => (context) => context.deadline.race(next(context))
