import { isObject } from '../machinery/json'

/** One part of a path: a member, an index, or every item. */
type Part = string | number | typeof EVERY
const EVERY = Symbol('every item')

// A member; an index or `*` in brackets; a quoted member in brackets, for names with dots.
const PART = /^\.?([A-Za-z_$][\w$-]*)|^\[(\d+|\*)\]|^\["([^"]*)"\]/

/** Parses a path such as `items[*].metadata.labels["app"]`; undefined if it is invalid. */
export function fieldPath(text: string): readonly Part[] | undefined {
  const parts: Part[] = []
  for (let rest = text; rest !== '';) {
    const found = PART.exec(rest)
    if (!found) return undefined
    const [whole, member, index, quoted] = found
    parts.push(member ?? quoted ?? (index === '*' ? EVERY : Number(index)))
    rest = rest.slice(whole.length)
  }
  return parts
}

/** The values at a path: none if it does not exist, several with `[*]`. */
export function valuesAt(value: unknown, text: string): readonly unknown[] {
  const parts = fieldPath(text) ?? []
  return parts.reduce<unknown[]>(
    (values, part) =>
      values.flatMap((one): unknown[] => {
        if (part === EVERY) return Array.isArray(one) ? one : []
        if (typeof part === 'number') return Array.isArray(one) && part < one.length ? [one[part]] : []
        return isObject(one) && Object.hasOwn(one, part) ? [one[part]] : []
      }),
    [value],
  )
}
