import { isObject } from '../../../../machinery/json'
import type { Jq } from './jq-tree'
import { JqMistake } from './jq-mistake'
import { compare, kindOf, requireList, show } from './jq-values'

/**
 * The members of an object.
 * @throws JqMistake for other values
 */
export const entries = (value: unknown): [string, unknown][] => {
  if (isObject(value)) return Object.entries(value)
  throw new JqMistake(`${kindOf(value)} has no keys`)
}

/** An object from entries, in every form that `from_entries` accepts. */
export const fromEntries = (list: unknown): Record<string, unknown> =>
  Object.fromEntries(
    requireList(list, 'from_entries').map((one): [string, unknown] => {
      const { key, k, name, value, v } = (isObject(one) ? one : {}) as Record<string, unknown>
      return [show(key ?? k ?? name), value ?? v ?? null]
    }),
  )

/** The list with nested lists flattened, `depth` levels deep. */
export function flatten(value: unknown, depth: number): unknown[] {
  return requireList(value, 'flatten').flatMap((one) =>
    Array.isArray(one) && depth > 0 ? flatten(one, depth - 1) : [one],
  )
}

/** The value and everything nested in it. */
export function recurse(value: unknown): unknown[] {
  const below = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
  return [value, ...below.flatMap(recurse)]
}

/** The first of each run of items with equal keys. */
export function distinct(sorted: readonly unknown[], key: (one: unknown) => unknown): unknown[] {
  return sorted.filter((one, i) => i === 0 || compare(key(one), key(sorted[i - 1])) !== 0)
}

/** The items grouped by key, in key order. */
export function grouped(list: readonly unknown[], key: (one: unknown) => unknown): unknown[][] {
  const groups: unknown[][] = []
  for (const one of [...list].sort((a, b) => compare(key(a), key(b)))) {
    const last = groups.at(-1)
    if (last && compare(key(last[0]), key(one)) === 0) last.push(one)
    else groups.push([one])
  }
  return groups
}

/** The value without the target of a path such as `.metadata.managedFields`. */
export function withoutPath(value: unknown, path: Jq): unknown {
  if (path.type === 'comma') return withoutPath(withoutPath(value, path.left), path.right)
  const keys: string[] = []
  let at = path
  while (at.type === 'field') {
    if (at.name.type !== 'literal') throw new JqMistake('del takes a path such as .metadata.labels')
    keys.unshift(show(at.name.value))
    at = at.of
  }
  if (at.type !== 'identity') throw new JqMistake('del takes a path such as .metadata.labels')
  const remove = (from: unknown, [key = '', ...rest]: readonly string[]): unknown => {
    if (Array.isArray(from))
      return rest.length === 0
        ? from.filter((_one, i) => i !== Number(key))
        : from.map((one, i) => (i === Number(key) ? remove(one, rest) : (one as unknown)))
    if (!isObject(from) || !Object.hasOwn(from, key)) return from
    const { [key]: old, ...others } = from as Record<string, unknown>
    return rest.length === 0 ? others : { ...from, [key]: remove(old, rest) }
  }
  return remove(value, keys)
}
