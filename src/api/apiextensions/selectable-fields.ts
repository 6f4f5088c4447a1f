import { duplicate, invalid, required, tooMany, type FieldError, type FieldPath } from '../../machinery/field-error'
import { isObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { behaves, type Served } from '../releases/ledger'
import type { DefinitionVersion, JsonSchema } from './definition'

const MOST = 8
const SELECTABLE = new Set(['string', 'integer', 'boolean'])

/** Splits a path such as `.spec.colour`; undefined if invalid. */
function partsOf(path: string): string[] | undefined {
  const parts = path.split('.')
  return parts.length > 1 && parts.shift() === '' && parts.every((part) => /^[A-Za-z_][\w-]*$/.test(part))
    ? parts
    : undefined
}

function schemaAt(schema: JsonSchema, parts: readonly string[]): JsonSchema | undefined {
  let at: JsonSchema | undefined = schema
  for (const part of parts) {
    const properties: Record<string, JsonSchema> = at?.properties ?? {}
    at = Object.hasOwn(properties, part) ? properties[part] : undefined
  }
  return at
}

/** Errors of a version's selectable fields. */
export function selectableErrors({ selectableFields = [], schema }: DefinitionVersion, at: FieldPath): FieldError[] {
  if (selectableFields.length === 0) return []
  const root = schema?.openAPIV3Schema
  if (!root)
    return [invalid(at, '', 'selectableFields may only be set when version.schema.openAPIV3Schema is not included')]
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const [i, { jsonPath = '' }] of selectableFields.entries()) {
    const here = at.index(i)
    if (jsonPath === '') {
      errors.push(required(here.child('jsonPath')))
      continue
    }
    const parts = partsOf(jsonPath)
    const found = parts && schemaAt(root, parts)
    if (!parts || (!found && parts[0] !== 'metadata')) {
      errors.push(invalid(here.child('jsonPath'), jsonPath, 'is an invalid path: does not refer to a valid field'))
      continue
    }
    if (parts[0] === 'metadata') errors.push(invalid(here, jsonPath, 'must not point to fields in metadata'))
    else if (!SELECTABLE.has(found?.type ?? ''))
      errors.push(
        invalid(
          here,
          jsonPath,
          'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
        ),
      )
    if (seen.has(jsonPath)) errors.push(duplicate(here, jsonPath))
    seen.add(jsonPath)
  }
  if (seen.size > MOST) errors.push(tooMany(at, seen.size, MOST))
  return errors
}

function textAt(object: ApiObject, parts: readonly string[]): string {
  let at: unknown = object
  for (const part of parts) at = isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined
  return typeof at === 'string' || typeof at === 'number' || typeof at === 'bigint' || typeof at === 'boolean'
    ? String(at)
    : ''
}

/** Additional field selectors of a version; a missing value is the empty string. */
export function fieldSelectorsOf(
  { selectableFields = [] }: DefinitionVersion,
  served: Served,
): Readonly<Record<string, (object: ApiObject) => string>> | undefined {
  if (selectableFields.length === 0 || !behaves('custom-type-field-selectors', served)) return undefined
  return Object.fromEntries(
    selectableFields.flatMap(({ jsonPath = '' }) => {
      const parts = partsOf(jsonPath)
      return parts ? [[parts.join('.'), (object: ApiObject) => textAt(object, parts)]] : []
    }),
  )
}
