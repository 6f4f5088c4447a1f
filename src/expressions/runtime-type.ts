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

/** Whether a value may be passed where the type is wanted; lists are looked into, since overloads differ by their items. */
export function hasType(value: Value, type: Type): boolean {
  if (type.kind === 'list') return isList(value) && (value[0] === undefined || hasType(value[0], type.element))
  if (type.kind === 'opaque') return value instanceof OpaqueValue && value.typeName === type.name
  return TESTS[type.kind]?.(value) ?? true
}
