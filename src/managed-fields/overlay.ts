import type { Schema } from '../api/schema'
import { isObject } from '../machinery/json'
import type { ApiObject } from '../machinery/object'
import { IntentError } from './errors'
import { merge } from './merge'
import { elementText, fieldElement, indexElement, type PathElement } from './path-element'
import { deduced, memberSchema, shapeOf } from './shape'
import { problemsOf } from './typed'

/** Atomic values that a configuration sets in part, which would remove the rest of them. */
function atomicsIn(schema: Schema, value: unknown, path: readonly PathElement[] = []): string[] {
  const shape = shapeOf(schema)
  if (Array.isArray(value)) {
    const own = shape.atomic ? [path.map(elementText).join('')] : []
    const inner = shape.element ?? schema.element ?? deduced
    return [...own, ...value.flatMap((item, i) => atomicsIn(inner, item, [...path, indexElement(i)]))]
  }
  if (!isObject(value) || schema.type === 'any') return []
  const own = shape.atomic ? [path.map(elementText).join('')] : []
  const fields = shape.fields ?? schema.fields
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, member]) => {
      const inner = fields?.get(name) ?? memberSchema(shape, name)
      return inner ? atomicsIn(inner, member, [...path, fieldElement(name)]) : []
    }),
  ]
}

/**
 * Merges a configuration into an object like an apply, ignoring ownership: its values win, lists merge by key, nothing is removed. Shares
 * parts with both.
 * @throws IntentError for fields unknown to the type, and for parts of atomic values
 */
export function overlay(object: ApiObject, intent: object, schema: Schema): ApiObject {
  const { apiVersion, kind } = object
  const whole = { ...intent, apiVersion, kind }
  const problems = problemsOf(schema, whole).map(({ path, message }) => (path ? `${path}: ${message}` : message))
  if (problems.length > 0)
    throw new IntentError(
      `failed to convert patch object to typed object: ${problems.length > 1 ? 'errors:\n  ' : ''}${problems.join('\n  ')}`,
    )
  const atomics = atomicsIn(schema, whole)
  if (atomics.length > 0)
    throw new IntentError(
      `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`,
    )
  return merge(schema, object, whole, 'live') as ApiObject
}
