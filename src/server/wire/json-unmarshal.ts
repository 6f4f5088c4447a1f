/** How servers from 1.23 on say that a JSON value does not fit its type: the field and its Go type. Reading goes on after the first error. */
import { goStructName, goType } from '../../api/go-names'
import type { Schema } from '../../api/schema'
import { isObject } from '../../machinery/json'
import { writeJson } from '../../machinery/json-text'
import { jsonTypeOf } from '../../machinery/json-type'
import { goUnmarshalError, isTypeProblem, rawProblem } from './raw-problem'

/** Bits of a number type. */
const INTEGERS: Readonly<Record<string, bigint>> = { int32: 32n, int64: 64n }

/** The first error of reading a value into a type; undefined if there is none. */
export function unmarshalProblem(value: unknown, schema: Schema): string | undefined {
  return read(value, schema, { owner: schema, steps: [] })
}

/** Why a value fits none of the types of which it may be one: an object or something else, for schemas of custom types. */
export function alternativeProblem(value: unknown, alternatives: readonly Schema[]): string | undefined {
  const schema = alternatives.find(
    ({ type }) =>
      type === (isObject(value) ? 'struct' : Array.isArray(value) ? 'list' : type === 'boolean' ? type : ''),
  )
  if (value === null) return undefined
  if (schema && (typeof value === 'object' || typeof value === 'boolean'))
    return read(value, schema, { owner: schema, steps: [] })
  return alternatives.some(({ type }) => type === 'boolean') ? 'boolean or JSON schema expected' : undefined
}

/** The innermost struct, and the members that lead to a value from the whole object. */
interface Place {
  readonly owner: Schema
  readonly steps: readonly string[]
}

function read(value: unknown, schema: Schema, place: Place): string | undefined {
  if (value === null || value === undefined) return undefined
  const member = place.steps.at(-1) ?? ''
  const mismatch = (given = jsonTypeOf(value), type = goType(schema, place.owner.name, member)) =>
    goUnmarshalError(given, type, whereOf(place))
  switch (schema.type) {
    case 'struct':
      return isObject(value) ? members(value, schema, place) : mismatch()
    case 'map':
      return isObject(value) ? first(Object.values(value), schema, place) : mismatch()
    case 'list':
      return Array.isArray(value) ? first(value, schema, place) : mismatch()
    case 'boolean':
      return typeof value === 'boolean' ? undefined : mismatch()
    case 'integer':
      return fits(value, schema.format) ? undefined : mismatch(numbered(value))
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? undefined : mismatch()
    default:
      if (schema.alternatives) return alternativeProblem(value, schema.alternatives)
      return text(value, schema, mismatch)
  }
}

const whereOf = ({ owner, steps }: Place): string =>
  steps.length === 0 ? 'value' : `struct field ${goStructName(owner.name ?? '')}.${steps.join('.')}`

function text(value: unknown, schema: Schema, mismatch: (given?: string, type?: string) => string): string | undefined {
  if (schema.format === undefined) return schema.type === 'string' && typeof value !== 'string' ? mismatch() : undefined
  if (schema.format === 'byte' && typeof value !== 'string') return mismatch()
  const problem = rawProblem(schema, writeJson(value) ?? 'null')
  if (problem === undefined || !isTypeProblem(problem)) return problem
  const [, given = '', type = ''] = /unmarshal (.+) into Go value of type (.+)$/.exec(problem) ?? []
  return mismatch(given, type)
}

function members(value: Readonly<Record<string, unknown>>, schema: Schema, { steps }: Place): string | undefined {
  for (const [name, held] of Object.entries(value)) {
    const field = schema.fields?.get(name)
    const problem = field && read(held, field, { owner: schema, steps: [...steps, name] })
    if (problem !== undefined) return problem
  }
  return undefined
}

function first(items: readonly unknown[], { element }: Schema, place: Place): string | undefined {
  if (!element) return undefined
  for (const item of items) {
    const problem = read(item, element, place)
    if (problem !== undefined) return problem
  }
  return undefined
}

const numbered = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' ? `number ${String(writeJson(value))}` : jsonTypeOf(value)

function fits(value: unknown, format: string | undefined): boolean {
  if (typeof value !== 'bigint' && !Number.isSafeInteger(value)) return false
  const limit = 1n << ((INTEGERS[format ?? ''] ?? 64n) - 1n)
  const whole = BigInt(value as bigint | number)
  return whole >= -limit && whole < limit
}
