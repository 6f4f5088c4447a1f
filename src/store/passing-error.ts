import { StoreError } from './store'

/** Failures of a browser's database that are no matter of time: a newer form of the page wrote it. */
const LASTING: ReadonlySet<string> = new Set(['VersionError'])

/**
 * Whether what failed at opening a store may work a little later: another tab lets go of it, space is freed, or the browser had a
 * fault of its own. What is damaged stays so, and who was shut out too.
 */
export function passes(error: unknown): boolean {
  if (error instanceof DOMException) return !LASTING.has(error.name)
  if (!(error instanceof StoreError)) return false
  if (error.code === 'blocked' || error.code === 'quota-exceeded') return true
  return error.code === 'unreadable' && error.cause instanceof DOMException && passes(error.cause)
}
