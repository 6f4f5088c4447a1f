/**
 * The value a response or event was serialised from. Callers in the same process take it directly instead of parsing text; it is shared
 * with the server, so it must not be changed.
 */
const SOURCE = Symbol('source value')

/** The value is a member of what carries it: a weak map of so many short-lived keys would cost more than they do. */
type Carrier = object & { readonly [SOURCE]?: object }

/** Attaches the source value to a response or a chunk of a stream. @returns that response or chunk */
export function attachSourceValue<T extends object>(of: T, value: object): T {
  return Object.assign(of, { [SOURCE]: value })
}

/** The source value of a response or chunk; undefined if none was attached. */
export function sourceValueOf(of: object): object | undefined {
  const carrier: Carrier = of
  return carrier[SOURCE]
}
