import { tooManyRequests } from '../../machinery/api-error'
import type { Filter } from '../context'
import type { Server } from '../server'

const READS = new Set(['get', 'list', 'head', 'options'])

/** Limits the number of concurrent requests to that of the flags; watches don't count. */
export const withInFlightLimit = (server: Server): Filter => {
  const running = { reads: 0, writes: 0 }
  const most = {
    reads: Number(server.flag('max-requests-inflight') ?? 400),
    writes: Number(server.flag('max-mutating-requests-inflight') ?? 200),
  }
  const counted = async (pool: keyof typeof running, work: () => Promise<Response>): Promise<Response> => {
    running[pool] += 1
    try {
      return await work()
    } finally {
      running[pool] -= 1
    }
  }
  return (next) => (context) => {
    if (context.info.verb === 'watch' || context.user.groups.includes('system:masters')) return next(context)
    const pool = READS.has(context.info.verb) ? 'reads' : 'writes'
    if (most[pool] > 0 && running[pool] >= most[pool])
      throw tooManyRequests('Too many requests, please try again later.', 1)
    return counted(pool, () => next(context))
  }
}
