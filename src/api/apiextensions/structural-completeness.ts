import { addAll } from '../../machinery/lists'
import { FieldPath, forbidden, invalid, required } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { equal } from '../../machinery/json'
import { compilePattern, patternProblem } from '../../machinery/patterns/regular-expression'
import { itemSchema, type JsonSchema } from './definition'

/** Where a schema stands: at the root, or under a list or an object. */
export type SchemaLevel = 'root' | 'item' | 'field'

const INT_OR_STRING = [{ type: 'integer' }, { type: 'string' }]

const isIntOrString = (schemas: readonly JsonSchema[] | undefined): boolean => equal(schemas, INT_OR_STRING)

/** Combinators may contain only validations, except for the two usual forms of int-or-string. */
export function combinationErrors(schema: JsonSchema, at: FieldPath, letThrough = true): FieldError[] {
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
export function completeness(
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
