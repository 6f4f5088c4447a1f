import { selectableErrors } from '../selectable-fields'
import { addAll } from '../../../machinery/lists'
import { FieldPath, invalid, notSupported, required } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { equal } from '../../../machinery/json'
import { dns1035Label, dns1123Subdomain } from '../../../machinery/names'
import {
  hasCondition,
  itemSchema,
  valuesOf,
  type Definition,
  type DefinitionNames,
  type DefinitionSpec,
  type DefinitionVersion,
  type JsonSchema,
} from '../definition'
import { validateStructural } from '../structural'
import { behaves, type Served } from '../../releases/ledger'
import { columnsErrors, deprecationErrors, schemaErrors, subresourceErrors, type Strictness } from './version-rules'
import { goVersions } from './go-versions'
import { conversionErrors, hasKnownReviewVersion } from './webhook-client'

/** Where errors about a definition begin. */
export const SPEC = FieldPath.of('spec')
const joined = (messages: readonly string[]): string => messages.join(',')

const every = (schema: JsonSchema | undefined, holds: (schema: JsonSchema) => boolean): boolean => {
  if (!schema) return true
  const { allOf = [], anyOf = [], oneOf = [], not, properties = {} } = schema
  const parts = [...allOf, ...anyOf, ...oneOf, not, itemSchema(schema), valuesOf(schema), ...Object.values(properties)]
  return holds(schema) && parts.every((part) => every(part, holds))
}
const schemasOf = ({ versions = [] }: DefinitionSpec): (JsonSchema | undefined)[] =>
  versions.map(({ schema }) => schema?.openAPIV3Schema)
const hasTypes = (spec: DefinitionSpec): boolean =>
  schemasOf(spec).every((schema) =>
    every(schema, ({ type }) => !type || ['array', 'boolean', 'integer', 'number', 'object', 'string'].includes(type)),
  )
const isStructural = (spec: DefinitionSpec): boolean =>
  schemasOf(spec).every((schema) => schema !== undefined && validateStructural(schema, SPEC).length === 0)
const says = (spec: DefinitionSpec, what: (schema: JsonSchema) => boolean): boolean =>
  schemasOf(spec).some((schema) => !every(schema, (one) => !what(one)))
const hasDefault = (schema: JsonSchema): boolean => schema.default !== undefined
const hasExtension = (schema: JsonSchema): boolean =>
  Object.entries(schema).some(([word, value]) => word.startsWith('x-orch-') && value !== undefined && value !== false)

function unchangedVersions({ versions = [] }: DefinitionSpec, { versions: before = [] }: DefinitionSpec): Set<string> {
  const schemas = new Map(before.map(({ name, schema }) => [name, schema]))
  const same = versions.filter(({ name, schema }) => schemas.has(name) && equal(schemas.get(name), schema))
  return new Set(same.map(({ name }) => name))
}

/** Checks that apply: all for new v1 definitions, fewer where the old object never satisfied them. */
export function strictnessOf(
  definition: Definition,
  old: Definition | undefined,
  version: string,
  served: Served,
): Strictness {
  const latest = version !== 'v1beta1'
  const asked = (had: (spec: DefinitionSpec) => boolean): boolean => latest && (!old || had(old.spec))
  const prunes = definition.spec.preserveUnknownFields !== true
  const allowDefaults =
    (latest && behaves('custom-type-defaults', served)) || (old !== undefined && says(old.spec, hasDefault))
  return {
    release: served.release,
    feature: served.feature,
    requireSchemas: asked((spec) => schemasOf(spec).every((schema) => schema !== undefined)),
    requireStructural:
      prunes ||
      (allowDefaults && says(definition.spec, hasDefault)) ||
      says(definition.spec, hasExtension) ||
      asked(isStructural),
    checkTypes: asked(hasTypes),
    allowDefaults,
    defaultsElsewhere: !latest && behaves('custom-type-defaults', served),
    requireRecognizedReview: !old || hasKnownReviewVersion(old.spec.conversion?.webhook?.conversionReviewVersions),
    requireSameNames: old !== undefined && hasCondition(old.status, 'Established'),
    unchanged: old ? unchangedVersions(definition.spec, old.spec) : new Set(),
  }
}

/** Locations to report for a part: once at the top if all versions share it, otherwise in each version. */
function parts<T>(versions: readonly DefinitionVersion[], of: (version: DefinitionVersion) => T): 'shared' | 'each' {
  const [first, ...rest] = versions
  return first && rest.every((version) => equal(of(version), of(first))) ? 'shared' : 'each'
}

/** All errors of a definition's spec. `perVersion`: what versions have in common was given in each of them, and is reported there. */
export function specErrors(spec: DefinitionSpec, strict: Strictness, perVersion = false): FieldError[] {
  return [
    ...groupErrors(spec.group, SPEC.child('group')),
    ...scopeErrors(spec.scope, SPEC.child('scope')),
    ...(strict.allowDefaults ? defaultsNeedPruning(spec) : []),
    ...versionsErrors(spec, strict, perVersion),
    ...requiredNames(spec.names ?? {}, SPEC.child('names')),
    ...namesErrors(spec.names ?? {}, SPEC.child('names')),
    ...(spec.preserveUnknownFields && (spec.conversion?.strategy ?? 'None') !== 'None'
      ? [
          invalid(
            SPEC.child('conversion', 'strategy'),
            spec.conversion?.strategy,
            'must be None if spec.preserveUnknownFields is true',
          ),
        ]
      : []),
    ...conversionErrors(spec.conversion, strict.requireRecognizedReview, SPEC.child('conversion')),
  ]
}

