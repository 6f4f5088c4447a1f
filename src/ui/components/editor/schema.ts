import type { JSONSchema } from 'monaco-yaml'
import { apiVersionFor, type Discovery } from '../../queries/discovery'
import { definitionName, definitionOf, type OpenApiDocument, type OpenApiSchema } from '../../queries/openapi'

/** The kind of a document in an editor. */
export interface DocumentKind {
  readonly apiVersion: string
  readonly kind: string
}

/** Schema names without characters that references would have to escape. */
const safe = (name: string): string => name.replaceAll(/[^\w.-]/g, '_')

function convert(schema: OpenApiSchema, seen: Set<string>, partial: boolean): JSONSchema {
  if (schema.$ref) {
    const name = definitionName(schema.$ref)
    seen.add(name)
    return { $ref: `#/definitions/${safe(name)}`, ...(schema.description && { description: schema.description }) }
  }
  const extensions = schema as Readonly<Record<string, unknown>>
  const mixed = schema.format === 'int-or-string' || extensions['x-orch-int-or-string'] === true
  const open = extensions['x-orch-preserve-unknown-fields'] === true
  const result: JSONSchema = {}
  if (schema.description) result.description = schema.description
  if (mixed) result.type = ['integer', 'string']
  else if (schema.type) result.type = schema.type
  if (schema.enum) result.enum = [...schema.enum]
  if (schema.default !== undefined) result.default = schema.default
  if (schema.required && !partial) result.required = [...schema.required]
  if (schema.items) result.items = convert(schema.items, seen, partial)
  if (schema.properties) {
    result.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, convert(value, seen, partial)]),
    )
    if (!open && schema.additionalProperties === undefined) result.additionalProperties = false
  }
  if (typeof schema.additionalProperties === 'object')
    result.additionalProperties = convert(schema.additionalProperties, seen, partial)
  for (const rule of ['minimum', 'maximum', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const)
    if (extensions[rule] !== undefined) Object.assign(result, { [rule]: extensions[rule] })
  return result
}

function kindSchema(
  document: OpenApiDocument,
  { apiVersion, kind }: DocumentKind,
  seen: Set<string>,
  partial: boolean,
): JSONSchema | undefined {
  const name = definitionOf(document, apiVersion, kind)
  const schema = name === undefined ? undefined : document.definitions[name]
  if (!schema) return undefined
  const converted = convert(schema, seen, partial)
  return {
    ...converted,
    title: kind,
    required: [...new Set(['apiVersion', 'kind', ...(converted.required ?? [])])],
    properties: {
      ...converted.properties,
      apiVersion: { ...(converted.properties?.['apiVersion'] as JSONSchema | undefined), enum: [apiVersion] },
      kind: { ...(converted.properties?.['kind'] as JSONSchema | undefined), enum: [kind] },
    },
  }
}

/** The schema of an object whose kind is still unknown. In an empty text nothing is reported as missing. */
function anyKind(discovery: Discovery | undefined, apiVersion: string, begun = true): JSONSchema {
  const creatable = (discovery?.resources ?? []).filter((info) => info.verbs.includes('create'))
  const kinds = creatable.filter((info) => !apiVersion || apiVersionFor(info) === apiVersion)
  return {
    ...(begun && { type: 'object', required: ['apiVersion', 'kind'] }),
    properties: {
      apiVersion: {
        type: 'string',
        enum: [...new Set(creatable.map(apiVersionFor))],
        description: 'Group and version of the API that the object is written in.',
      },
      kind: {
        type: 'string',
        enum: [...new Set((kinds.length ? kinds : creatable).map((info) => info.kind))].sort(),
        description: 'What kind of object this is.',
      },
      metadata: { type: 'object' },
    },
  }
}

/**
 * One schema for a text's documents in order, with only the definitions that they reach. For parts of objects, only
 * top-level fields may be required.
 */
export function schemaFor(
  document: OpenApiDocument,
  discovery: Discovery | undefined,
  kinds: readonly DocumentKind[],
  partial = false,
): JSONSchema {
  const seen = new Set<string>()
  const each = kinds.map((kind) => kindSchema(document, kind, seen, partial) ?? anyKind(discovery, kind.apiVersion))
  const definitions: Record<string, JSONSchema> = {}
  for (const name of seen) {
    const schema = document.definitions[name]
    // The set grows during iteration, because definitions refer to further ones.
    if (schema) definitions[safe(name)] = convert(schema, seen, partial)
  }
  const first = each[0] ?? anyKind(discovery, '', false)
  return each.length > 1
    ? { schemaSequence: each.map((schema) => ({ ...schema, definitions })) }
    : { ...first, definitions }
}
