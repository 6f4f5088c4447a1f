import { byCodePoint } from '../machinery/by-code-point'
import { itemIdentityOf, type ListIdentity } from './list-identity'
import {
  type Value,
  MapValue,
  ObjectValue,
  numericOf,
  isList,
  Timestamp,
  Duration,
  TypeValue,
  OpaqueValue,
  OptionalValue,
} from './values'

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i])
}
/** Steps to compare two values, and two map entries. */
const [COMPARE_STEPS, ENTRY_STEPS] = [20, 100]
/** Further steps if a text or number meets another type, which only untyped values do: reading those is slow. */
const UNLIKE_STEPS = 80
type Steps = { spend(steps: number): void } | undefined
function unlike(meter: Steps): false {
  meter?.spend(UNLIKE_STEPS)
  return false
}
function sameLists(a: readonly Value[], b: readonly Value[], meter: Steps): boolean {
  if (a.length !== b.length) return false
  meter?.spend(a.length)
  const identity = itemIdentityOf(a)
  if (identity) return sameItems(a, b, identity, meter)
  for (let i = 0; i < a.length; i += 1) {
    const left = a[i] ?? null
    const right = b[i] ?? null
    if (left !== right && !equalValues(left, right, meter)) return false
  }
  return true
}
/** Compares lists whose order does not count: each item with the one of the same identity. */
function sameItems(a: readonly Value[], b: readonly Value[], identity: ListIdentity, meter: Steps): boolean {
  meter?.spend(a.length * ENTRY_STEPS)
  const items = new Map(a.map((item) => [identity(item), item]))
  return b.every((item) => {
    const same = items.get(identity(item))
    return same !== undefined && equalValues(same, item, meter)
  })
}
function sameMaps(a: MapValue, b: MapValue, meter: Steps): boolean {
  if (a.size !== b.size) return false
  for (const [key, value] of a.entries()) {
    meter?.spend(ENTRY_STEPS)
    const other = b.get(key)
    if (other === undefined || !equalValues(value, other, meter)) return false
  }
  return true
}
function sameObjects(a: ObjectValue, b: ObjectValue, meter: Steps): boolean {
  if (a.typeName !== b.typeName || a.names().length !== b.names().length) return false
  return a.names().every((name) => {
    meter?.spend(ENTRY_STEPS)
    const [left, right] = [a.get(name), b.get(name)]
    return left !== undefined && right !== undefined && equalValues(left, right, meter)
  })
}

/**
 * Equality: numbers of all types by value, others only within their type. Values with shared parts can be far larger than the expression
 * that made them, so each part compared is counted.
 */
export function equalValues(a: Value, b: Value, meter?: Steps): boolean {
  if (a === b) return true
  meter?.spend(COMPARE_STEPS)
  if (typeof a === 'string') return typeof b !== 'string' && unlike(meter)
  const left = numericOf(a)
  if (left !== undefined) {
    const right = numericOf(b)
    return right === undefined ? unlike(meter) : left == right
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if (isList(a)) return isList(b) && sameLists(a, b, meter)
  if (a instanceof Uint8Array) return b instanceof Uint8Array && sameBytes(a, b)
  if (a instanceof Timestamp) return b instanceof Timestamp && a.ns === b.ns
  if (a instanceof Duration) return b instanceof Duration && a.ns === b.ns
  if (a instanceof MapValue) return b instanceof MapValue && sameMaps(a, b, meter)
  if (a instanceof TypeValue) return b instanceof TypeValue && a.name === b.name
  if (a instanceof OpaqueValue) return b instanceof OpaqueValue && a.equals(b)
  if (a instanceof ObjectValue) return b instanceof ObjectValue && sameObjects(a, b, meter)
  if (a instanceof OptionalValue && b instanceof OptionalValue) {
    if (a.value === undefined || b.value === undefined) return a.value === b.value
    return equalValues(a.value, b.value, meter)
  }
  return false
}

/** Order of two values; undefined if they can't be compared (such as NaN). */
export function compareValues(a: Value, b: Value): number | undefined {
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0
  if (typeof a === 'string' && typeof b === 'string') return byCodePoint(a, b)
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b)
  const left = comparable(a)
  const right = comparable(b)
  if (left === undefined || right === undefined) return undefined
  // Integers and doubles are compared as doubles.
  if (typeof left === 'number' && typeof right === 'bigint') return compareValues(a, Number(right))
  if (typeof left === 'bigint' && typeof right === 'number') return compareValues(Number(left), b)
  if (left < right) return -1
  if (left > right) return 1
  return left == right ? 0 : undefined
}
function comparable(value: Value): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value instanceof Timestamp || value instanceof Duration ? value.ns : numericOf(value)
}
function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i += 1) if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0)
  return a.length - b.length
}
