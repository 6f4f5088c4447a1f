import { clone, equal, setOwn } from '../../../machinery/json'

/** A place with a later write: the value that this change wrote, and the current one. */
export interface Clash {
  readonly path: string
  readonly wrote: unknown
  readonly now: unknown
}

type Members = Record<string, unknown>
type Path = readonly (string | number)[]

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list as a map by the items' names, if all have distinct ones; any other list is a single value. */
function named(list: unknown): Map<string, unknown> | undefined {
  if (!Array.isArray(list)) return undefined
  const items = new Map<string, unknown>()
  for (const item of list as unknown[]) {
    const name = isMembers(item) ? item['name'] : undefined
    if (typeof name !== 'string' || items.has(name)) return undefined
    items.set(name, item)
  }
  return items
}

/** A path in the usual notation: `spec.template.metadata.labels[app.orch.io/name]`. */
export const pathText = (path: Path): string =>
  path.map((part, i) => (/^[A-Za-z_][\w-]*$/.test(String(part)) ? `${i ? '.' : ''}${part}` : `[${part}]`)).join('')

/**
 * Undoes the difference between `before` and `after` in `now`, keeping changes elsewhere. A place that was changed
 * again is a clash; `value` has the former value there.
 */
export function revert(before: unknown, after: unknown, now: unknown): { value: unknown; clashes: readonly Clash[] } {
  const clashes: Clash[] = []
  const value = walk(before, after, now, [], clashes)
  return { value, clashes }
}

function walk(before: unknown, after: unknown, now: unknown, path: Path, clashes: Clash[]): unknown {
  if (equal(before, after)) return clone(now)
  if (equal(now, after)) return clone(before)
  if (equal(now, before)) return clone(now)
  if (isMembers(after) && isMembers(now) && (isMembers(before) || before === undefined))
    return members(before ?? {}, after, now, path, clashes)
  const items = [named(before ?? []), named(after), named(now)] as const
  if (items[0] && items[1] && items[2]) return list(items[0], items[1], items[2], path, clashes)
  clashes.push({ path: pathText(path), wrote: after, now })
  return clone(before)
}

function members(before: Members, after: Members, now: Members, path: Path, clashes: Clash[]): Members {
  const kept: Members = {}
  for (const key of new Set([...Object.keys(now), ...Object.keys(before)])) {
    const member = walk(before[key], after[key], now[key], [...path, key], clashes)
    if (member !== undefined) setOwn(kept, key, member)
  }
  return kept
}

function list(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  now: ReadonlyMap<string, unknown>,
  path: Path,
  clashes: Clash[],
): unknown[] {
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
    const item = walk(before.get(name), after.get(name), now.get(name), [...path, name], clashes)
    return item === undefined ? [] : [item]
  })
}
