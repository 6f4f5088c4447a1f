/**
 * Something a page may send on arrival because the button that led there promised it. Kept in memory only: an address alone
 * never makes a page send anything.
 */
let promised: string | undefined

/** Promises something to the page that opens next. */
export const promise = (what: string): void => {
  promised = what
}

/** Whether this was promised. Consumes the promise, so it is true only once. */
export function takePromise(what: string): boolean {
  if (promised !== what) return false
  promised = undefined
  return true
}
