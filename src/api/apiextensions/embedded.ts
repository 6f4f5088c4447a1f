import { addAll } from '../../machinery/lists'
import { FieldPath, invalid, required } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { isObject } from '../../machinery/json'
import { dns1035Label, pathSegment } from '../../machinery/names'
import { parseApiVersion, type ObjectMeta } from '../../machinery/object'
import { validateObjectMeta } from '../../machinery/object-meta'
import { behaves } from '../releases/ledger'
import { schemaOf } from '../types'
import { readTyped } from '../walk'
import { itemSchema, propertyOf, valuesOf, type JsonSchema } from './definition'

const META_TYPE = 'machinery.apis.meta.v1.ObjectMeta'

/** The schema of metadata at a release. */
export const metaSchema = (release: number) => schemaOf(META_TYPE, release)

/** Visits every embedded object in a value. */
function visit(
  value: unknown,
  schema: JsonSchema | undefined,
  at: FieldPath,
  found: (object: Record<string, unknown>, at: FieldPath) => void,
): void {
  if (!schema) return
  if (Array.isArray(value)) value.forEach((item, i) => visit(item, itemSchema(schema), at.index(i), found))
  if (!isObject(value)) return
  if (schema['x-orch-embedded-resource']) found(value, at)
  const values = valuesOf(schema)
  for (const key of Object.keys(value)) {
    const property = propertyOf(schema, key)
    if (property) visit(value[key], property, at.child(key), found)
    else if (values) visit(value[key], values, at.key(key), found)
  }
}

/** What was wrong with the metadata of an object or of an embedded one; what could be mended was. */
export interface Coercion {
  readonly unknown: readonly string[]
  /** Type mismatches, each starting with its path. */
  readonly errors: readonly string[]
}

/** Normalises the metadata of embedded objects in place: drops unknown fields, checks types. */
export function coerceEmbedded(value: unknown, schema: JsonSchema | undefined, release: number): Coercion {
  const unknown: string[] = []
  const errors: string[] = []
  const metaType = metaSchema(release)
  visit(value, schema, FieldPath.root, (object, at) => {
    for (const part of ['apiVersion', 'kind'])
      if (Object.hasOwn(object, part) && typeof object[part] !== 'string')
        errors.push(`${at.child(part).toString()}: must be a string`)
    if (!Object.hasOwn(object, 'metadata') || object.metadata === null || !metaType) return
    const here = at.child('metadata').toString()
    if (!isObject(object.metadata)) return void errors.push(`${here}: must be an object`)
    const reading = readTyped(object.metadata, metaType)
    addAll(
      unknown,
      reading.unknown.map((path) => `${here}.${path}`),
    )
    addAll(
      errors,
      reading.errors.map((error) => `${here}.${error}`),
    )
    object.metadata = reading.value
  })
  return { unknown, errors }
}

/** Errors of embedded objects: apiVersion and kind are required, and metadata must be valid. */
export function validateEmbedded(
  value: unknown,
  schema: JsonSchema | undefined,
  release: number,
  at = FieldPath.root,
): FieldError[] {
  const errors: FieldError[] = []
  visit(value, schema, at, (object, here) => addAll(errors, embeddedErrors(object, release, here)))
  return errors
}

function embeddedErrors(
  { apiVersion, kind, metadata }: Record<string, unknown>,
  release: number,
  at: FieldPath,
): FieldError[] {
  const errors: FieldError[] = []
  const version = at.child('apiVersion')
  if (apiVersion === undefined) errors.push(required(version, 'must not be empty'))
  else if (typeof apiVersion !== 'string') errors.push(invalid(version, apiVersion, 'must be a string'))
  else if (apiVersion === '') errors.push(invalid(version, apiVersion, 'must not be empty'))
  else if (!parseApiVersion(apiVersion))
    errors.push(invalid(version, apiVersion, `unexpected GroupVersion string: ${apiVersion}`))
  const kindAt = at.child('kind')
  if (kind === undefined) errors.push(required(kindAt, 'must not be empty'))
  else if (typeof kind !== 'string') errors.push(invalid(kindAt, kind, 'must be a string'))
  else if (kind === '') errors.push(invalid(kindAt, kind, 'must not be empty'))
  else
    for (const text of dns1035Label(kind.toLowerCase()))
      errors.push(invalid(kindAt, kind, `may have mixed case, but should otherwise match: ${text}`))
  if (isObject(metadata)) addAll(errors, metadataErrors(metadata, release, at.child('metadata')))
  else if (metadata !== undefined && metadata !== null)
    errors.push(invalid(at.child('metadata'), metadata, 'must be an object'))
  return errors
}

function metadataErrors(metadata: ObjectMeta, release: number, at: FieldPath): FieldError[] {
  const named = { ...metadata, name: metadata.name || 'unnamed' }
  return validateObjectMeta(
    named,
    {
      nameMessages: pathSegment,
      namespaced: Boolean(metadata.namespace),
      knownFinalizers: false,
      detailedManagedFields: behaves('managed-fields-entry-errors', release),
    },
    at,
  )
}
