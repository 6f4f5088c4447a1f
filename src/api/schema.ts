/**
 * What is known of a type's fields: one form for built-in kinds (generated) and custom types (from their definitions).
 * Decoding, validation, merge strategies, ownership and OpenAPI all read it. Resource API, "Merge-strategy markers".
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

export interface Schema {
  /** `any` is a value that is kept as it is: raw extensions, JSON, preserved unknown fields without a type. */
  readonly type: 'struct' | 'map' | 'list' | 'string' | 'integer' | 'number' | 'boolean' | 'any'
  readonly format?: ScalarFormat
  /** Full name of the type, such as `core.v1.PodSpec`; for messages, OpenAPI and `explain`. */
  readonly name?: string
  /** Of a struct. A getter on generated types, so that types may refer to themselves. */
  readonly fields?: ReadonlyMap<string, Schema>
  /** Names of fields that a body must carry (custom types; built-in requirements are validation). */
  readonly required?: readonly string[]
  /** Of a map: its values. Of a list: its items. */
  readonly element?: Schema
  readonly listType?: 'atomic' | 'set' | 'map'
  readonly listMapKeys?: readonly string[]
  /** Of a map or struct; granular when absent. */
  readonly mapType?: 'atomic' | 'granular'
  /** Strategic merge: `merge`, `replace`, `retainKeys` or two of them. */
  readonly patchStrategy?: readonly ('merge' | 'replace' | 'retainKeys')[]
  readonly patchMergeKey?: string
  readonly nullable?: boolean
  /** A default that decoding fills in (custom types, and keys of keyed lists such as a port's protocol). */
  readonly default?: unknown
  /** Fields that the struct does not name are kept (custom types). */
  readonly preserveUnknown?: boolean
  /** The value is a whole object with apiVersion, kind and metadata (custom types). */
  readonly embedded?: boolean
  /** Value of fields that a struct does not name (custom types with both properties and additionalProperties). */
  readonly additional?: Schema
  /** The zero value (false, 0, '', an empty list or map) means the same as absence, and is left out of answers. */
  readonly omitEmpty?: boolean
  /**
   * Answers carry the field even when nobody set it: a struct as `{}`, a list or time as null, a scalar as its zero, or
   * as null (`null`) where its zero is a value of its own.
   */
  readonly always?: boolean | 'null'
  /** Answers of earlier releases carried the field always; a null that they left behind is dropped. */
  readonly onceAlways?: boolean
  /** The field is known, and its type is checked, but its value is never kept. */
  readonly ignored?: boolean
  /** Of `any`: the forms that the value may have; decoding takes the first that fits. */
  readonly alternatives?: readonly Schema[]
  /** Further rules of custom types (minimum, pattern, enum, oneOf …), as in their definition. */
  readonly rules?: Readonly<Record<string, unknown>>
}
