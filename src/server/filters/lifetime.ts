import { serviceUnavailable } from '../../machinery/api-error'
import type { Filter } from '../context'
import type { Server } from '../server'

/** A control plane that has stopped answers nobody any more; clients try again, and find its successor. */
export const withLifetime =
  (server: Server): Filter =>
  (next) =>
  async (context) => {
    if (server.lifetime.aborted) throw serviceUnavailable('the control plane is stopping')
    return next(context)
  }
