import { PreAuthError, serviceUnavailable } from '../../machinery/api-error'
import { checkEscapes } from '../../machinery/request-target'
import { lacksResource } from '../request-info'
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
    const { path } = context.target
    if (lacksResource(path))
      throw new PreAuthError(`failed to create RequestInfo: unable to determine kind and namespace from url, ${path}`)
    return next(context)
  }
