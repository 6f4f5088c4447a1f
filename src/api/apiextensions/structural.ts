import { addAll } from '../../machinery/lists'
import { FieldPath, forbidden, invalid, required } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { isObject } from '../../machinery/json'
import { itemSchema, valuesOf, type JsonSchema } from './definition'
import { type SchemaLevel, combinationErrors, completeness } from './structural-completeness'

/**
 * Errors of a schema that is not structural: every value needs one type, specified outside logical combinators, and everything mentioned
 * in combinators must also be specified outside them.
 */
export function validateStructural(schema: JsonSchema, at: FieldPath): FieldError[] {
  const stray = foreignWord(schema)
  if (stray !== undefined)
    return [invalid(at, '', `OpenAPIV3Schema '${stray.replace(/^\$schema$/, 'schema')}' is not supported`)]
  const errors = [...invariants(schema, 'root', at), ...completeness(schema, schema, at, at)]
  const text = ({ field, message }: FieldError): string => `${field}: ${message}`
  return errors.sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0))
}

const FOREIGN = ['id', '$schema', '$ref', 'patternProperties', 'dependencies', 'definitions'] as const

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0)

/** A keyword anywhere in a schema that prevents it from being structural. */
export function foreignWord(schema: JsonSchema | undefined): string | undefined {
  if (!schema) return undefined
  const own = FOREIGN.find((word) => !isEmpty(schema[word]))
  if (own !== undefined) return own
  if (schema.additionalItems !== undefined) return 'additionalItems'
  if (schema['x-orch-preserve-unknown-fields'] === false) return 'x-orch-preserve-unknown-fields: false'
  if (Array.isArray(schema.items) && schema.items.length > 0) return 'items'
  const { properties = {}, allOf = [], anyOf = [], oneOf = [], not } = schema
  const parts = [...Object.values(properties), ...allOf, ...anyOf, ...oneOf, not, itemSchema(schema), valuesOf(schema)]
  for (const part of parts) {
    const stray = foreignWord(part)
    if (stray !== undefined) return stray
  }
  return undefined
}

const TYPE_NEEDED: Readonly<Record<SchemaLevel, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}

function invariants(schema: JsonSchema | undefined, level: SchemaLevel, at: FieldPath): FieldError[] {
  if (!schema) return []
  const errors: FieldError[] = []
  const items = itemSchema(schema)
  if (schema.type === 'array' && !items) errors.push(required(at.child('items'), 'must be specified'))
  addAll(errors, invariants(items, 'item', at.child('items')))
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    addAll(errors, invariants(property, 'field', at.child('properties').key(name)))
  if (schema.additionalProperties !== undefined) {
    if (level === 'root') errors.push(forbidden(at.child('additionalProperties'), 'must not be used at the root'))
    addAll(errors, invariants(valuesOf(schema), 'field', at.child('additionalProperties')))
  }
  for (const found of [extensionErrors(schema, at), combinationErrors(schema, at), typeErrors(schema, level, at)])
    addAll(errors, found)
  return [...errors, ...metadataErrors(schema, level, at)]
}

function extensionErrors(schema: JsonSchema, at: FieldPath): FieldError[] {
  if (!schema['x-orch-int-or-string']) return []
  return (['x-orch-preserve-unknown-fields', 'x-orch-embedded-resource'] as const)
    .filter((word) => schema[word])
    .map((word) => invalid(at.child(word), true, 'must be false if x-orch-int-or-string is true'))
}

function typeErrors(schema: JsonSchema, level: SchemaLevel, at: FieldPath): FieldError[] {
  const { type } = schema
  const errors: FieldError[] = []
  const typeAt = at.child('type')
  const embedded = schema['x-orch-embedded-resource']
  if (embedded && type !== 'object') {
    const why = 'must be object if x-orch-embedded-resource is true'
    errors.push(type ? invalid(typeAt, type, why) : required(typeAt, why))
  } else if (!type && !schema['x-orch-int-or-string'] && !schema['x-orch-preserve-unknown-fields'])
    errors.push(required(typeAt, TYPE_NEEDED[level]))
  if (embedded && schema.additionalProperties !== undefined)
    errors.push(forbidden(at.child('additionalProperties'), 'must not be used if x-orch-embedded-resource is set'))
  if (level === 'root' && type && type !== 'object') errors.push(invalid(typeAt, type, 'must be object at the root'))
  if (embedded && !schema['x-orch-preserve-unknown-fields'] && Object.keys(schema.properties ?? {}).length === 0)
    errors.push(
      required(
        at.child('properties'),
        'must not be empty if x-orch-embedded-resource is true without x-orch-preserve-unknown-fields',
      ),
    )
  return errors
}

/** Errors of the schema's metadata: every object has apiVersion, kind and metadata, so a schema can restrict little of them. */
function metadataErrors(schema: JsonSchema, level: SchemaLevel, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const properties = schema.properties ?? {}
  const whole = level === 'root' || schema['x-orch-embedded-resource'] === true
  for (const name of ['kind', 'apiVersion'])
    if (whole && properties[name] && properties[name].type !== 'string')
      errors.push(
        invalid(at.child('properties').key(name).child('type'), properties[name].type ?? '', 'must be string'),
      )
  const { metadata } = properties
  if (!metadata) return errors
  const here = at.child('properties').key('metadata')
  if (whole && metadata.type !== 'object')
    errors.push(invalid(here.child('type'), metadata.type ?? '', 'must be object'))
  if (level === 'root' && !isPlainMetadata(metadata))
    errors.push(
      forbidden(
        here,
        'must not specify anything other than name and generateName, but metadata is implicitly specified',
      ),
    )
  return errors
}

function isPlainMetadata({ type: _type, default: _default, properties = {}, ...rest }: JsonSchema): boolean {
  const named = Object.keys(properties).every((name) => name === 'name' || name === 'generateName')
  return named && Object.values(rest).every((value) => value === undefined || value === '' || value === false)
}
