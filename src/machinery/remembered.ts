/**
 * A function that finds the result for each text once, and forgets all results when there are more than `most`. Errors that `find` throws
 * are not remembered.
 */
export function rememberedByText<V extends string | number>(
  most: number,
  find: (text: string) => V,
): (text: string) => V {
  const known = new Map<string, V>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = find(text)
    if (known.size >= most) known.clear()
    known.set(text, found)
    return found
  }
}

/** A function that finds the result for each pair of objects once. A result lives no longer than either of them. */
export function rememberedByPair<A extends object, B extends object, V extends object>(
  find: (one: A, other: B) => V,
): (one: A, other: B) => V {
  const known = new WeakMap<A, WeakMap<B, V>>()
  return (one, other) => {
    let results = known.get(one)
    if (!results) known.set(one, (results = new WeakMap()))
    let result = results.get(other)
    if (!result) results.set(other, (result = find(one, other)))
    return result
  }
}
