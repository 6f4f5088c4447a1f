import { create } from 'zustand'

/**
 * Something a page may send on arrival because the button that led there promised it. Kept in memory only: an address alone
 * never makes a page send anything.
 */
const usePromises = create<{ readonly promised?: string | undefined }>()(() => ({}))

/** Promises something to the page that opens next, or to the one that is open. */
export const promise = (promised: string): void => usePromises.setState({ promised })

/** What is promised now, for pages that may already be open when something is promised to them. */
export const usePromised = (): string | undefined => usePromises(({ promised }) => promised)

/** Whether this was promised. Consumes the promise, so it is true only once. */
export function takePromise(what: string): boolean {
  if (usePromises.getState().promised !== what) return false
  usePromises.setState({ promised: undefined })
  return true
}
