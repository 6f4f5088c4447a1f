import type { ApiObject, ObjectMeta } from '../../machinery/object'

/** A JSON schema as used in CustomResourceDefinitions. */
export interface JsonSchema {
  $ref?: string
  $schema?: string
  id?: string
  type?: string
  title?: string
  description?: string
  format?: string
  default?: unknown
  example?: unknown
  nullable?: boolean
  enum?: unknown[]
  maximum?: number
  exclusiveMaximum?: boolean
  minimum?: number
  exclusiveMinimum?: boolean
  multipleOf?: number
  maxLength?: number
  minLength?: number
  pattern?: string
  maxItems?: number
  minItems?: number
  uniqueItems?: boolean
  maxProperties?: number
  minProperties?: number
  required?: string[]
  properties?: Record<string, JsonSchema>
  patternProperties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema | JsonSchema[]
  additionalItems?: JsonSchema | boolean
  definitions?: Record<string, JsonSchema>
  dependencies?: Record<string, JsonSchema | string[]>
  allOf?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  not?: JsonSchema
  externalDocs?: { description?: string; url?: string }
  'x-orch-preserve-unknown-fields'?: boolean
  'x-orch-embedded-resource'?: boolean
  'x-orch-int-or-string'?: boolean
  'x-orch-list-type'?: string
  'x-orch-list-map-keys'?: string[]
  'x-orch-map-type'?: string
  'x-orch-validations'?: ValidationRule[]
}

/** A validation rule: an expression that must hold, and the message if it does not. */
export interface ValidationRule {
  rule: string
  message?: string
  /** Expression for the message; `message` is the fallback. */
  messageExpression?: string
  reason?: string
  /** Path of the field to report, relative to the value. */
  fieldPath?: string
  /** Makes `oldSelf` an optional value, so that the rule also runs on create. */
  optionalOldSelf?: boolean
}

/** Where a custom object has the fields of its scale, as simple JSON paths. */
export interface ScalePaths {
  specReplicasPath?: string
  statusReplicasPath?: string
  labelSelectorPath?: string
}
/** The subresources of one version. */
export interface Subresources {
  status?: Record<string, never>
  scale?: ScalePaths
}

/** A column of tables; `jsonPath` finds its cell. */
export interface PrinterColumn {
  name?: string
  type?: string
  format?: string
  description?: string
  priority?: number
  jsonPath?: string
}

/** One version of a custom type. */
export interface DefinitionVersion {
  name: string
  served?: boolean
  storage?: boolean
  deprecated?: boolean
  deprecationWarning?: string
  schema?: { openAPIV3Schema?: JsonSchema }
  subresources?: Subresources
  additionalPrinterColumns?: PrinterColumn[]
  selectableFields?: { jsonPath?: string }[]
}

/** The names of a custom type. */
export interface DefinitionNames {
  plural?: string
  singular?: string
  shortNames?: string[]
  kind?: string
  listKind?: string
  categories?: string[]
}

/** How a conversion webhook is reached: by URL or through a service. */
export interface WebhookClient {
  url?: string
  service?: { namespace?: string; name?: string; path?: string; port?: number }
  caBundle?: string
}
/** How objects are converted between versions: `None` changes the apiVersion only. */
export interface DefinitionConversion {
  strategy?: string
  webhook?: { clientConfig?: WebhookClient; conversionReviewVersions?: string[] }
}

/** The spec of a CustomResourceDefinition, in its hub version. */
export interface DefinitionSpec {
  group?: string
  names?: DefinitionNames
  scope?: string
  versions?: DefinitionVersion[]
  conversion?: DefinitionConversion
  preserveUnknownFields?: boolean
}

/** A condition in a definition's status. */
export interface Condition {
  type: string
  status: string
  reason?: string
  message?: string
  lastTransitionTime?: string
}
/** The status of a CustomResourceDefinition. */
export interface DefinitionStatus {
  /** Null until the definition's names have been checked. */
  conditions?: Condition[] | null
  acceptedNames?: DefinitionNames
  storedVersions?: string[]
}

/** A CustomResourceDefinition in its hub version, v1. */
export interface Definition {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: DefinitionSpec
  status: DefinitionStatus
}

/** Reads an object as a definition; absent parts are empty. Decoding has already checked JSON types. */
export const definitionOf = (object: ApiObject): Definition => {
  const { spec = {}, status = {} } = object as Partial<Definition>
  return { ...object, spec, status }
}

/** Whether a condition is true. */
export const hasCondition = ({ conditions }: DefinitionStatus, type: string): boolean =>
  (conditions ?? []).some((condition) => condition.type === type && condition.status === 'True')

/** The version in which objects are stored. */
export const storageVersion = ({ versions = [] }: DefinitionSpec): DefinitionVersion | undefined =>
  versions.find(({ storage }) => storage)

/** The schema of list items, if one applies to all. */
export const itemSchema = ({ items }: JsonSchema): JsonSchema | undefined => (Array.isArray(items) ? undefined : items)

/** The schema of map values; undefined if there is none, or if any value is allowed. */
export const valuesOf = ({ additionalProperties }: JsonSchema): JsonSchema | undefined =>
  typeof additionalProperties === 'object' ? additionalProperties : undefined

/** The schema of an own property; guards against inherited names such as `constructor`. */
export const propertyOf = ({ properties }: JsonSchema, name: string): JsonSchema | undefined =>
  properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
