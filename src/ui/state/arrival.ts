/**
 * What a page does by itself when somebody arrives by a button that promised it. Lives in memory only: an address alone never
 * makes a page send anything.
 */
let promised: string | undefined

export const promise = (what: string): void => {
  promised = what
}

/** Whether this was promised; true only once. */
export function takePromise(what: string): boolean {
  if (promised !== what) return false
  promised = undefined
  return true
}
