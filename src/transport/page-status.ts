import type { PageStatus } from './page'

/** The status after a change. What no longer holds goes with what it belonged to: the error with its role, the step with waiting. */
export function statusAfter(status: PageStatus, change: Partial<PageStatus>): PageStatus {
  // The error says why nothing runs: it goes with the role that it belongs to.
  const { error, ...before } = status
  const kept = change.role === undefined && error !== undefined ? { error } : {}
  const { busy, superseded, step, ...rest } = { ...before, ...kept, ...change }
  return {
    ...rest,
    ...(busy && { busy }),
    ...(superseded && { superseded }),
    // Of no interest once somebody serves this tab.
    ...(step && rest.role === 'waiting' && { step }),
  }
}
