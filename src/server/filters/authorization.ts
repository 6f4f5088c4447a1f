import { authorizeOrThrow } from '../authorize'
import type { Filter } from '../context'
import type { Server } from '../server'

/** Refuses requests that no authorizer allows, before checking whether the path exists. */
export const withAuthorization =
  (server: Server): Filter =>
  (next) =>
  (context) => {
    const waiting = authorizeOrThrow(server, context)
    return waiting ? waiting.then(() => next(context)) : next(context)
  }
