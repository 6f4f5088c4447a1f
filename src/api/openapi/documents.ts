/** OpenAPI documents of all served types: one for version 2, and one per group and version for version 3. */
import { apiVersionOf, type GroupVersion } from '../../machinery/object'
import type { JsonSchema } from '../apiextensions/definition'
import type { DiscoveredSubresource, DiscoveredType } from '../discovery'
import type { Schema } from '../schema'
import { typeOfKind, type TypeTexts } from '../types'
import type { FieldOrder } from './required-fields'
import { customSchemaV2, isOpaque } from './custom-schema'
import { pathsOf, type TypeSchemas } from './operations'
import { Definitions, gvkOf } from './schemas'
import { referenceBase, type OpenApiVersion } from './definition-names'
import type { Document } from './schema-markers'

/** A served type with its schema. */
export interface DocumentedType extends DiscoveredType {
  readonly schema?: Schema | undefined
  /** List kind; by default the kind with suffix `List`. */
  readonly listKind?: string
  /** Selectable fields of a custom type: `spec.colour`. */
  readonly selectableFields?: readonly string[]
}

/** What OpenAPI documents say about their server. */
export interface OpenApiOptions {
  /** `v1.25.0`, or another version the server reports. */
  readonly serverVersion: string
  readonly title?: string
  /** Descriptions; without them the documents have none. */
  readonly texts?: TypeTexts
  /** Order of required fields; by name if absent. */
  readonly fieldOrder?: FieldOrder
  /** Whether writes accept `fieldValidation`. */
  readonly fieldValidation?: boolean
  /** Whether enum values of built-in fields are published. */
  readonly enums?: boolean
  /** Release (minor number) whose fields are described; the newest if absent. */
  readonly release?: number
}

const META = 'machinery.apis.meta.v1'

/** The document of `/openapi/v2`. */
export function openapiV2(types: Iterable<DocumentedType>, options: OpenApiOptions): Document {
  const { definitions, paths } = build([...types], 2, options)
  return {
    swagger: '2.0',
    info: { title: options.title ?? 'Orchard', version: options.serverVersion },
    paths,
    definitions,
    securityDefinitions: {
      BearerToken: { type: 'apiKey', name: 'authorization', in: 'header', description: 'Bearer token' },
    },
    security: [{ BearerToken: [] }],
  }
}

/** The document of a group and version in `/openapi/v3`; undefined if it is not served. */
export function openapiV3(
  types: Iterable<DocumentedType>,
  { group, version }: GroupVersion,
  options: OpenApiOptions,
): Document | undefined {
  const mine = [...types].filter((type) => type.group === group && type.version === version)
  if (mine.length === 0) return undefined
  const { definitions, paths } = build(mine, 3, options)
  return {
    openapi: '3.0.0',
    info: { title: options.title ?? 'Orchard', version: options.serverVersion },
    paths,
    components: {
      schemas: definitions,
      securitySchemes: {
        BearerToken: { type: 'apiKey', name: 'authorization', in: 'header', description: 'Bearer token' },
      },
    },
    security: [{ BearerToken: [] }],
  }
}

/** Path of a group and version's document below `/openapi/v3/`. */
export const pathInV3 = ({ group, version }: GroupVersion): string =>
  group === '' ? `api/${version}` : `apis/${group}/${version}`

/** The index at `/openapi/v3` of all group and version documents. `hashes` are the documents' hashes by path. */
export const openapiV3Index = (hashes: ReadonlyMap<string, string>): Document => ({
  paths: Object.fromEntries(
    [...hashes].map(([path, hash]) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }]),
  ),
})

function build(
  types: readonly DocumentedType[],
  version: OpenApiVersion,
  { texts, fieldValidation = true, release, enums, fieldOrder }: OpenApiOptions,
) {
  const definitions = new Definitions(version, texts, release, enums, fieldOrder)
  const paths: Record<string, Document> = {}
  for (const type of types)
    Object.assign(paths, pathsOf(type, schemasOf(type, definitions), { version, fieldValidation }))
  return { definitions: definitions.finish(), paths }
}

