/** Static types of expressions. */
export type Type =
  | { readonly kind: Primitive }
  /** A string; `values` are its usual values, for completion. */
  | { readonly kind: 'string'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly element: Type }
  | { readonly kind: 'map'; readonly key: Type; readonly value: Type }
  | { readonly kind: 'optional'; readonly value: Type }
  | { readonly kind: 'type'; readonly of: Type }
  | { readonly kind: 'parameter'; readonly name: string }
  | ObjectType
  | { readonly kind: 'opaque'; readonly name: string }

/** A type with named fields; values may omit any of them. */
export interface ObjectType {
  readonly kind: 'object'
  readonly name: string
  readonly field: (name: string) => Type | undefined
  readonly names: () => readonly string[]
}

/** Types without parameters. `dyn` is checked at run time only; `error` stands for an expression whose error is already reported. */
export type Primitive =
  | 'int'
  | 'uint'
  | 'double'
  | 'bool'
  | 'string'
  | 'bytes'
  | 'null'
  | 'timestamp'
  | 'duration'
  | 'dyn'
  | 'error'

const primitive = (kind: Primitive): Type => ({ kind })
/** 64-bit signed integer, a bigint at run time. */
export const INT = primitive('int')
/** 64-bit unsigned integer. */
export const UINT = primitive('uint')
/** 64-bit floating point, a number at run time. */
export const DOUBLE = primitive('double')
/** `true` or `false`. */
export const BOOL = primitive('bool')
/** Text. */
export const STRING = primitive('string')
/** A sequence of bytes. */
export const BYTES = primitive('bytes')
/** The type of `null`. */
export const NULL = primitive('null')
/** A point in time. */
export const TIMESTAMP = primitive('timestamp')
/** A length of time. */
export const DURATION = primitive('duration')
/** Any type: checked only at run time. */
export const DYN = primitive('dyn')
/** The type of an expression that has a type error; it fits everything, so one error is reported once. */
export const ERROR = primitive('error')

/** A string type with known usual values. */
export const textAmong = (values: readonly string[]): Type => ({ kind: 'string', values })
/** A list of that type. */
export const listOf = (element: Type): Type => ({ kind: 'list', element })
/** A map of these types. */
export const mapOf = (key: Type, value: Type): Type => ({ kind: 'map', key, value })
/** A value of that type that may be absent. */
export const optionalOf = (value: Type): Type => ({ kind: 'optional', value })
/** The type of types: of `int` as a value. */
export const typeOfType = (of: Type): Type => ({ kind: 'type', of })
/** A type of which only the name is known. */
export const opaque = (name: string): Type => ({ kind: 'opaque', name })

/** A type with declared fields; `fields` is read once per name. */
export const objectType = (name: string, fields: Readonly<Record<string, Type>>): ObjectType => ({
  kind: 'object',
  name,
  field: (field) => (Object.hasOwn(fields, field) ? fields[field] : undefined),
  names: () => Object.keys(fields),
})

const PRIMITIVES: Readonly<Record<string, Type>> = {
  int: INT,
  uint: UINT,
  double: DOUBLE,
  bool: BOOL,
  string: STRING,
  bytes: BYTES,
  null: NULL,
  timestamp: TIMESTAMP,
  duration: DURATION,
  dyn: DYN,
}

/** Parses a type such as `map(string, list(A))`; capital letters are parameters, dotted names opaque types. */
export function parseType(text: string): Type {
  const source = text.trim()
  const [, head = '', inner] = /^([\w.]+)(?:\((.*)\))?$/.exec(source) ?? []
  if (inner !== undefined) {
    const parts = splitTypes(inner).map(parseType)
    const [first = DYN, second = DYN] = parts
    if (head === 'list') return listOf(first)
    if (head === 'map') return mapOf(first, second)
    if (head === 'optional') return optionalOf(first)
    return typeOfType(first)
  }
  const known = PRIMITIVES[head]
  if (known) return known
  return /^[A-Z]$/.test(head) ? { kind: 'parameter', name: head } : opaque(head)
}

/** Splits at commas outside parentheses. */
export function splitTypes(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let i = 0; i <= text.length; i += 1) {
    const character = text[i]
    if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if ((character === ',' && depth === 0) || character === undefined) {
      const part = text.slice(from, i).trim()
      if (part !== '') parts.push(part)
      from = i + 1
    }
  }
  return parts
}

const NAMES: Readonly<Record<string, string>> = {
  null: 'null',
  timestamp: 'timestamp',
  duration: 'duration',
  error: '!error!',
}

/** Maximum number of nested types: each step of `{x: x}` doubles the size of a type. */
const MOST_PARTS = 1_000

/** Whether a type exceeds that size. */
export function isTooLarge(type: Type): boolean {
  const open = [type]
  let parts = 0
  for (let next = open.pop(); next && parts <= MOST_PARTS; next = open.pop()) {
    parts += 1
    if (next.kind === 'list') open.push(next.element)
    else if (next.kind === 'map') open.push(next.key, next.value)
    else if (next.kind === 'optional') open.push(next.value)
    else if (next.kind === 'type') open.push(next.of)
  }
  return parts > MOST_PARTS
}

/** The type as shown in messages. */
export function showType(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `list(${showType(type.element)})`
    case 'map':
      return `map(${showType(type.key)}, ${showType(type.value)})`
    case 'optional':
      return `optional_type(${showType(type.value)})`
    case 'type':
      return `type(${showType(type.of)})`
    case 'parameter':
    case 'object':
    case 'opaque':
      return type.name
    default:
      return NAMES[type.kind] ?? type.kind
  }
}

/** Renames type parameters, so that those of separate calls differ. */
export function substituteNames(type: Type, suffix: string): Type {
  switch (type.kind) {
    case 'parameter':
      return { kind: 'parameter', name: type.name + suffix }
    case 'list':
      return listOf(substituteNames(type.element, suffix))
    case 'map':
      return mapOf(substituteNames(type.key, suffix), substituteNames(type.value, suffix))
    case 'optional':
      return optionalOf(substituteNames(type.value, suffix))
    case 'type':
      return typeOfType(substituteNames(type.of, suffix))
    default:
      return type
  }
}

/** The types of an object's fields, from their notation. */
export const fieldTypes = (fields: Readonly<Record<string, string>>): Record<string, Type> =>
  Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, parseType(type)]))
