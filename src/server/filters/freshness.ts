import type { Filter, RequestContext } from '../context'
import type { Server } from '../server'

/**
 * If several servers share a store: delays a request until this server has seen every write made before the request arrived. Reads that
 * accept stale data don't wait, so they still work while the medium is unreachable.
 */
export const withFreshness =
  ({ store }: Pick<Server, 'store'>): Filter =>
  (next) =>
  (context) =>
    store.fresh && needsFresh(context, store.revision)
      ? context.deadline.race(store.fresh()).then(() => next(context))
      : next(context)

/** Whether the request needs data that is certainly current. Memory may lag behind other servers' writes. */
export function needsFresh({ info, query }: Pick<RequestContext, 'info' | 'query'>, revision: number): boolean {
  if (!info.isResourceRequest) return false
  if (!['get', 'list', 'watch'].includes(info.verb)) return true
  const version = query.get('resourceVersion') ?? ''
  // An earlier page or watch may have used another server; this one must have seen the same version.
  if (version === '' || query.get('continue')) return true
  return info.verb === 'watch' && Number(version) > revision
}
