import { FieldPath, forbidden, invalid, required } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { utf8Length } from '../../../machinery/utf8-length'
import type { JsonSchema, PrinterColumn, ScalePaths, Subresources } from '../definition'
import { validateDefaults } from '../default-rules'
import { hasRules } from '../rules/has-rules'
import { validateSchema } from '../schema-rules'
import { foreignWord, validateStructural } from '../structural'
import { expressionCode } from '../../expressions'
import { behaves, type Served } from '../../releases/ledger'

/** Which checks apply to a definition. */
export interface Strictness extends Served {
  readonly requireSchemas: boolean
  readonly requireStructural: boolean
  readonly checkTypes: boolean
  readonly allowDefaults: boolean
  readonly defaultsElsewhere: boolean
  readonly requireRecognizedReview: boolean
  readonly requireSameNames: boolean
  /** Versions whose schema the stored definition has, too. */
  readonly unchanged: ReadonlySet<string>
}

/** Keywords allowed in a root schema beside the status subresource; the status is validated by its own part of the schema. */
const ALLOWED_AT_ROOT = new Set([
  'description',
  'type',
  'format',
  'title',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'required',
  'items',
  'properties',
  'externalDocs',
  'example',
  'x-orch-preserve-unknown-fields',
  'x-orch-validations',
])

function rootErrors(schema: JsonSchema, hasStatus: boolean, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (hasStatus) {
    if (schema.type && schema.type !== 'object')
      errors.push(
        invalid(
          at.child('type'),
          schema.type,
          'only "object" is allowed as the type at the root of the schema if the status subresource is enabled',
        ),
      )
    else {
      const stray = Object.keys(schema).find((word) => !ALLOWED_AT_ROOT.has(word) && schema[word as keyof JsonSchema])
      if (stray !== undefined)
        errors.push(invalid(at, stray, `${stray} must not be given at the root where the status subresource is on`))
    }
  }
  if (schema.nullable) errors.push(forbidden(at.child('nullable'), 'nullable cannot be true at the root'))
  return errors
}

/** Where a version's schema stands, and what is known about it. */
interface SchemaContext {
  readonly hasStatus: boolean
  /** Whether the stored definition has the same schema. */
  readonly isUnchanged: boolean
}

/** Errors of a version's schema; `at` is the field that holds `openAPIV3Schema`. */
export function schemaErrors(
  schema: JsonSchema | undefined,
  { hasStatus, isUnchanged }: SchemaContext,
  strict: Strictness,
  at: FieldPath,
): FieldError[] {
  if (!schema) return []
  const here = at.child('openAPIV3Schema')
  const knowsRules = behaves('custom-type-expression-rules', strict)
  const found = validateSchema(schema, here, { ...strict, release: knowsRules ? strict.release : undefined })
  const root = rootErrors(schema, hasStatus, here)
  const errors = [...root, ...found.errors]
  // Unless other errors exist, a schema that can't be parsed as structural is reported as such.
  if (!strict.requireStructural || (errors.length > 0 && foreignWord(schema) !== undefined)) return errors
  const structural = validateStructural(schema, here)
  const structure = structural.length > 0 ? structural : validateDefaults(schema, here, strict.release)
  const isFirst = behaves('definition-structure-first', strict.release)
  const told = isFirst ? [...root, ...structure, ...found.errors] : [...errors, ...structure]
  if (!knowsRules || structure.length > 0 || !hasRules(schema)) return told
  const keepsCosts = isUnchanged && behaves('custom-type-kept-costs', strict.release)
  return [
    ...told,
    ...expressionCode().ruleErrors(schema, here, { release: strict.release, wrong: found.wrong, keepsCosts }),
  ]
}

function simplePathErrors(path: string, at: FieldPath): FieldError[] {
  return path.startsWith('.') ? [] : [invalid(at, path, 'must be a simple json path starting with .')]
}

function scaleErrors(scale: ScalePaths, at: FieldPath): FieldError[] {
  const under = (field: keyof ScalePaths, needed: boolean, ...parents: readonly string[]): FieldError[] => {
    const here = at.child(field)
    const path = scale[field]
    if (!path) return needed ? [required(here)] : []
    const errors = simplePathErrors(path, here)
    if (errors.length > 0) return errors
    const fits = parents.some((parent) => path.startsWith(`.${parent}.`))
    return fits
      ? []
      : [
          invalid(
            here,
            path,
            `should be a json path under ${parents.length > 1 ? 'either ' : ''}${parents.map((one) => `.${one}`).join(' or ')}`,
          ),
        ]
  }
  return [
    ...under('specReplicasPath', true, 'spec'),
    ...under('statusReplicasPath', true, 'status'),
    ...under('labelSelectorPath', false, 'spec', 'status'),
  ]
}

/** Errors of a version's subresources. */
export const subresourceErrors = (subresources: Subresources | undefined, at: FieldPath): FieldError[] =>
  subresources?.scale ? scaleErrors(subresources.scale, at.child('scale')) : []

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string']
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password']

function columnErrors({ name, type, format, jsonPath }: PrinterColumn, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (!name) errors.push(required(at.child('name')))
  if (!type) errors.push(required(at.child('type'), `must be one of ${COLUMN_TYPES.join(',')}`))
  else if (!COLUMN_TYPES.includes(type))
    errors.push(invalid(at.child('type'), type, `must be one of ${COLUMN_TYPES.join(',')}`))
  if (format && !COLUMN_FORMATS.includes(format))
    errors.push(invalid(at.child('format'), format, `must be one of ${COLUMN_FORMATS.join(',')}`))
  const pathAt = at.child('JSONPath')
  return [...errors, ...(jsonPath ? simplePathErrors(jsonPath, pathAt) : [required(pathAt)])]
}

/** Errors of a version's printer columns. */
export const columnsErrors = (columns: readonly PrinterColumn[] | undefined, at: FieldPath): FieldError[] =>
  (columns ?? []).flatMap((column, i) => columnErrors(column, at.index(i)))

const MAX_WARNING = 256
/** Everything but letters, marks, numbers, punctuation, symbols and the plain space. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

/** Errors of the deprecation warning text. */
export function deprecationErrors(
  deprecated: boolean | undefined,
  warning: string | undefined,
  at: FieldPath,
): FieldError[] {
  if (warning === undefined) return []
  const messages: string[] = []
  if (!deprecated) messages.push('can only be set for deprecated versions')
  if (warning === '') messages.push('must not be an empty string')
  else {
    if (new TextEncoder().encode(warning).length > MAX_WARNING)
      messages.push(`must be <= ${MAX_WARNING} characters long`)
    const hidden = warning.search(UNPRINTABLE)
    if (hidden >= 0)
      messages.push(
        `must only contain printable UTF-8 characters; non-printable character found at index ${utf8Length(warning.slice(0, hidden))}`,
      )
  }
  return messages.map((text) => invalid(at, warning, text))
}
