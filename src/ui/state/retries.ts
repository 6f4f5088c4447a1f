/** Failures of reads that are retried automatically, each with a function that retries at once. */
const repeated = new WeakMap<object, () => void>()

/** Notes that what failed is tried again after a while; `now` tries it at once. */
export function noteRetry(error: unknown, now: () => void): void {
  if (typeof error === 'object' && error !== null) repeated.set(error, now)
}

/** Tries what failed again at once; undefined if there is nothing to retry it with. */
export const retryOf = (error: unknown): (() => void) | undefined =>
  typeof error === 'object' && error !== null ? repeated.get(error) : undefined
