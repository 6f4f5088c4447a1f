/** JSON values and the few operations on them that every room needs. */

/** Whole numbers beyond the safe range are of `bigint`: see `json-text.ts`. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

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
  // A copy as a whole keeps the form that the engine has found for the object: members set one by one take longer.
  const copy: Record<string, unknown> = { ...object }
  for (const key in copy) {
    const member = copy[key]
    if (typeof member === 'object' && member !== null) copy[key] = clone(member)
    else if (member === undefined) delete copy[key]
  }
  return copy
}

/** So many values make each walk through them take a millisecond or more. */
const MANY = 2000

/** Whether a value holds so many others that walks through it take their time. Looks at no more than it must. */
export const holdsMany = (value: unknown): boolean => leftOf(value, MANY) < 0

/** What is left of a number once the values within one are taken from it; below zero it is not counted on. */
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

/** A member that is undefined is none. */
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

/** The value with the members of all its objects in the order of their names. */
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
