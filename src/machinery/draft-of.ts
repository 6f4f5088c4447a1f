import { clone } from './json'
import type { ApiObject } from './object'

/**
 * A copy that a write may change. The records of who owns what, half of many an object, stay shared: they are replaced, never changed
 * in place.
 */
export function draftOf(object: ApiObject): ApiObject {
  const { metadata } = object
  if (!metadata?.managedFields) return clone(object)
  // A member that stays in its place keeps the order of the others.
  const rest: ApiObject = { ...object, metadata: { ...metadata, managedFields: [] } }
  const copy = clone(rest)
  copy.metadata.managedFields = metadata.managedFields
  return copy
}
