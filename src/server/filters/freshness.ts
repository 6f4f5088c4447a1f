import type { Filter, RequestContext } from '../context'
import type { Server } from '../server'

/**
 * Where several servers share a store: a request waits until this one has heard of everything that was written before it came.
 * Reads that say how old they may be do not wait, so they go on where the others' answer is that the medium is away.
 */
export const withFreshness =
  ({ store }: Pick<Server, 'store'>): Filter =>
  (next) =>
  (context) =>
    store.fresh && needsFresh(context, store.revision)
      ? context.deadline.race(store.fresh()).then(() => next(context))
      : next(context)

/** Whether an answer from what is in memory, which may lag behind others' writes, is not good enough. */
export function needsFresh({ info, query }: Pick<RequestContext, 'info' | 'query'>, revision: number): boolean {
  if (!info.isResourceRequest) return false
  if (!['get', 'list', 'watch'].includes(info.verb)) return true
  const version = query.get('resourceVersion') ?? ''
  // What an earlier page or watch saw at another server must be here, too.
  if (version === '' || query.get('continue')) return true
  return info.verb === 'watch' && Number(version) > revision
}
