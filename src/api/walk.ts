/**
 * Decodes a typed value: checks types, drops unknown fields, and canonicalises scalars (resource API, "Field validation"; nulls,
 * quantities and times as recorded).
 */
import { overPart } from '../machinery/fixed-parts'
import { isObject, setOwn } from '../machinery/json'
import { readScalar, shown, type ScalarProblem } from './scalars'
import type { Schema } from './schema'
import { describe, fits, zeroItem } from './schema-types'

/** The result of reading a typed value. */
export interface Reading {
  /** The canonical value; shares unchanged parts with the input, which is never changed. */
  readonly value: unknown
  /** Paths of unknown fields, such as `spec.containers[0].foo`, which were dropped. */
  readonly unknown: string[]
  /** Type mismatches, each starting with its path. A body with any is answered with 400. */
  readonly errors: string[]
}

/** How a typed value is read. */
export interface ReadOptions {
  /**
   * For partial objects such as applied configurations, where presence of a field is meaningful: keeps zero values and nulls that would
   * mean absence, and scalars as written. Default false.
   */
  readonly partial?: boolean
  /** Keeps fields that the release knows and ignores, for objects that no step prepares for storage. Default false. */
  readonly ignored?: boolean
}

const ABSENT = Symbol('absent')
type Result = unknown

class Walker {
  readonly unknown: string[] = []
  readonly errors: string[] = []
  private readonly path: (string | number)[] = []
  constructor(
    private readonly partial: boolean,
    private readonly keepsIgnored: boolean,
  ) {}

  read(value: unknown, schema: Schema): Result {
    switch (schema.type) {
      case 'struct':
        return value === null ? this.readNull(schema) : this.readStruct(value, schema)
      case 'map':
        return value === null ? this.readNull(schema) : this.readMap(value, schema)
      case 'list':
        return value === null ? this.readNull(schema) : this.readList(value, schema)
      case 'any':
        if (schema.alternatives)
          return value === null ? this.readNull(schema) : this.readAlternative(value, schema.alternatives)
        if (schema.format === undefined) return value
        return this.readLeaf(value, schema)
      default:
        return this.readLeaf(value, schema)
    }
  }

  private readLeaf(value: unknown, schema: Schema): Result {
    if (value === null) return this.readNull(schema)
    const result = readScalar(value, schema, this)
    if (this.partial) return value
    return schema.omitEmpty && (result === '' || result === 0 || result === false) ? ABSENT : result
  }

  private readNull(schema: Schema): Result {
    return schema.nullable || this.partial ? null : ABSENT
  }

  private readStruct(value: unknown, schema: Schema): Result {
    if (!isObject(value)) return this.mismatch(value, 'an object')
    const { fields } = schema
    let copy: Record<string, unknown> | undefined
    for (const key in value) {
      const before: unknown = value[key]
      const field = fields?.get(key) ?? schema.additional
      let after: unknown
      if (field) {
        this.path.push(key)
        after =
          this.path.length === 1 && !this.partial && !this.keepsIgnored
            ? this.readPart(before, field)
            : this.read(before, field)
        if (field.ignored && !this.keepsIgnored) after = ABSENT
        this.path.pop()
      } else if (before === undefined) {
        after = ABSENT
      } else if (schema.preserveUnknown || fields === undefined) {
        after = before
      } else {
        this.unknown.push(this.at(key))
        after = ABSENT
      }
      if (after === before) continue
      copy ??= { ...value }
      if (after === ABSENT) delete copy[key]
      else setOwn(copy, key, after)
    }
    return copy ?? value
  }

  /** Reads a member of the whole object; one that never changes, and is right as it is, is read only once. */
  private readPart(part: unknown, schema: Schema): Result {
    let result: Result = part
    let isRead = false
    const isClean = overPart(part, schema, Walker, () => {
      const problems = this.errors.length + this.unknown.length
      result = this.read(part, schema)
      isRead = true
      return result === part && this.errors.length + this.unknown.length === problems
    })
    return isClean || isRead ? result : this.read(part, schema)
  }

  private readMap(value: unknown, schema: Schema): Result {
    if (!isObject(value)) return this.mismatch(value, 'a map')
    const { element } = schema
    if (!element) return value
    let copy: Record<string, unknown> | undefined
    let empty = true
    for (const key in value) {
      empty = false
      const before: unknown = value[key]
      this.path.push(key)
      const after = this.readElement(before, element)
      this.path.pop()
      if (after === before) continue
      copy ??= { ...value }
      setOwn(copy, key, after)
    }
    return empty && schema.omitEmpty && !this.partial ? ABSENT : (copy ?? value)
  }

  private readList(value: unknown, schema: Schema): Result {
    if (!Array.isArray(value)) return this.mismatch(value, 'a list')
    if (value.length === 0) return schema.omitEmpty && !this.partial ? ABSENT : value
    const { element } = schema
    if (!element) return value
    let copy: unknown[] | undefined
    for (let i = 0; i < value.length; i++) {
      const before: unknown = value[i]
      this.path.push(i)
      const after = this.readElement(before, element)
      this.path.pop()
      if (after === before) continue
      copy ??= [...(value as unknown[])]
      copy[i] = after
    }
    return copy ?? value
  }

  /** List items and map values keep their position: null becomes the zero value of the type. */
  private readElement(value: unknown, schema: Schema): unknown {
    const result = this.read(value, schema)
    return result === ABSENT ? zeroItem(schema) : result
  }

  private readAlternative(value: unknown, alternatives: readonly Schema[]): Result {
    const fit = alternatives.find((schema) => fits(value, schema))
    if (fit) return this.read(value, fit)
    // A real server ignores what is neither a schema nor a list of them.
    if (alternatives.some(({ type }) => type === 'list')) return ABSENT
    return this.mismatch(value, alternatives.map(describe).join(' or '))
  }

  private mismatch(value: unknown, expected: string): unknown {
    this.fail({ expected, got: shown(value) })
    return value
  }

  /** Called by readScalar, for the error message only; the value stays. */
  fail({ expected, got }: ScalarProblem): void {
    this.errors.push(`${this.at() || 'the body'}: expected ${expected}, got ${got}`)
  }

  private at(last?: string): string {
    let text = ''
    for (const step of last === undefined ? this.path : [...this.path, last])
      text += typeof step === 'number' ? `[${step}]` : text === '' ? step : `.${step}`
    return text
  }
}

/**
 * Decodes a typed value. Type errors are collected in `errors`, unknown fields in `unknown`, and dropped; nulls of non-nullable fields are
 * dropped; quantities, times and base64 become canonical (see `Reading`), unless the value is `partial`.
 */
export function readTyped(
  value: unknown,
  schema: Schema,
  { partial = false, ignored = false }: ReadOptions = {},
): Reading {
  const walker = new Walker(partial, ignored)
  const read = walker.read(value, schema)
  return { value: read === ABSENT ? value : read, unknown: walker.unknown, errors: walker.errors }
}
