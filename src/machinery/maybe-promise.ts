/** A value, or a promise of one. Most are at hand: waiting for each of them would be a good part of a request's work. */
export type MaybePromise<T> = T | Promise<T>

/** Calls `use` synchronously if the value is at hand, otherwise when it arrives. */
export const whenReady = <T, U>(value: MaybePromise<T>, use: (value: T) => MaybePromise<U>): MaybePromise<U> =>
  value instanceof Promise ? value.then(use) : use(value)
