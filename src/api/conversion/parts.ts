/** Building blocks of conversions. None of them changes its input. */
import { isObject, type JsonObject } from '../../machinery/json'
import { parseJson } from '../../machinery/json-text'
import type { ApiObject } from '../../machinery/object'

/** Conversion between one version of a kind and its hub. Both functions accept whole or partial objects. */
export interface Conversion {
  readonly toHub: (object: ApiObject) => ApiObject
  readonly fromHub: (object: ApiObject) => ApiObject
}

/** Converts one part of an object; must not change it. */
export type FieldConversion = (value: JsonObject) => JsonObject

/** Renames members; others stay, and the order is kept. */
export function rename(value: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  if (!Object.keys(names).some((name) => Object.hasOwn(value, name))) return value
  const renamed: JsonObject = {}
  for (const [key, member] of Object.entries(value))
    renamed[Object.hasOwn(names, key) ? (names[key] ?? key) : key] = member
  return renamed
}

/** The reverse mapping. */
export const inverse = (names: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(names).map(([from, to]) => [to, from]))

/** A copy without the given members. */
export function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  if (!names.some((name) => Object.hasOwn(value, name))) return value
  return Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key)))
}

/** A copy without undefined members. */
export const defined = (value: Readonly<Record<string, JsonObject[string] | undefined>>): JsonObject =>
  Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, JsonObject[string]] => entry[1] !== undefined),
  )

/** Applies a change to the struct at a path, or to each struct of a list or map; `[]` in the path means each element. */
export function changeAt<T extends object>(value: T, path: readonly string[], change: FieldConversion): T {
  return changed(value, path, change) as T
}

function changed(value: unknown, path: readonly string[], change: FieldConversion): unknown {
  const [step, ...rest] = path
  if (step === undefined) return isObject(value) ? change(value) : value
  if (step === '[]') {
    if (!Array.isArray(value)) return value
    const items = value.map((item) => changed(item, rest, change))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (!isObject(value) || !Object.hasOwn(value, step)) return value
  const after = changed(value[step], rest, change)
  return after === value[step] ? value : { ...value, [step]: after }
}

/** A conversion that only renames members of one struct. */
export function renaming(path: readonly string[], names: Readonly<Record<string, string>>): Conversion {
  const back = inverse(names)
  return {
    toHub: (object) => changeAt(object, path, (value) => rename(value, names)),
    fromHub: (object) => changeAt(object, path, (value) => rename(value, back)),
  }
}

/** An annotation of an object that may be malformed. */
export const annotationOf = (object: ApiObject, key: string): string | undefined => {
  const annotations = object.metadata?.annotations
  return annotations && Object.hasOwn(annotations, key) ? annotations[key] : undefined
}

/** Sets annotations, or removes those whose value is undefined. Creates metadata if needed. */
export function annotated(object: ApiObject, values: Readonly<Record<string, string | undefined>>): ApiObject {
  const before = object.metadata?.annotations ?? {}
  const wanted = Object.entries(values)
  if (wanted.every(([key, value]) => (Object.hasOwn(before, key) ? before[key] : undefined) === value)) return object
  const after = Object.fromEntries(Object.entries(before).filter(([key]) => !Object.hasOwn(values, key)))
  for (const [key, value] of wanted) if (value !== undefined) after[key] = value
  const { annotations: _dropped, ...metadata } = object.metadata ?? {}
  return { ...object, metadata: Object.keys(after).length > 0 ? { ...metadata, annotations: after } : metadata }
}

/** A text, or undefined for anything else. */
export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
/** The objects in a list; undefined if it is none. */
export const asList = (value: unknown): JsonObject[] | undefined =>
  Array.isArray(value) ? value.filter(isObject) : undefined
/** An object, or undefined for anything else. */
export const asObject = (value: unknown): JsonObject | undefined => (isObject(value) ? value : undefined)

/** JSON stored in an annotation; undefined if absent or malformed. */
export function keptJson(object: ApiObject, key: string): unknown {
  const text = annotationOf(object, key)
  if (text === undefined) return undefined
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
