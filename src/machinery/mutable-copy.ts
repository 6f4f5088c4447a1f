import { clone } from './json'
import type { ApiObject } from './object'

/**
 * A copy that a write may change. The managedFields entries, half of many objects, stay shared: they are replaced, never changed in place.
 */
export function mutableCopy(object: ApiObject): ApiObject {
  const { metadata } = object
  if (!metadata?.managedFields) return clone(object)
  // Assigning to an existing member keeps the member order.
  const rest: ApiObject = { ...object, metadata: { ...metadata, managedFields: [] } }
  const copy = clone(rest)
  copy.metadata.managedFields = metadata.managedFields
  return copy
}

/** A copy of which only metadata may be changed; everything else is shared. */
export function copyWithMetadata(object: ApiObject): ApiObject {
  const { metadata } = mutableCopy({ metadata: object.metadata })
  return { ...object, metadata }
}