function groupErrors(group: string | undefined, at: FieldPath): FieldError[] {
  if (!group) return [required(at)]
  const messages = dns1123Subdomain(group)
  if (messages.length > 0) return [invalid(at, group, joined(messages))]
  return group.includes('.') ? [] : [invalid(at, group, 'should be a domain with at least one dot')]
}

function scopeErrors(scope: string | undefined, at: FieldPath): FieldError[] {
  if (!scope) return [required(at)]
  return scope === 'Cluster' || scope === 'Namespaced' ? [] : [notSupported(at, scope, ['Cluster', 'Namespaced'])]
}

function defaultsNeedPruning(spec: DefinitionSpec): FieldError[] {
  if (!spec.preserveUnknownFields || !says(spec, hasDefault)) return []
  return [invalid(SPEC.child('preserveUnknownFields'), true, 'must be false in order to use defaults in the schema')]
}

function versionsErrors(spec: DefinitionSpec, strict: Strictness, perVersion: boolean): FieldError[] {
  const versions = spec.versions ?? []
  const at = SPEC.child('versions')
  const errors: FieldError[] = []
  const why = strict.requireSchemas ? 'schemas are required' : 'because otherwise all fields are pruned'
  const noSchema = behaves('definition-terse-errors', strict.release) ? '' : why
  const needsSchema = ({ served }: DefinitionVersion): boolean =>
    strict.requireSchemas || (spec.preserveUnknownFields !== true && served === true)
  versions.forEach((version, i) => {
    const here = at.index(i)
    if (!version.schema?.openAPIV3Schema && needsSchema(version))
      errors.push(required(here.child('schema', 'openAPIV3Schema'), noSchema))
    const messages = dns1035Label(version.name)
    if (messages.length > 0) errors.push(invalid(here.child('name'), version.name, joined(messages)))
    addAll(errors, deprecationErrors(version.deprecated, version.deprecationWarning, here.child('deprecationWarning')))
  })
  addAll(errors, contentErrors(versions, strict, perVersion))
  versions.forEach((version, i) =>
    addAll(errors, selectableErrors(version, at.index(i).child('selectableFields'), strict.release)),
  )
  if (new Set(versions.map(({ name }) => name)).size < versions.length)
    errors.push(invalid(at, goVersions(spec.versions), 'must contain unique version names'))
  if (versions.filter(({ storage }) => storage).length !== 1)
    errors.push(invalid(at, goVersions(spec.versions), 'must have exactly one version marked as storage version'))
  const [first] = versions
  const wrong = first?.name ? dns1035Label(first.name) : []
  if (first && wrong.length > 0) errors.push(invalid(SPEC.child('version'), first.name, joined(wrong)))
  return errors
}

/** Errors of schemas, subresources and columns; shared parts are reported at the top of the spec. */
function contentErrors(versions: readonly DefinitionVersion[], strict: Strictness, perVersion: boolean): FieldError[] {
  const told = (
    shared: 'shared' | 'each',
    top: string,
    each: string,
    errorsOf: (version: DefinitionVersion, at: FieldPath) => FieldError[],
  ): FieldError[] => {
    const [first] = versions
    if (shared === 'shared' && first && !perVersion) return errorsOf(first, SPEC.child(top))
    return versions.flatMap((version, i) => errorsOf(version, SPEC.child('versions').index(i).child(each)))
  }
  const anyStatus = versions.some(({ subresources }) => subresources?.status !== undefined)
  const schemas = parts(versions, ({ schema }) => schema)
  return [
    ...told(schemas, 'validation', 'schema', ({ name, schema, subresources }, at) => {
      const hasStatus = schemas === 'shared' ? anyStatus : subresources?.status !== undefined
      return schemaErrors(schema?.openAPIV3Schema, { hasStatus, isUnchanged: strict.unchanged.has(name) }, strict, at)
    }),
    ...told(
      parts(versions, ({ subresources }) => subresources),
      'subresources',
      'subresources',
      ({ subresources }, at) => subresourceErrors(subresources, at),
    ),
    ...told(
      parts(versions, ({ additionalPrinterColumns }) => additionalPrinterColumns),
      'additionalPrinterColumns',
      'additionalPrinterColumns',
      ({ additionalPrinterColumns }, at) => columnsErrors(additionalPrinterColumns, at),
    ),
  ]
}

const requiredNames = (names: DefinitionNames, at: FieldPath): FieldError[] =>
  (['plural', 'singular', 'kind', 'listKind'] as const)
    .filter((field) => !names[field])
    .map((field) => required(at.child(field)))

/** Syntax errors of names; absent names are accepted here. */
export function namesErrors(names: DefinitionNames, at: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const label = (value: string | undefined, where: FieldPath, mixedCase: boolean): void => {
    const messages = value ? dns1035Label(mixedCase ? value.toLowerCase() : value) : []
    if (messages.length > 0)
      errors.push(
        invalid(
          where,
          value,
          `${mixedCase ? 'may have mixed case, but should otherwise match: ' : ''}${joined(messages)}`,
        ),
      )
  }
  label(names.plural, at.child('plural'), false)
  label(names.singular, at.child('singular'), false)
  label(names.kind, at.child('kind'), true)
  label(names.listKind, at.child('listKind'), true)
  const labels = (values: readonly string[] | undefined, where: FieldPath): void =>
    values?.forEach((value, i) => {
      const messages = dns1035Label(value)
      if (messages.length > 0) errors.push(invalid(where.index(i), value, joined(messages)))
    })
  labels(names.shortNames, at.child('shortNames'))
  if (names.kind && names.kind === names.listKind)
    errors.push(invalid(at.child('listKind'), names.listKind, 'kind and listKind may not be the same'))
  labels(names.categories, at.child('categories'))
  return errors
}
