import { addAll } from '../../machinery/lists'
import type { FieldError } from '../../machinery/field-error'
import { clone, equal, isObject } from '../../machinery/json'
import { apiVersionOf, type ApiObject } from '../../machinery/object'
import { CompileError } from '../../expressions/expression-error'
import type { KindBehaviour, SubresourceBehaviour } from '../kind'
import type { Feature } from '../releases/gates'
import { behaves, type Served } from '../releases/ledger'
import type { Schema } from '../schema'
import { type Reading, type ReadOptions, readTyped } from '../walk'
import { printerColumns } from './columns'
import { applyDefaults } from './default'
import { definitionOf, storageVersion, type Definition, type DefinitionVersion, type JsonSchema } from './definition'
import { coerceEmbedded, metaSchema, validateEmbedded } from './embedded'
import { prune } from './prune'
import { isUnchanged } from './rules/unchanged'
import { ruleTree, type RuleTree } from './rules/rule-tree'
import { validateRules } from './rules/validate-rules'
import { scaleRule, scaleSpecErrors, scaleStatusErrors } from './scale'
import { fieldSelectorsOf } from './selectable-fields'
import { toSchema } from './to-schema'
import { validateListTypes } from './validate-lists'
import { validateValue } from './validate-value'

type MaybePromise<T> = T | Promise<T>

export interface CustomTypeOptions {
  /** Minor number of the release served: 25 for 1.25. */
  readonly release: number
  readonly feature: Feature
  /** Asks the definition's webhook for objects in another version; needed where the conversion strategy is Webhook. */
  readonly convert?: (objects: readonly ApiObject[], apiVersion: string) => Promise<ApiObject[]>
}

/**
 * One version of a custom type, in the form in which built-in kinds are served. Behaviour works on objects in this version:
 * there is no hub, what is stored is converted from and to the storage version.
 */
export interface CustomType {
  readonly group: string
  readonly version: string
  readonly apiVersion: string
  /** Plural, as in URLs. */
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly listKind: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly namespaced: boolean
  readonly served: boolean
  readonly storage: boolean
  /** The text that clients of a deprecated version are warned with. */
  readonly deprecationWarning?: string
  /** `status` and `scale`, where the version has them. */
  readonly subresources: readonly ('status' | 'scale')[]
  readonly schema: Schema
  /** The schema as the definition has it, for documents that describe the type. */
  readonly jsonSchema: JsonSchema | undefined
  readonly behaviour: KindBehaviour
  /**
   * What a body says, in this version: metadata checked, unknown fields dropped and reported. The input is never changed.
   * Wrong values elsewhere are for validation.
   */
  read(object: unknown, options?: ReadOptions): Reading
  /** Fills in this version's defaults, in place. */
  applyDefaults(object: ApiObject): void
  /** An object in this version from what is stored, whatever version that is in. */
  fromStored(stored: ApiObject): MaybePromise<ApiObject>
  /** The object in the version that is stored now. */
  toStored(object: ApiObject): MaybePromise<ApiObject>
}

/** All versions of a definition, served or not. */
export function compileCustomType(object: ApiObject, options: CustomTypeOptions): CustomType[] {
  const definition = definitionOf(object)
  const versions = definition.spec.versions ?? []
  const forms = new Map(
    versions.map((version) => [version.name, new VersionForm(definition, version, options.release)]),
  )
  return versions.map((version) => customType(definition, version, forms, options))
}

/** What one version's schema does to values. */
class VersionForm {
  readonly schema: JsonSchema | undefined
  private readonly keepUnknown: boolean

  constructor(
    definition: Definition,
    version: DefinitionVersion,
    private readonly release: number,
  ) {
    this.schema = version.schema?.openAPIV3Schema
    this.keepUnknown = definition.spec.preserveUnknownFields === true
  }

  read(body: unknown, options: ReadOptions = {}): Reading {
    if (!isObject(body)) return { value: body, unknown: [], errors: ['the body must be an object'] }
    const value = clone(body)
    const unknown: string[] = []
    const errors: string[] = []
    const metaType = metaSchema(this.release)
    if (value.metadata === null) delete value.metadata
    if (value.metadata !== undefined && metaType) {
      const reading = readTyped(value.metadata, metaType, options)
      value.metadata = reading.value as typeof value.metadata
      addAll(
        unknown,
        reading.unknown.map((path) => `metadata.${path}`),
      )
      addAll(
        errors,
        reading.errors.map((error) => `metadata.${error}`),
      )
    }
    const embedded = coerceEmbedded(value, this.schema, this.release)
    addAll(unknown, this.prune(value))
    addAll(unknown, embedded.unknown)
    return { value, unknown, errors: [...errors, ...embedded.errors] }
  }

  prune(value: unknown): string[] {
    return this.keepUnknown ? [] : prune(value, this.schema, true)
  }

  applyDefaults(object: unknown): void {
    applyDefaults(object, this.schema)
  }
}

