import { StoreError } from './store'

/** Database errors that retrying can't fix: a newer version of the page wrote it. */
const LASTING: ReadonlySet<string> = new Set(['VersionError'])

/**
 * Whether opening a store may succeed later: another tab may close it, space may be freed, or the browser had a temporary fault. Damage
 * and being superseded are permanent.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof DOMException) return !LASTING.has(error.name)
  if (!(error instanceof StoreError)) return false
  if (error.code === 'blocked' || error.code === 'quota-exceeded') return true
  return error.code === 'unreadable' && error.cause instanceof DOMException && isTransient(error.cause)
}
