import { addAll } from '../../machinery/lists'
import { FieldPath, forbidden, invalid, required, type FieldError } from '../../machinery/field-error'
import { equal, isObject } from '../../machinery/json'
import { itemSchema, valuesOf, type JsonSchema } from './definition'
import { compilePattern, patternProblem } from '../../machinery/patterns/regular-expression'

type Level = 'root' | 'item' | 'field'

/**
 * Errors of a schema that is not structural: every value needs one type, specified outside logical combinators, and everything mentioned
 * in combinators must also be specified outside them.
 */
export function validateStructural(schema: JsonSchema, at: FieldPath): FieldError[] {
  const stray = foreignWord(schema)
  if (stray !== undefined) return [invalid(at, '', `${stray} has no place in a structural schema`)]
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

const TYPE_NEEDED: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
}
const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }]

function invariants(schema: JsonSchema | undefined, level: Level, at: FieldPath): FieldError[] {
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

function typeErrors(schema: JsonSchema, level: Level, at: FieldPath): FieldError[] {
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
function metadataErrors(schema: JsonSchema, level: Level, at: FieldPath): FieldError[] {
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

const isIntOrString = (schemas: readonly JsonSchema[] | undefined): boolean => equal(schemas, INT_OR_STRING)

/** Combinators may contain only validations, except for the two usual forms of int-or-string. */
function combinationErrors(schema: JsonSchema, at: FieldPath, letThrough = true): FieldError[] {
  const errors: FieldError[] = []
  const { anyOf = [], allOf = [], oneOf = [], not, pattern } = schema
  if (!(letThrough && isIntOrString(anyOf)))
    anyOf.forEach((one, i) => addAll(errors, nestedErrors(one, at.child('anyOf').index(i), false)))
  const first = letThrough && isIntOrString(allOf[0]?.anyOf)
  allOf.forEach((one, i) => addAll(errors, nestedErrors(one, at.child('allOf').index(i), first && i === 0)))
  oneOf.forEach((one, i) => addAll(errors, nestedErrors(one, at.child('oneOf').index(i), false)))
  if (not) addAll(errors, nestedErrors(not, at.child('not'), false))
  if (pattern && !compilePattern(pattern))
    errors.push(
      invalid(
        at.child('pattern'),
        pattern,
        `must be a valid regular expression, but isn't: ${patternProblem(pattern)}`,
      ),
    )
  return errors
}

const STRUCTURE = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-orch-preserve-unknown-fields', 'must be false to be structural'],
  ['x-orch-embedded-resource', 'must be false to be structural'],
  ['x-orch-int-or-string', 'must be false to be structural'],
  ['x-orch-list-map-keys', 'must be empty to be structural'],
  ['x-orch-list-type', 'must be undefined to be structural'],
  ['x-orch-map-type', 'must be undefined to be structural'],
  ['x-orch-validations', 'must be empty to be structural'],
] as const

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)

function nestedErrors(schema: JsonSchema, at: FieldPath, letThrough: boolean): FieldError[] {
  const errors = combinationErrors(schema, at, letThrough)
  const items = itemSchema(schema)
  if (items) addAll(errors, nestedErrors(items, at.child('items'), false))
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    addAll(errors, nestedErrors(property, at.child('properties').key(name), false))
  for (const [word, why] of STRUCTURE) {
    const given =
      word === 'additionalProperties' || word === 'default' ? schema[word] !== undefined : isSet(schema[word])
    if (given) errors.push(forbidden(at.child(word), why))
  }
  if (schema.properties?.metadata)
    errors.push(forbidden(at.child('properties').key('metadata'), 'must not be specified in a nested context'))
  return errors
}

/** Everything mentioned in the root's combinators must also be specified outside them. */
function completeness(
  said: JsonSchema,
  schema: JsonSchema | undefined,
  at: FieldPath,
  saidAt: FieldPath,
): FieldError[] {
  const nested: (readonly [JsonSchema, FieldPath])[] = []
  if (said.not) nested.push([said.not, saidAt.child('not')])
  for (const word of ['allOf', 'anyOf', 'oneOf'] as const)
    said[word]?.forEach((one, i) => nested.push([one, saidAt.child(word).index(i)]))
  return nested.flatMap(([one, here]) => nestedCompleteness(one, schema, at, here))
}

function nestedCompleteness(
  said: JsonSchema,
  schema: JsonSchema | undefined,
  at: FieldPath,
  saidAt: FieldPath,
): FieldError[] {
  if (!schema) return [required(at, `because it is defined in ${saidAt.toString()}`)]
  const errors = completeness(said, schema, at, saidAt)
  const items = itemSchema(said)
  if (items) addAll(errors, nestedCompleteness(items, itemSchema(schema), at.child('items'), saidAt.child('items')))
  for (const [name, property] of Object.entries(said.properties ?? {}))
    addAll(
      errors,
      nestedCompleteness(
        property,
        schema.properties?.[name],
        at.child('properties').key(name),
        saidAt.child('properties').key(name),
      ),
    )
  return errors
}
