import { LAST_APPLIED } from '../machinery/annotations'
import { clone, isObject, type Json, type JsonObject } from '../machinery/json'
import type { AuditedRequest } from './audit'

const HIDDEN = 'redacted'

type Redact = (object: JsonObject) => void

/** Keeps the keys and hides their values. */
function hideValues(object: JsonObject, field: string): void {
  const map = object[field]
  if (isObject(map)) for (const key of Object.keys(map)) map[key] = HIDDEN
  else if (map !== undefined && map !== null) object[field] = HIDDEN
}

function hideField(object: JsonObject, parent: string, field: string): void {
  const holder = object[parent]
  if (isObject(holder) && holder[field] !== undefined) holder[field] = HIDDEN
}

function secret(object: JsonObject): void {
  hideValues(object, 'data')
  hideValues(object, 'stringData')
  const annotations = isObject(object.metadata) ? object.metadata.annotations : undefined
  // A copy of the whole object, including its data.
  if (isObject(annotations) && LAST_APPLIED in annotations) annotations[LAST_APPLIED] = HIDDEN
}

/** Resources whose content must not be logged unless a rule names exactly that resource. */
const SECRETIVE: Readonly<Record<string, Redact>> = {
  '/secrets': secret,
  '/serviceaccounts/token': (object) => hideField(object, 'status', 'token'),
  'authentication.orch.io/tokenreviews': (object) => hideField(object, 'spec', 'token'),
}

const keyOf = ({ apiGroup, resource, subresource }: AuditedRequest['info']): string =>
  `${apiGroup}/${resource}${subresource ? `/${subresource}` : ''}`

/** Whether bodies of requests for this resource may hold secrets. */
export const isSecretive = (info: AuditedRequest['info']): boolean => Object.hasOwn(SECRETIVE, keyOf(info))

/** A copy of a body without its secrets: an object, a list or table of objects, or a patch. */
export function redacted(body: unknown, info: AuditedRequest['info']): unknown {
  const redact = SECRETIVE[keyOf(info)]
  if (!redact) return body
  const copy = clone(body) as Json
  if (Array.isArray(copy)) {
    // A JSON patch: its secrets can't be recognized by their place.
    for (const operation of copy) if (isObject(operation) && 'value' in operation) operation.value = HIDDEN
    return copy
  }
  if (!isObject(copy)) return HIDDEN
  redact(copy)
  for (const item of Array.isArray(copy.items) ? copy.items : []) if (isObject(item)) redact(item)
  for (const row of Array.isArray(copy.rows) ? copy.rows : [])
    if (isObject(row) && isObject(row.object)) redact(row.object)
  return copy
}

/** The same body without managedFields. */
export function withoutManagedFields(body: unknown): unknown {
  if (!isObject(body)) return body
  const strip = (object: Json): Json => {
    if (!isObject(object) || !isObject(object.metadata) || !('managedFields' in object.metadata)) return object
    const { managedFields: _owners, ...metadata } = object.metadata
    return { ...object, metadata }
  }
  const bare = strip(body) as JsonObject
  return Array.isArray(bare.items) ? { ...bare, items: bare.items.map(strip) } : bare
}
