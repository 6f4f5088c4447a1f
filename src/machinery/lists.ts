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
