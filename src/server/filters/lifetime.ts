import { serviceUnavailable } from '../../machinery/api-error'
import { checkEscapes } from '../../machinery/request-target'
import type { Filter } from '../context'
import type { Server } from '../server'

/**
 * Refuses requests after the control plane has stopped; clients retry and reach its successor. Also refuses an unreadable path before any
 * other check.
 */
export const withLifetime =
  (server: Server): Filter =>
  (next) =>
  (context) => {
    if (server.lifetime.aborted) throw serviceUnavailable('the control plane is stopping')
    checkEscapes(context.target)
    return next(context)
  }
