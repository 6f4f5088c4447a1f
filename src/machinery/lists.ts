/** Appends all items. `push(...items)` overflows the stack for lists as long as a request may send. */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item)
}

/** The minimum, or `Infinity` of nothing. */
export function least(numbers: Iterable<number>): number {
  let found = Infinity
  for (const number of numbers) found = Math.min(found, number)
  return found
}

/** The maximum, or `-Infinity` of nothing. */
export function greatest(numbers: Iterable<number>): number {
  let found = -Infinity
  for (const number of numbers) found = Math.max(found, number)
  return found
}

/** Maps items, but returns the list itself if no item changed. Never changes the input. */
export function mapChanged<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  let copy: T[] | undefined
  for (let i = 0; i < items.length; i++) {
    const item = items[i] as T
    const changed = change(item)
    if (changed !== item) (copy ??= items.slice())[i] = changed
  }
  return copy ?? items
}
