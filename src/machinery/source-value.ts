/**
 * The value a response or event was serialised from. Callers in the same process take it directly instead of parsing text; it is shared
 * with the server, so nobody may change it.
 */
const values = new WeakMap<object, object>()

/** Attaches the source value to a response or a chunk of a stream. @returns that response or chunk */
export function attachSourceValue<T extends object>(of: T, value: object): T {
  values.set(of, value)
  return of
}

/** The source value of a response or chunk; undefined if none was attached. */
export const sourceValueOf = (of: object): object | undefined => values.get(of)
