/** Schemas of custom types for OpenAPI v2, which has fewer keywords; clients refuse a document with unknown ones. */
import { isObject } from '../../machinery/json'
import type { JsonSchema } from '../apiextensions/definition'
import type { Document } from './schema-markers'

const KEPT = [
  'title',
  'description',
  'format',
  'enum',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'multipleOf',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
  'externalDocs',
  'example',
  'x-orch-preserve-unknown-fields',
  'x-orch-embedded-resource',
  'x-orch-int-or-string',
  'x-orch-list-type',
  'x-orch-list-map-keys',
  'x-orch-map-type',
  'x-orch-validations',
] as const

/** Whether the fields must be hidden from clients, which would refuse any field missing from the schema. */
export const isOpaque = (schema: JsonSchema | undefined): boolean =>
  schema === undefined || schema['x-orch-preserve-unknown-fields'] === true

/**
 * Reduces a schema to OpenAPI v2: no alternatives, defaults or null. Nullable values and those that preserve unknown fields have no type
 * or properties; nullable ones are not required.
 */
export function customSchemaV2(schema: JsonSchema, embeddedFields: () => Document): Document {
  const kept = Object.fromEntries(KEPT.flatMap((word) => (schema[word] === undefined ? [] : [[word, schema[word]]])))
  const open = schema.nullable === true || schema['x-orch-preserve-unknown-fields'] === true
  const lower = (part: JsonSchema): Document => customSchemaV2(part, embeddedFields)
  const required = (schema.required ?? []).filter((name) => schema.properties?.[name]?.nullable !== true)
  if (open) return kept
  const properties = {
    ...Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, part]) => [name, lower(part)])),
    ...(schema['x-orch-embedded-resource'] === true && embeddedFields()),
  }
  const { items, additionalProperties } = schema
  return {
    ...kept,
    ...(schema.type !== undefined && { type: schema.type }),
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(isObject(items) && { items: lower(items) }),
    ...(isObject(additionalProperties) && { additionalProperties: lower(additionalProperties) }),
    ...(additionalProperties === true && { additionalProperties: true }),
  }
}
