import { type FieldPath, forbidden, invalid, required } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { addAll } from '../../machinery/lists'
import { itemSchema, type JsonSchema } from './definition'

/** Errors of the items of a set: those that are lists or objects must be atomic. */
export function setItemErrors(items: JsonSchema | undefined, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const why = 'must be atomic as item of a list with x-orch-list-type=set'
  const listType = items?.['x-orch-list-type']
  if (items?.type === 'array' && listType !== undefined && listType !== 'atomic')
    errors.push(invalid(at.child('x-orch-list-type'), listType, why))
  if (items?.type === 'object' && items['x-orch-map-type'] !== 'atomic')
    errors.push(invalid(at.child('x-orch-map-type'), items['x-orch-list-type'] ?? null, why))
  return errors
}

/** Errors of a schema that is, or should be, a list with keys, and of the items of a set. */
export function listErrors(schema: JsonSchema, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const keys = schema['x-orch-list-map-keys'] ?? []
  const listType = schema['x-orch-list-type']
  const keysAt = at.child('x-orch-list-map-keys')
  if (keys.length > 0 && listType !== 'map') {
    const why = 'must be map if x-orch-list-map-keys is non-empty'
    const typeAt = at.child('x-orch-list-type')
    errors.push(listType === undefined ? required(typeAt, why) : invalid(typeAt, listType, why))
  }
  const items = itemSchema(schema)
  if (listType === 'map') {
    const itemsAt = at.child('items')
    if (keys.length === 0) errors.push(required(keysAt, 'must not be empty if x-orch-list-type is map'))
    if (schema.items === undefined) errors.push(required(itemsAt, 'must have a schema if x-orch-list-type is map'))
    else if (!items)
      errors.push(invalid(itemsAt, schema.items, 'must only have a single schema if x-orch-list-type is map'))
    else if (items.type !== 'object')
      errors.push(
        invalid(itemsAt.child('type'), items.type ?? '', "must be object if parent array's x-orch-list-type is map"),
      )
    else addAll(errors, keyErrors(keys, items, keysAt, itemsAt))
  }
  if (items && (listType === 'set' || listType === 'map'))
    addAll(errors, entryErrors(listType, keys, items, at.child('items')))
  return errors
}

/** Errors of the keys of a list: each names a scalar property of the items, once. */
function keyErrors(keys: readonly string[], items: JsonSchema, keysAt: FieldPath, itemsAt: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const key of keys) {
    const property = items.properties?.[key]
    if (!property) errors.push(invalid(keysAt, keys, 'entries must all be names of item properties'))
    else if (property.type === 'array' || property.type === 'object')
      errors.push(
        invalid(
          itemsAt.child('properties').key(key).child('type'),
          property.type,
          "must be a scalar type if parent array's x-orch-list-type is map",
        ),
      )
    if (seen.has(key)) errors.push(invalid(keysAt, keys, 'must not contain duplicate entries'))
    seen.add(key)
  }
  return errors
}

/** Errors of items of a set or of a list with keys: they can't be null, and each key needs a value. */
function entryErrors(listType: string, keys: readonly string[], items: JsonSchema, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (items.nullable)
    errors.push(forbidden(at.child('nullable'), `cannot be nullable when x-orch-list-type is ${listType}`))
  if (listType !== 'map') return errors
  for (const key of keys) {
    const property = items.properties?.[key]
    if (!property) continue
    const here = at.child('properties').key(key)
    if (!items.required?.includes(key) && property.default === undefined)
      errors.push(
        required(
          here.child('default'),
          'this property is in x-orch-list-map-keys, so it must have a default or be a required property',
        ),
      )
    if (property.nullable)
      errors.push(
        forbidden(here.child('nullable'), 'this property is in x-orch-list-map-keys, so it cannot be nullable'),
      )
  }
  return errors
}