function schemasOf(type: DocumentedType, definitions: Definitions): TypeSchemas {
  const meta = (name: string): Document => builtIn(`${META}.${name}`, definitions)
  const object = objectSchema(type, definitions)
  return {
    object,
    list: type.verbs.includes('list') ? listSchema(type, object, definitions) : object,
    status: meta('Status'),
    deleteOptions: meta('DeleteOptions'),
    patch: { type: 'object', description: 'A patch in one of the forms that the content type names.' },
    of: (sub) => subresourceSchema(type, sub, object, definitions),
  }
}

function builtIn(name: string, definitions: Definitions): Document {
  const schema = definitions.typeOf(name)
  if (schema?.name === undefined) throw new Error(`no type ${name}`)
  return definitions.reference(schema as Schema & { name: string })
}

function objectSchema(type: DocumentedType, definitions: Definitions): Document {
  const name = type.custom ? undefined : (type.schema?.name ?? typeOfKind(apiVersionOf(type), type.kind))
  if (name !== undefined && definitions.typeOf(name)) return builtIn(name, definitions)
  const mark = marksOfType(type, type.kind)
  const schema = type.schema?.rules as JsonSchema | undefined
  const isOpen = definitions.version === 2 && (isOpaque(schema) || type.schema?.preserveUnknown === true)
  if (!type.schema || isOpen) return definitions.define(customName(type, type.kind), { type: 'object', ...mark })
  const own = (): Document => objectFields(definitions)
  const definition = definitions.version === 2 && schema ? customSchemaV2(schema, own) : definitions.write(type.schema)
  const properties = (definition.properties ?? {}) as Document
  return definitions.define(customName(type, type.kind), {
    ...definition,
    properties: { ...properties, ...own() },
    ...mark,
  })
}

const marksOfType = ({ selectableFields = [], ...type }: DocumentedType, kind: string): Document => ({
  'x-orch-group-version-kind': [gvkOf(apiVersionOf(type), kind)],
  ...(selectableFields.length > 0 && {
    'x-orch-selectable-fields': selectableFields.map((fieldPath) => ({ fieldPath })),
  }),
})

/** Standard object fields, described as in built-in kinds. */
function objectFields(definitions: Definitions): Document {
  const texts = definitions.textsOf(`${META}.Status`)
  const text = (field: string): Document => ({ ...(texts?.[field] && { description: texts[field] }), type: 'string' })
  return {
    apiVersion: text('apiVersion'),
    kind: text('kind'),
    metadata: definitions.described(
      builtIn(`${META}.ObjectMeta`, definitions),
      definitions.textsOf('core.v1.ConfigMap')?.metadata,
    ),
  }
}

function listSchema(type: DocumentedType, object: Document, definitions: Definitions): Document {
  const kind = type.listKind ?? `${type.kind}List`
  const name = type.custom ? undefined : typeOfKind(apiVersionOf(type), kind)
  if (name !== undefined) return builtIn(name, definitions)
  return definitions.define(customName(type, kind), {
    type: 'object',
    required: ['items'],
    properties: {
      ...objectFields(definitions),
      items: { type: 'array', items: object },
      metadata: builtIn(`${META}.ListMeta`, definitions),
    },
    ...marksOfType(type, kind),
  })
}

function subresourceSchema(
  type: DocumentedType,
  sub: DiscoveredSubresource,
  object: Document,
  definitions: Definitions,
): Document {
  if (sub.kind === type.kind) return object
  const of = { group: sub.group ?? type.group, version: sub.version ?? type.version }
  const name = typeOfKind(apiVersionOf(of), sub.kind)
  return name === undefined ? { type: 'object' } : builtIn(name, definitions)
}

/** `things.example.com/v1 Thing` → `com.example.v1.Thing`. */
const customName = ({ group, version }: GroupVersion, kind: string): string =>
  [...group.split('.').reverse(), version, kind].join('.')

/** Resolves a reference to a definition. */
export const referenced = (document: Document, reference: string): Document | undefined => {
  const base = [referenceBase(2), referenceBase(3)].find((start) => reference.startsWith(start))
  if (base === undefined) return undefined
  const components = document.components as { schemas?: Record<string, Document> } | undefined
  const definitions = (document.definitions ?? components?.schemas ?? {}) as Record<string, Document>
  return definitions[reference.slice(base.length)]
}
