import { serviceUnavailable } from '../../machinery/api-error'
import { checkEscapes } from '../../machinery/request-target'
import type { Filter } from '../context'
import type { Server } from '../server'

/**
 * A control plane that has stopped answers no requests any more; clients try again, and find its successor. A path that
 * can't be read is refused before anything is asked about it.
 */
export const withLifetime =
  (server: Server): Filter =>
  (next) =>
  (context) => {
    if (server.lifetime.aborted) throw serviceUnavailable('the control plane is stopping')
    checkEscapes(context.target)
    return next(context)
  }
