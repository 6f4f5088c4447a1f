/**
 * What an answer or an event was made of. Who asks within the process takes the value itself and reads no text; the value is
 * shared with the server, so nobody may change it.
 */
const values = new WeakMap<object, object>()

/** Says what an answer, or the chunk of a stream, was made of. @returns that answer or chunk */
export function tellValue<T extends object>(of: T, value: object): T {
  values.set(of, value)
  return of
}

/** What an answer or a chunk was made of; undefined where nobody said so. */
export const toldValue = (of: object): object | undefined => values.get(of)
