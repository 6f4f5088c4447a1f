import { parseGoDuration } from '../../machinery/go-duration'
import { isLongRunning } from '../long-running'
import { type Deadline, Deadlines, timeoutOf } from '../deadline'
import type { Filter } from '../context'
import type { Server } from '../server'

/**
 * Ends requests that take longer than `--request-timeout` or their own `timeout`. Streams have limits of their own, and a limit of zero
 * means none.
 */
export const withDeadline = (server: Server): Filter => {
  const most = parseGoDuration(server.flag('request-timeout') ?? '0') ?? 0
  const deadlines = new Deadlines(server.clock, server.lifetime)
  return (next) => (context) => {
    if (isLongRunning(context)) return next(context)
    const ms = timeoutOf(context.query, most > 0 ? most : Infinity, server.release)
    if (ms === Infinity) return next(context)
    const { deadline } = context
    deadlines.start(deadline, ms)
    return stopped(deadline, () => deadline.race(next(context)))
  }
}

async function stopped(deadline: Deadline, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } finally {
    deadline.stop()
  }
}

/** Ends the request inside the audit filter too, so that its record has the answer that the client gets. */
export const withinDeadline: Filter = (next) => (context) => context.deadline.race(next(context))
