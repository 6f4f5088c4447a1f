import { duplicate, invalid, required, tooMany, type FieldPath } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { isObject } from '../../machinery/json'
import { addAll } from '../../machinery/lists'
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

/** Why a path leads to no field; undefined if it does. */
function pathProblem(path: string, root: JsonSchema): string | undefined {
  if (!path.startsWith('.') && !path.startsWith('['))
    return `expected [ or . but got: ${path.split(/[.[\]]/, 1)[0] ?? ''}`
  if (path.includes('[')) return 'array notation is not allowed'
  const parts = partsOf(path)
  return parts && schemaAt(root, parts) ? undefined : 'does not refer to a valid field'
}

function fieldErrors(jsonPath: string, root: JsonSchema, at: FieldPath): FieldError[] {
  const problem = pathProblem(jsonPath, root)
  if (problem !== undefined) return [invalid(at, jsonPath, `is an invalid path: ${problem}`)]
  const parts = partsOf(jsonPath) ?? []
  const errors: FieldError[] = []
  if (parts[0] === 'metadata') errors.push(invalid(at, jsonPath, 'must not point to fields in metadata'))
  if (!SELECTABLE.has(schemaAt(root, parts)?.type ?? ''))
    errors.push(
      invalid(
        at,
        jsonPath,
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
      ),
    )
  return errors
}

/** Errors of a version's selectable fields. */
export function selectableErrors(
  { selectableFields = [], schema }: DefinitionVersion,
  at: FieldPath,
  release: number,
): FieldError[] {
  if (selectableFields.length === 0) return []
  const root = schema?.openAPIV3Schema
  if (!root) {
    const [name, where] = behaves('definition-terse-errors', release)
      ? ['', '`version.schema.openAPIV3Schema`']
      : ['selectableFields ', 'version.schema.openAPIV3Schema']
    return [invalid(at, '', `${name}may only be set when ${where} is not included`)]
  }
  const seen = new Set<string>()
  const errors: FieldError[] = []
  for (const [i, { jsonPath = '' }] of selectableFields.entries()) {
    const here = at.index(i).child('jsonPath')
    if (jsonPath === '') {
      errors.push(required(here))
      continue
    }
    addAll(errors, fieldErrors(jsonPath, root, here))
    if (pathProblem(jsonPath, root) !== undefined) continue
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