function customType(
  definition: Definition,
  version: DefinitionVersion,
  forms: ReadonlyMap<string, VersionForm>,
  options: CustomTypeOptions,
): CustomType {
  const { spec, status } = definition
  const { group = '', scope } = spec
  const { plural = '', kind = '', singular = kind.toLowerCase(), listKind = `${kind}List` } = spec.names ?? {}
  const { shortNames = [], categories = [] } = status.acceptedNames ?? {}
  const apiVersion = apiVersionOf({ group, version: version.name })
  const form = forms.get(version.name) ?? new VersionForm(definition, version, options.release)
  const stored = storageVersion(spec)
  const convert = converter(definition, forms, options)
  const { status: hasStatus, scale } = version.subresources ?? {}
  const subresources: ('status' | 'scale')[] = []
  if (hasStatus) subresources.push('status')
  if (scale) subresources.push('scale')
  return {
    group,
    version: version.name,
    apiVersion,
    resource: plural,
    singular,
    kind,
    listKind,
    shortNames,
    categories,
    namespaced: scope === 'Namespaced',
    served: version.served === true,
    storage: version.storage === true,
    ...(version.deprecated && {
      deprecationWarning: version.deprecationWarning ?? `${apiVersion} ${kind} is deprecated`,
    }),
    subresources,
    schema: toSchema(
      form.schema,
      `${group}/${version.name}.${kind}`,
      options.release,
      spec.preserveUnknownFields === true,
    ),
    jsonSchema: form.schema,
    behaviour: behaviourOf(definition, version, form.schema, options),
    read: (object, options) => form.read(object, options),
    applyDefaults: (object) => form.applyDefaults(object),
    fromStored: (object) => convert(object, apiVersion, true),
    toStored: (object) => convert(object, apiVersionOf({ group, version: stored?.name ?? version.name }), false),
  }
}

/** Converts between versions of one definition: what is read gets the defaults of its own version first. */
function converter(
  definition: Definition,
  forms: ReadonlyMap<string, VersionForm>,
  { convert }: CustomTypeOptions,
): (object: ApiObject, apiVersion: string, fill: boolean) => MaybePromise<ApiObject> {
  const byWebhook = definition.spec.conversion?.strategy === 'Webhook'
  const formOf = (apiVersion: string | undefined) => forms.get((apiVersion ?? '').split('/').at(-1) ?? '')
  const finish = (object: ApiObject): ApiObject => {
    formOf(object.apiVersion)?.prune(object)
    return object
  }
  return (object, apiVersion, fill) => {
    const draft = clone(object)
    const form = formOf(draft.apiVersion)
    form?.prune(draft)
    if (fill) form?.applyDefaults(draft)
    if (draft.apiVersion === apiVersion) return draft
    if (!byWebhook) return finish({ ...draft, apiVersion })
    if (!convert) throw new Error(`conversion of ${definition.metadata.name ?? ''} needs its webhook`)
    return convert([draft], apiVersion).then(([converted]) => finish(clone(converted ?? draft)))
  }
}

const IDENTITY = new Set(['apiVersion', 'kind', 'metadata'])

function behaviourOf(
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
  // Lists that broke a rule before it was introduced must not block updates of their object.
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
    validate: (object) => {
      const old = replaced.get(object)
      const errors = [
        ...(schema ? withoutOldErrors(validateValue(object, schema, '', release), object, old, schema, served) : []),
        ...validateEmbedded(object, schema),
        ...listErrors(object),
        ...(scale ? [...scaleSpecErrors(object, scale), ...scaleStatusErrors(object, scale)] : []),
      ]
      const rules = rulesOf(schema, served)
      return rules ? [...errors, ...validateRules(object, old, rules, errors, ratchets(served))] : errors
    },
    ...(hasStatus && { subresources: { status: statusBehaviour(version, schema, served) } }),
    ...(scale && { scale: scaleRule(scale) }),
    ...printerColumns(version.additionalPrinterColumns),
    ...(fieldSelectors && { fieldSelectors }),
  }
}

const ratchets = (served: Served): boolean => behaves('custom-type-ratcheting', served)
/** Errors of values that an update leaves unchanged do not block it. */
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

const trees = new WeakMap<JsonSchema, RuleTree | undefined>()
/** The expression rules of a schema, compiled on first use; undefined when there are none. */
function rulesOf(schema: JsonSchema | undefined, served: Served): RuleTree | undefined {
  if (!schema || !behaves('custom-type-expression-rules', served)) return undefined
  if (!trees.has(schema)) trees.set(schema, readyRules(schema, served.release))
  return trees.get(schema)
}
/** A definition that was stored before rules were checked may hold rules that do not compile: none of its rules run. */
function readyRules(schema: JsonSchema, release: number): RuleTree | undefined {
  try {
    return ruleTree(schema, release, true)
  } catch (error) {
    if (error instanceof CompileError) return undefined
    throw error
  }
}

/** `/status` changes the status and nothing else, not even labels. */
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
    validateUpdate: (object, old) => {
      const errors = [
        ...(schema && statusSchema && object.status !== undefined
          ? withoutOldErrors(validateValue(object.status, statusSchema, 'status', release), object, old, schema, served)
          : []),
        ...validateEmbedded(object, schema),
        ...validateListTypes(object, schema),
        ...(scale ? scaleStatusErrors(object, scale) : []),
      ]
      const rules = rulesOf(schema, served)
      return rules ? [...errors, ...validateRules(object, old, rules, errors, ratchets(served))] : errors
    },
  }
}
