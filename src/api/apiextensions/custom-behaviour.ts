import type { FieldError } from '../../machinery/field-wording'
import { clone, equal } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { KindBehaviour } from '../kind'
import type { SubresourceBehaviour } from '../subresource-behaviour'
import type { KindContext } from '../kind-context'
import { expressionCode, loadExpressions } from '../expressions'
import { behaves, type Served } from '../releases/ledger'
import { printerColumns } from './columns'
import type { Definition, DefinitionVersion, JsonSchema } from './definition'
import { validateEmbedded } from './embedded'
import { isUnchanged } from './rules/unchanged'
import { hasRules } from './rules/has-rules'
import type { RuleTree } from './rules/rule-tree'
import { scaleRule, scaleSpecErrors, scaleStatusErrors } from './scale'
import { fieldSelectorsOf } from './selectable-fields'
import { validateListTypes } from './validate-lists'
import { validateValue } from './validate-value'

/** Validation and update rules of a custom kind, derived from its schema and subresources. */
export function behaviourOf(
  definition: Definition,
  version: DefinitionVersion,
  schema: JsonSchema | undefined,
  served: Served,
): KindBehaviour {
  const { release } = served
  const { group = '', names = {} } = definition.spec
  const { status, scale } = version.subresources ?? {}
  const hasStatus = status !== undefined
  const fieldSelectors = fieldSelectorsOf(version, served)
  // Old objects by new one: lists that were invalid before a rule existed must not block updates.
  const replaced = new WeakMap<ApiObject, ApiObject>()
  const listErrors = (object: ApiObject): FieldError[] => {
    const old = replaced.get(object)
    return old && validateListTypes(old, schema).length > 0 ? [] : validateListTypes(object, schema)
  }
  return {
    group,
    resource: names.plural ?? '',
    kind: names.kind ?? '',
    nameRule: 'subdomain',
    anyFinalizer: true,
    metadataPasses: [1, 0],
    hasStatus,
    unconditionalUpdate: false,
    deleteReturnsObject: false,
    prepareForCreate: (object) => {
      if (hasStatus) delete object.status
    },
    prepareForUpdate: (object, old) => {
      replaced.set(object, old)
    },
    generation: (object, old) =>
      [...new Set([...Object.keys(object), ...Object.keys(old)])].some(
        (field) => !IDENTITY.has(field) && !(hasStatus && field === 'status') && !equal(object[field], old[field]),
      ),
    ...(runsRules(schema, served) && { load: loadExpressions }),
    validate: (object, context) => {
      const old = replaced.get(object)
      const errors = [
        ...(schema ? withoutOldErrors(validateValue(object, schema, '', release), object, old, schema, served) : []),
        ...validateEmbedded(object, schema, release),
        ...listErrors(object),
        ...(scale ? [...scaleSpecErrors(object, scale), ...scaleStatusErrors(object, scale)] : []),
      ]
      return [...errors, ...brokenRules({ object, old, schema, errors }, served, context)]
    },
    ...(hasStatus && { subresources: { status: statusBehaviour(version, schema, served) } }),
    ...(scale && { scale: scaleRule(scale) }),
    ...printerColumns(version.additionalPrinterColumns),
    ...(fieldSelectors && { fieldSelectors }),
  }
}

const ratchets = (served: Served): boolean => behaves('custom-type-ratcheting', served)
/** Drops errors of values that an update leaves unchanged. */
const withoutOldErrors = (
  errors: readonly FieldError[],
  object: ApiObject,
  old: ApiObject | undefined,
  schema: JsonSchema,
  served: Served,
): readonly FieldError[] =>
  old && errors.length > 0 && ratchets(served)
    ? errors.filter(({ field }) => !isUnchanged(field, object, old, schema))
    : errors

interface Checked {
  readonly object: ApiObject
  readonly old: ApiObject | undefined
  readonly schema: JsonSchema | undefined
  /** Errors of the other checks. */
  readonly errors: readonly FieldError[]
}

/** Errors of validation rules. A violated rule only causes a warning if the update leaves its value unchanged. */
function brokenRules(
  { object, old, schema, errors }: Checked,
  served: Served,
  context: KindContext,
): readonly FieldError[] {
  const rules = rulesOf(schema, served)
  if (!rules) return []
  const results = expressionCode().validateRules(object, old, rules, errors, {
    release: served.release,
    ratchets: ratchets(served),
  })
  for (const { field, message } of results.warnings) context.warn(`${field}: ${message}`)
  return results.errors
}

const trees = new WeakMap<JsonSchema, RuleTree | undefined>()
/** Validation rules of a schema, compiled on first use; undefined if there are none. */
function rulesOf(schema: JsonSchema | undefined, served: Served): RuleTree | undefined {
  if (!schema || !runsRules(schema, served)) return undefined
  if (!trees.has(schema)) trees.set(schema, expressionCode().usableRules(schema, served.release))
  return trees.get(schema)
}
const runsRules = (schema: JsonSchema | undefined, served: Served): boolean =>
  hasRules(schema) && behaves('custom-type-expression-rules', served)

/** `/status` changes the status only, not even labels. */
function statusBehaviour(
  version: DefinitionVersion,
  schema: JsonSchema | undefined,
  served: Served,
): SubresourceBehaviour {
  const { release } = served
  const scale = version.subresources?.scale
  const statusSchema = schema?.properties?.status
  return {
    prepareForUpdate: (object, old) => {
      const { status } = object
      const { managedFields, resourceVersion } = object.metadata
      for (const field of Object.keys(object)) delete object[field]
      Object.assign(object, clone(old))
      if (managedFields === undefined) delete object.metadata.managedFields
      else object.metadata.managedFields = managedFields
      if (resourceVersion !== undefined) object.metadata.resourceVersion = resourceVersion
      if (status === undefined) delete object.status
      else object.status = status
    },
    validateUpdate: (object, old, context) => {
      const errors = [
        ...(schema && statusSchema && object.status !== undefined
          ? withoutOldErrors(validateValue(object.status, statusSchema, 'status', release), object, old, schema, served)
          : []),
        ...validateEmbedded(object, schema, release),
        ...validateListTypes(object, schema),
        ...(scale ? scaleStatusErrors(object, scale) : []),
      ]
      return [...errors, ...brokenRules({ object, old, schema, errors }, served, context)]
    },
  }
}

const IDENTITY = new Set(['apiVersion', 'kind', 'metadata'])
