/** Run-time values of expressions. `bigint` is an int, `number` a double; values without a JSON form have their own classes. */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | readonly Value[]
  | Unsigned
  | Timestamp
  | Duration
  | MapValue
  | ObjectValue
  | OptionalValue
  | TypeValue
  | OpaqueValue

/** An unsigned integer of 64 bits. */
export class Unsigned {
  constructor(readonly value: bigint) {}
}
/** A point in time, in nanoseconds since 1970. The offset in minutes is that of the zone it was written in, and prints it again. */
export class Timestamp {
  constructor(
    readonly ns: bigint,
    readonly offset = 0,
  ) {}
}
/** A duration in nanoseconds. */
export class Duration {
  constructor(readonly ns: bigint) {}
}
/** A type as a value: the result of `type(x)`. */
export class TypeValue {
  constructor(readonly name: string) {}
}
/** A value that may be absent. */
export class OptionalValue {
  static readonly none = new OptionalValue(undefined)
  constructor(readonly value: Value | undefined) {}
}

/** An object with declared fields, which are converted from JSON on first use. */
export interface FieldSource {
  readonly typeName: string
  readonly fields: () => readonly string[]
  /** Undefined if the object lacks the field. */
  readonly field: (name: string) => Value | undefined
}
/** An object whose fields are read when they are used. */
export class ObjectValue {
  private readonly known = new Map<string, Value | undefined>()
  constructor(private readonly source: FieldSource) {}
  get typeName(): string {
    return this.source.typeName
  }
  names(): readonly string[] {
    return this.source.fields()
  }
  get(name: string): Value | undefined {
    if (this.known.has(name)) return this.known.get(name)
    const value = this.source.field(name)
    this.known.set(name, value)
    return value
  }
}

/** A library value: a quantity, an address, … `data` is private to its functions. */
export class OpaqueValue {
  constructor(
    readonly typeName: string,
    readonly data: unknown,
    private readonly same: (a: unknown, b: unknown) => boolean = Object.is,
    /** Size from which calls compute their cost. */
    readonly size = 1,
  ) {}
  equals(other: OpaqueValue): boolean {
    return this.typeName === other.typeName && this.same(this.data, other.data)
  }
}

type Key = string | bigint | boolean
/** Key of a map entry; equal numbers of any type are one key. */
function keyOf(key: Value): Key | undefined {
  if (typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean') return key
  if (key instanceof Unsigned) return key.value
  return typeof key === 'number' && Number.isInteger(key) ? BigInt(key) : undefined
}

/** A map with string, number or boolean keys. */
export class MapValue {
  private readonly entriesByKey = new Map<Key, readonly [Value, Value]>()
  static of(entries: Iterable<readonly [Value, Value]>): MapValue {
    const map = new MapValue()
    for (const [key, value] of entries) map.add(key, value)
    return map
  }
  /** Returns false if the map already has the key, undefined if it is not a valid key. */
  add(key: Value, value: Value): boolean | undefined {
    const known = typeof key === 'number' ? undefined : keyOf(key)
    if (known === undefined) return undefined
    if (this.entriesByKey.has(known)) return false
    this.entriesByKey.set(known, [key, value])
    return true
  }
  get(key: Value): Value | undefined {
    const known = keyOf(key)
    return known === undefined ? undefined : this.entriesByKey.get(known)?.[1]
  }
  get size(): number {
    return this.entriesByKey.size
  }
  entries(): Iterable<readonly [Value, Value]> {
    return this.entriesByKey.values()
  }
}

/** Whether a value is a list. */
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

/** The name of a value's type, as `type()` prints it. */
export function typeNameOf(value: Value): string {
  if (value === null) return 'null_type'
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'double'
    case 'string':
      return 'string'
  }
  if (isList(value)) return 'list'
  if (value instanceof Uint8Array) return 'bytes'
  if (value instanceof Unsigned) return 'uint'
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp'
  if (value instanceof Duration) return 'google.protobuf.Duration'
  if (value instanceof MapValue) return 'map'
  if (value instanceof OptionalValue) return 'optional_type'
  if (value instanceof TypeValue) return 'type'
  return value.typeName
}

/** A short form of a value for messages: scalars literally, others by type. */
export function showScalar(value: Value): string {
  const scalar = value instanceof Unsigned ? value.value : value
  return typeof scalar === 'object' && scalar !== null ? typeNameOf(scalar) : String(scalar)
}

/** Integers of both types as bigint, doubles as number; undefined for everything else. */
export const numericOf = (value: Value): bigint | number | undefined =>
  typeof value === 'bigint' || typeof value === 'number' ? value : value instanceof Unsigned ? value.value : undefined

const HIGH_HALF = /[\ud800-\udbff]/
/** Length from which searching a text costs less than reading it. */
const LONG = 32
/** Length of a string in characters, or size of a collection. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return lengthOf(value)
  if (isList(value) || value instanceof Uint8Array) return value.length
  if (value instanceof MapValue || value instanceof OpaqueValue) return value.size
  return value instanceof ObjectValue ? value.names().length : 1
}
/** Length of a text in code points. */
export function lengthOf(text: string): number {
  let length = text.length
  // A native search is much faster for long text without surrogate pairs.
  if (length >= LONG && !HIGH_HALF.test(text)) return length
  for (let i = 0; i < text.length - 1; i += 1) {
    const code = text.charCodeAt(i)
    if (code < 0xd800 || code > 0xdbff) continue
    length -= 1
    i += 1
  }
  return length
}
