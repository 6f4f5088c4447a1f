/**
 * A value, or a promise of one. Most values are available at once, and awaiting each would be a good part of a
 * request's work.
 */
export type MaybePromise<T> = T | Promise<T>

/** Calls `use` synchronously if the value is available, otherwise when it arrives. */
export const whenReady = <T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(use) : use(value)
