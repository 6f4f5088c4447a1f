/** Adds all items to a list. A call with as many arguments overflows the stack when a request brings the items. */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item)
}

/** The least of some numbers, `Infinity` of none. */
export function least(numbers: Iterable<number>): number {
  let found = Infinity
  for (const number of numbers) found = Math.min(found, number)
  return found
}

/** The greatest of some numbers, `-Infinity` of none. */
export function greatest(numbers: Iterable<number>): number {
  let found = -Infinity
  for (const number of numbers) found = Math.max(found, number)
  return found
}

/** The items as `change` makes them; the list itself where that changes none. The list given is never changed. */
export function mapChanged<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  let copy: T[] | undefined
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as T
    const changed = change(item)
    if (changed !== item) (copy ??= items.slice())[i] = changed
  }
  return copy ?? items
}
