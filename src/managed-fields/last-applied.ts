import { LAST_APPLIED } from '../machinery/annotations'
import { isObject } from '../machinery/json'
import { parseJson, writeJson } from '../machinery/json-text'
import type { ApiObject } from '../machinery/object'
import { compareManaged } from './compare'
import { FieldSet } from './field-set'
import { fieldSetOf, problemsOf } from './typed'
import type { Versions } from './versions'

const MAX_ANNOTATIONS = 256 * 1024

const annotationOf = (object: ApiObject): string | undefined => object.metadata.annotations?.[LAST_APPLIED] || undefined

function parse(text: string): ApiObject | undefined {
  try {
    const value: unknown = parseJson(text)
    return isObject(value) ? (value as unknown as ApiObject) : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/**
 * Fields that a client-side apply set and whose values are unchanged: the client may take ownership of them without force
 * ("Field-ownership apply" 12). Empty if the annotation is absent, unreadable or of another version.
 */
export function fieldsAppliedByClient(live: ApiObject, apiVersion: string, versions: Versions): FieldSet {
  const text = annotationOf(live)
  const applied = text === undefined ? undefined : parse(text)
  const schema = versions.schema(apiVersion)
  if (applied?.apiVersion !== apiVersion || problemsOf(schema, applied, versions.release).length > 0)
    return FieldSet.empty
  const { added, modified, removed } = compareManaged(schema, applied, live)
  return fieldSetOf(schema, applied, versions.release).difference(modified).difference(added).difference(removed)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  )
}

/**
 * Updates the last-applied annotation of an object that has one, so that the client can return to client-side apply. Returns `object`
 * itself if nothing changes; drops the annotation if it would be too large.
 */
export function withLastApplied(object: ApiObject, intent: ApiObject): ApiObject {
  const before = annotationOf(object)
  if (before === undefined) return object
  const { [LAST_APPLIED]: _own, ...others } = intent.metadata.annotations ?? {}
  const applied = intent.metadata.annotations
    ? { ...intent, metadata: { ...intent.metadata, annotations: others } }
    : intent
  const text = `${writeJson(sorted(applied))}\n`
  if (text === before) return object
  const annotations: Record<string, string> = { ...object.metadata.annotations, [LAST_APPLIED]: text }
  const size = Object.entries(annotations).reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  if (size > MAX_ANNOTATIONS) delete annotations[LAST_APPLIED]
  return { ...object, metadata: { ...object.metadata, annotations } }
}
