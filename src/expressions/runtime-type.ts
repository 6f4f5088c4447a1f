import type { Type } from './types'
import {
  Duration,
  isList,
  MapValue,
  ObjectValue,
  OpaqueValue,
  OptionalValue,
  Timestamp,
  TypeValue,
  Unsigned,
  type Value,
} from './values'

const TESTS: Readonly<Partial<Record<Type['kind'], (value: Value) => boolean>>> = {
  int: (value) => typeof value === 'bigint',
  uint: (value) => value instanceof Unsigned,
  double: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  bytes: (value) => value instanceof Uint8Array,
  null: (value) => value === null,
  timestamp: (value) => value instanceof Timestamp,
  duration: (value) => value instanceof Duration,
  map: (value) => value instanceof MapValue,
  optional: (value) => value instanceof OptionalValue,
  type: (value) => value instanceof TypeValue,
  object: (value) => value instanceof ObjectValue,
}

/** Returns a run-time test for a parameter type. It checks list items too, since overloads may differ by them. */
export function typeTest(type: Type): (value: Value) => boolean {
  if (type.kind === 'list') {
    const test = typeTest(type.element)
    return (value) => isList(value) && (value[0] === undefined || test(value[0]))
  }
  if (type.kind === 'opaque') return (value) => value instanceof OpaqueValue && value.typeName === type.name
  return TESTS[type.kind] ?? (() => true)
}

/** Whether a value of the given static type may match `wanted`; unknown types may. */
export function mayHaveType(type: Type | undefined, wanted: Type): boolean {
  if (!type || UNKNOWN.has(type.kind) || UNKNOWN.has(wanted.kind)) return true
  if (type.kind === 'list' && wanted.kind === 'list') return mayHaveType(type.element, wanted.element)
  if (type.kind === 'opaque' && wanted.kind === 'opaque') return type.name === wanted.name
  return type.kind === wanted.kind
}
const UNKNOWN: ReadonlySet<Type['kind']> = new Set(['dyn', 'error', 'parameter', 'null'])
