import { equal } from '../../../machinery/json'
import {
  hasCondition,
  itemSchema,
  valuesOf,
  type Definition,
  type DefinitionSpec,
  type JsonSchema,
} from '../definition'
import { validateStructural } from '../structural'
import { behaves, type Served } from '../../releases/ledger'
import type { Strictness } from './version-rules'
import { hasKnownReviewVersion } from './webhook-client'
import { SPEC } from './definition-errors'

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
/** Whether a schema of the definition, or a part of one, has what is asked for. */
export const says = (spec: DefinitionSpec, what: (schema: JsonSchema) => boolean): boolean =>
  schemasOf(spec).some((schema) => !every(schema, (one) => !what(one)))
/** Whether a schema sets a default for its value. */
export const hasDefault = (schema: JsonSchema): boolean => schema.default !== undefined
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
