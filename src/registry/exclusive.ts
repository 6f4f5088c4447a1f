import type { ApiObject } from '../machinery/object'
import { Disturbed, type Entry, type Store } from '../store/store'
import type { WriteCall } from './write-call'

type Put = Parameters<Store['commit']>[0]

/** Exclusive values (such as addresses or ports) that `draft` claims and `old` does not have yet. */
function takenBy({ type }: WriteCall, draft: ApiObject, old: ApiObject | undefined): readonly string[] {
  const { exclusive } = type.hub.behaviour
  if (!exclusive) return []
  const before = new Set(old && exclusive(old))
  return exclusive(draft).filter((one) => !before.has(one))
}

/** Whether no other object holds any of them. */
function isUntaken(call: WriteCall, draft: ApiObject, taken: readonly string[]): boolean {
  const { hub } = call.type
  const { namespace = '', name = '' } = draft.metadata
  return call.context.reader
    .list(hub)
    .filter(({ metadata }) => metadata.name !== name || (metadata.namespace ?? '') !== namespace)
    .every((other) => !hub.behaviour.exclusive?.(other).some((one) => taken.includes(one)))
}

/**
 * Commits a write. If it claims exclusive values, it succeeds only if no other server has claimed them meanwhile; otherwise it rejects
 * with `Disturbed`, so that the caller can retry.
 */
export async function commitExclusively(
  store: Store,
  call: WriteCall,
  write: Put,
  draft: ApiObject,
  old?: ApiObject,
): Promise<Entry> {
  const taken = store.fresh ? takenBy(call, draft, old) : []
  if (taken.length === 0) return call.commit(write)
  for (;;) {
    const { revision } = store
    if (!isUntaken(call, draft, taken)) throw new Disturbed('another server has given it out')
    try {
      return await call.commit({ ...write, undisturbed: { prefix: call.type.hub.prefix, revision } })
    } catch (error) {
      // Usually the other write claimed something else; then retry.
      if (!(error instanceof Disturbed)) throw error
    }
  }
}
