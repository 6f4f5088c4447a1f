import type { PageStatus } from './page'

/** The status after a change. Fields that no longer apply are removed: the error with its role, the step when waiting ends. */
export function statusAfter(status: PageStatus, change: Partial<PageStatus>): PageStatus {
  // The error explains why nothing runs, so it is removed with the role that it belongs to.
  const { error, ...before } = status
  const kept = change.role === undefined && error !== undefined ? { error } : {}
  const { busy, superseded, step, ...rest } = { ...before, ...kept, ...change }
  return {
    ...rest,
    ...(busy && { busy }),
    ...(superseded && { superseded }),
    // Only relevant while nobody serves this tab.
    ...(step && rest.role === 'waiting' && { step }),
  }
}
