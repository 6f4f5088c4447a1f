/**
 * Schema of a type, in one form for built-in kinds (generated) and custom types (from their definitions). Used by decoding, validation,
 * merging, ownership and OpenAPI. Resource API, "Merge-strategy markers".
 */
export type ScalarFormat =
  | 'int32'
  | 'int64'
  | 'double'
  | 'byte' // base64
  | 'date-time' // RFC 3339, whole seconds
  | 'micro-time' // RFC 3339, microseconds
  | 'duration'
  | 'quantity' // canonicalised; also accepts numbers
  | 'int-or-string'

/** The type of a value: what members or items it has, and how its scalars are written. */
export interface Schema {
  /** `any` is kept as it is: raw extensions, JSON, preserved unknown fields without a type. */
  readonly type: 'struct' | 'map' | 'list' | 'string' | 'integer' | 'number' | 'boolean' | 'any'
  readonly format?: ScalarFormat
  /** Full type name, such as `core.v1.PodSpec`; for messages, OpenAPI and `explain`. */
  readonly name?: string
  /** Fields of a struct. A getter on generated types, which may be recursive. */
  readonly fields?: ReadonlyMap<string, Schema>
  /** Required fields (custom types; required fields of built-in types are checked by validation). */
  readonly required?: readonly string[]
  /** Type of map values or list items. */
  readonly element?: Schema
  readonly listType?: 'atomic' | 'set' | 'map'
  readonly listMapKeys?: readonly string[]
  /** For maps and structs; granular if absent. */
  readonly mapType?: 'atomic' | 'granular'
  /** Strategic merge: `merge`, `replace`, `retainKeys` or two of them. */
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[]
  readonly patchMergeKey?: string
  readonly nullable?: boolean
  /** Default applied when decoding (custom types, and keys of keyed lists such as a port's protocol). */
  readonly default?: unknown
  /** Whether unknown fields are preserved (custom types). */
  readonly preserveUnknown?: boolean
  /** Whether the value is a whole object with apiVersion, kind and metadata (custom types). */
  readonly embedded?: boolean
  /** Type of undeclared fields of a struct (custom types with both properties and additionalProperties). */
  readonly additional?: Schema
  /** Whether zero values (false, 0, '', empty list or map) mean absent and are omitted in responses. */
  readonly omitEmpty?: boolean
  /**
   * Whether responses always contain the field: a struct as `{}`, a list or time as null, a scalar as zero, or as null (`null`) if its
   * zero is meaningful.
   */
  readonly always?: boolean | 'null'
  /** Whether responses of earlier releases always contained the field; a stored null is dropped. */
  readonly onceAlways?: boolean
  /** Whether the field is type-checked but never stored. */
  readonly ignored?: boolean
  /** For `any`: possible types; decoding takes the first that matches. */
  readonly alternatives?: readonly Schema[]
  /** Further validation rules of custom types (minimum, pattern, enum, oneOf …), as defined. */
  readonly rules?: Readonly<Record<string, unknown>>
}
