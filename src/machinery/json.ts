/** JSON values and the few operations on them that every room needs. */

/** Whole numbers beyond the safe range are of `bigint`: see `json-text.ts`. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject
/** A JSON object by member name. */
export type JsonObject = { [key: string]: Json }

/** Whether a value is an object, as opposed to a list, null or a scalar. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A deep copy; `undefined` members are left out. Keys such as `__proto__` stay plain data. */
export function clone<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  return (Array.isArray(value) ? cloneList(value) : cloneMembers(value as Record<string, unknown>)) as T
}

function cloneList(list: readonly unknown[]): unknown[] {
  const copy = list.slice()
  for (let i = 0; i < copy.length; i++) {
    const item = copy[i]
    if (typeof item === 'object' && item !== null) copy[i] = clone(item)
  }
  return copy
}

function cloneMembers(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // Spreading keeps the hidden class that the engine has for the object; setting members one by one is slower.
  const copy: Record<string, unknown> = { ...object }
  for (const key in copy) {
    const member = copy[key]
    if (typeof member === 'object' && member !== null) copy[key] = clone(member)
    else if (member === undefined) delete copy[key]
  }
  return copy
}

/** Values for which one traversal takes a millisecond or more. */
export const MANY_VALUES = 2000

/** The number of values within a value. Counting stops just beyond `MANY_VALUES`. */
export const countValues = (value: unknown): number => MANY_VALUES - leftOf(value, MANY_VALUES)

/** `from` minus the number of values in `node`; counting stops below zero. */
function leftOf(node: unknown, from: number): number {
  if (typeof node !== 'object' || node === null) return from
  if (Array.isArray(node)) {
    let left = from - node.length
    for (let i = 0; i < node.length && left >= 0; i++) left = leftOf(node[i], left)
    return left
  }
  let left = from
  for (const key in node) {
    left -= 1
    if (left < 0) return left
    left = leftOf((node as Record<string, unknown>)[key], left)
  }
  return left
}

/** The strings in a list; none if the value is no list. */
export const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** An own member of an object; undefined if only its prototype has one of this name. */
export const ownMember = (object: JsonObject, key: string): Json | undefined =>
  Object.hasOwn(object, key) ? object[key] : undefined

/** Sets an own property even when its name is `__proto__`. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else (target as Record<string, unknown>)[key] = value
}

/** Structural equality; the order of keys means nothing, the order of items does. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b)
  return !Array.isArray(b) && equalMembers(a as Record<string, unknown>, b as Record<string, unknown>)
}

function equalLists(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (!equal(a[i], b[i])) return false
  return true
}

/** An undefined member counts as absent. */
function equalMembers(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  let left = 0
  for (const key of Object.keys(a)) {
    const member = a[key]
    if (member === undefined) continue
    if (!Object.hasOwn(b, key) || !equal(member, b[key])) return false
    left += 1
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) left -= 1
  return left === 0
}

/** The value at a path of keys and indexes, or undefined. */
export function at(value: unknown, ...path: (string | number)[]): unknown {
  let node: unknown = value
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined
    node = (node as Record<string | number, unknown>)[step]
  }
  return node
}

/** A copy with the members of all objects sorted by name. */
export const sortMembers = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sortMembers)
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, member]) => [name, sortMembers(member)]),
        )
      : value
