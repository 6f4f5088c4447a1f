import { addAll } from '../../machinery/lists'
import { FieldPath, invalid } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { goUntyped } from '../../machinery/go-untyped'
import { clone, equal } from '../../machinery/json'
import { itemSchema, valuesOf, type JsonSchema } from './definition'
import { coerceEmbedded, validateEmbedded } from './embedded'
import { prune } from './prune'
import { validateValue } from './validate-value'

const untyped = (value: unknown): unknown => (typeof value === 'object' ? goUntyped(value) : value)

/** Errors of defaults: each must be valid under its own schema, with nothing to prune. */
export function validateDefaults(schema: JsonSchema, at: FieldPath, release: number): FieldError[] {
  const errors: FieldError[] = []
  if (schema.default !== undefined) addAll(errors, defaultErrors(schema, at.child('default'), release))
  const items = itemSchema(schema)
  if (items) addAll(errors, validateDefaults(items, at.child('items'), release))
  const values = valuesOf(schema)
  if (values) addAll(errors, validateDefaults(values, at.child('additionalProperties'), release))
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    addAll(errors, validateDefaults(property, at.child('properties').key(name), release))
  return errors
}

function defaultErrors(schema: JsonSchema, at: FieldPath, release: number): FieldError[] {
  const value = clone(schema.default)
  prune(value, schema, schema['x-orch-embedded-resource'] === true)
  if (!equal(value, schema.default)) return [invalid(at, untyped(schema.default), 'must not have unknown fields')]
  const { errors } = coerceEmbedded(value, schema, release)
  if (errors.length > 0)
    return [invalid(at, untyped(schema.default), `must result in valid metadata: ${errors.join('; ')}`)]
  const embedded = validateEmbedded(value, schema, release, at)
  if (embedded.length > 0) return embedded
  const here = at.toString()
  return validateValue(value, schema, '', release).map((error) => ({
    ...error,
    field:
      error.field === '' || error.field === '<nil>'
        ? here
        : `${here}${error.field.startsWith('[') ? '' : '.'}${error.field}`,
  }))
}
