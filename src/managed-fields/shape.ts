import type { Schema } from '../api/schema'
import { isObject } from '../machinery/json'
import { writeJson } from '../machinery/json-text'
import type { PathElement } from './path-element'
import { valueElement } from './path-element'

/**
 * How ownership treats a type (resource API, "Merge-strategy markers"): a `leaf` has one owner as a whole; a `map` has an owner per field;
 * `set` and `keyed` lists have an owner per element.
 */
export interface Shape {
  readonly kind: 'leaf' | 'map' | 'set' | 'keyed'
  /** For a structured leaf that is owned as a whole. */
  readonly atomic?: boolean
  readonly fields?: ReadonlyMap<string, Schema>
  /** Type of list elements and of members not in `fields`; absent if a struct allows no others. */
  readonly element?: Schema
  readonly keys?: readonly ListKey[]
}

interface ListKey {
  readonly name: string
  readonly prefix: string
  /** Text of the key's default, if it has one. */
  readonly fallback: string | undefined
  /** Whether the default is only the zero value of a required key. Only built-in types have these, and not in old releases. */
  readonly zero: boolean
}

/** The type of values without schema: maps are granular, lists atomic. */
export const deduced: Schema = { type: 'any' }

const scalar: Shape = { kind: 'leaf' }
const atomic: Shape = { kind: 'leaf', atomic: true }
const deducedMap: Shape = { kind: 'map', element: deduced }

const shapes = new WeakMap<Schema, Shape>()

// Raw JSON in built-in kinds is atomic; in custom types a value without a type is treated by its own form.
const isOneValue = ({ mapType, format, alternatives }: Schema): boolean =>
  mapType === 'atomic' || format !== undefined || alternatives !== undefined

/** The zero value of a scalar that is required. */
function zeroOf(field: Schema | undefined): '' | 0 | undefined {
  if (!field || field.omitEmpty) return undefined
  return field.type === 'string' ? '' : field.type === 'integer' ? 0 : undefined
}

function listShape(schema: Schema): Shape {
  const element = schema.element ?? deduced
  const merges = schema.patchStrategy?.includes('merge') ?? false
  const type = schema.listType ?? (merges ? (schema.patchMergeKey === undefined ? 'set' : 'map') : 'atomic')
  if (type === 'atomic') return atomic
  if (type === 'set') return { kind: 'set', element }
  const names = schema.listMapKeys ?? (schema.patchMergeKey === undefined ? [] : [schema.patchMergeKey])
  const keys = [...names].sort().map((name) => {
    const field = element.fields?.get(name)
    const zero = element.name !== undefined && field?.default === undefined ? zeroOf(field) : undefined
    const value = field?.default ?? zero
    return {
      name,
      prefix: `${writeJson(name)}:`,
      fallback: value === undefined ? undefined : writeJson(value),
      zero: zero !== undefined,
    }
  })
  return { kind: 'keyed', element, keys }
}

function computeShape(schema: Schema): Shape {
  switch (schema.type) {
    case 'struct': {
      if (schema.mapType === 'atomic') return atomic
      const element = schema.additional ?? (schema.preserveUnknown || schema.embedded ? deduced : undefined)
      return { kind: 'map', fields: schema.fields ?? new Map(), ...(element && { element }) }
    }
    case 'map':
      return schema.mapType === 'atomic' ? atomic : { kind: 'map', element: schema.element ?? deduced }
    case 'list':
      return listShape(schema)
    case 'any':
      return isOneValue(schema) ? atomic : deducedMap
    default:
      return scalar
  }
}

/** The shape of a type, independent of the value. */
export function shapeOf(schema: Schema): Shape {
  let shape = shapes.get(schema)
  if (!shape) {
    shape = computeShape(schema)
    shapes.set(schema, shape)
  }
  return shape
}

/** The shape of a typed value; a value that does not match its type, or has none, is treated by its own form. */
export function shapeOfValue(schema: Schema, value: unknown): Shape {
  const shape = shapeOf(schema)
  switch (shape.kind) {
    case 'leaf':
      return shape
    case 'map':
      if (isObject(value)) return shape
      return Array.isArray(value) ? atomic : value === null && shape !== deducedMap ? shape : scalar
    default:
      return Array.isArray(value) || value === null ? shape : isObject(value) ? atomic : scalar
  }
}

/** The shape for comparing two values of a type, or undefined if their forms differ. */
export function commonShape(schema: Schema, left: unknown, right: unknown): Shape | undefined {
  if (left === null) return shapeOfValue(schema, right)
  if (right === null) return shapeOfValue(schema, left)
  const shape = shapeOfValue(schema, left)
  const other = shapeOfValue(schema, right)
  return shape.kind === other.kind ? shape : undefined
}

/** The type of a member of a map-shaped value; `undefined` if the struct has no such field. */
export const memberSchema = (shape: Shape, name: string): Schema | undefined => shape.fields?.get(name) ?? shape.element

/** Whether the struct declares the member: declared members exist by their type, others only by their owners. */
export const isNamed = (shape: Shape, name: string): boolean => shape.fields?.has(name) ?? false

/** Why a list element has no identity; `problem` is the message. */
export interface ElementProblem {
  readonly problem: string
}

const omitted = (name: string): ElementProblem => ({
  problem: `associative list with keys has an element that omits key field ${writeJson(name)} (and doesn't have default value)`,
})

/** Why an item of a keyed list lacks a key whose only default is its zero value; undefined if it does not. */
export function zeroKey(shape: Shape, item: unknown): ElementProblem | undefined {
  const missing = isObject(item) ? shape.keys?.find(({ name, zero }) => zero && item[name] === undefined) : undefined
  return missing && omitted(missing.name)
}

/** The path element of a list item: its value in a set, its keys (with defaults) in a keyed list. */
export function listElement(shape: Shape, item: unknown): PathElement | ElementProblem {
  if (shape.kind === 'set') {
    if (isObject(item)) return { problem: "associative list without keys has an element that's a map type" }
    if (Array.isArray(item)) return { problem: 'not supported: associative list with lists as elements' }
    if (item === null) return { problem: "associative list without keys has an element that's an explicit null" }
    return valueElement(item)
  }
  if (item === null) return { problem: 'associative list with keys may not have a null element' }
  if (!isObject(item)) return { problem: 'associative list with keys may not have non-map elements' }
  let text = ''
  for (const { name, prefix, fallback } of shape.keys ?? []) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined
    const written = value === undefined ? fallback : writeJson(value)
    if (written === undefined) return omitted(name)
    text += text === '' ? prefix + written : `,${prefix}${written}`
  }
  return `k:{${text}}`
}

/**
 * Items of a list by identity, in order. Items with the same identity, or without one, share one path element: lists written without
 * regard to ownership may contain such.
 */
export function indexList(shape: Shape, list: readonly unknown[] | null): Map<PathElement, unknown[]> {
  const index = new Map<PathElement, unknown[]>()
  list?.forEach((item, position) => {
    const element = listElement(shape, item)
    const key = typeof element === 'string' ? element : `i:${position}`
    const same = index.get(key)
    if (same) same.push(item)
    else index.set(key, [item])
  })
  return index
}

/** Whether a list or map is null or empty. */
export const isBlank = (value: unknown): boolean =>
  value === null || (Array.isArray(value) ? value.length === 0 : Object.keys(value as object).length === 0)
