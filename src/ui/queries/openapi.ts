import { useQuery } from '@tanstack/react-query'
import type { Client } from '../../client/client'
import { useSystemClient } from '../state/connection'
import { apiVersionFor, type ResourceInfo } from './discovery'

/** A schema of the cluster's OpenAPI v2 document. */
export interface OpenApiSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly items?: OpenApiSchema
  readonly additionalProperties?: OpenApiSchema | boolean
  readonly required?: readonly string[]
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly 'x-orch-group-version-kind'?: readonly { group: string; version: string; kind: string }[]
  readonly 'x-orch-list-type'?: string
  readonly 'x-orch-list-map-keys'?: readonly string[]
  readonly 'x-orch-patch-strategy'?: string
  readonly 'x-orch-patch-merge-key'?: string
}

/** An operation in the OpenAPI document. */
export interface OpenApiOperation {
  readonly operationId?: string
  readonly description?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly consumes?: readonly string[]
  readonly produces?: readonly string[]
  readonly parameters?: readonly {
    name?: string
    in?: string
    description?: string
    type?: string
    required?: boolean
    uniqueItems?: boolean
    $ref?: string
  }[]
  readonly responses?: Readonly<Record<string, { description?: string }>>
  readonly 'x-orch-action'?: string
  readonly 'x-orch-group-version-kind'?: { group: string; version: string; kind: string }
}

/** The OpenAPI document (version 2) that the server publishes. */
export interface OpenApiDocument {
  readonly definitions: Readonly<Record<string, OpenApiSchema>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly parameters?: Readonly<Record<string, { name?: string; in?: string; description?: string; type?: string }>>
}

/** HTTP methods that the document describes. */
export const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const

const readOpenApi = (client: Client): Promise<OpenApiDocument> => client.json('GET', '/openapi/v2')

/** The cluster's OpenAPI document. It is large, so only pages that need it load it. */
export function useOpenApi(enabled = true) {
  const client = useSystemClient()
  return useQuery({ queryKey: ['openapi'], queryFn: () => readOpenApi(client), staleTime: Infinity, enabled })
}

const PREFIX = '#/definitions/'
/** The name of the definition that a reference leads to. */
export const definitionName = (ref: string): string =>
  decodeURIComponent(ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : ref).replaceAll('~1', '/')

/** Resolves a reference; a description beside the reference takes precedence. */
export function resolve(document: OpenApiDocument, schema: OpenApiSchema | undefined): OpenApiSchema | undefined {
  if (!schema?.$ref) return schema
  const target = document.definitions[definitionName(schema.$ref)]
  return target && schema.description ? { ...target, description: schema.description } : target
}

const indexes = new WeakMap<OpenApiDocument, Map<string, string>>()

/** The name of a kind's definition. */
export function definitionOf(document: OpenApiDocument, apiVersion: string, kind: string): string | undefined {
  let index = indexes.get(document)
  if (!index) {
    index = new Map()
    for (const [name, schema] of Object.entries(document.definitions))
      for (const gvk of schema['x-orch-group-version-kind'] ?? []) {
        const key = `${gvk.group ? `${gvk.group}/` : ''}${gvk.version} ${gvk.kind}`
        if (!index.has(key)) index.set(key, name)
      }
    indexes.set(document, index)
  }
  return index.get(`${apiVersion} ${kind}`)
}

/** A field with its description, and the schema of what is below it. */
export interface ExplainedField {
  readonly schema: OpenApiSchema
  /** The schema that holds the field's members: the item schema of a list, the value schema of a map. */
  readonly members?: OpenApiSchema
  readonly type: string
  readonly required: boolean
}

/** A type in the notation of reference documentation: `[]Container`, `map[string]string`, `Object`. */
export function typeName(document: OpenApiDocument, schema: OpenApiSchema | undefined): string {
  if (!schema) return 'unknown'
  if (schema.$ref) {
    const target = resolve(document, schema)
    const short = definitionName(schema.$ref).split('.').at(-1) ?? 'Object'
    return (target?.properties ?? !target?.type)
      ? short
      : target.format
        ? `${target.type} (${target.format})`
        : (target.type ?? short)
  }
  if (schema.type === 'array') return `[]${typeName(document, schema.items)}`
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `map[string]${typeName(document, schema.additionalProperties)}`
  return schema.format ? `${schema.type ?? 'any'} (${schema.format})` : (schema.type ?? 'any')
}

function membersOf(document: OpenApiDocument, schema: OpenApiSchema | undefined): OpenApiSchema | undefined {
  const target = resolve(document, schema)
  if (!target) return undefined
  if (target.type === 'array') return membersOf(document, target.items)
  if (!target.properties && typeof target.additionalProperties === 'object')
    return membersOf(document, target.additionalProperties)
  return target.properties ? target : undefined
}

/** The documentation of a kind's field; undefined if there is no such field. */
export function explainField(
  document: OpenApiDocument,
  info: Pick<ResourceInfo, 'group' | 'version' | 'kind'>,
  path: readonly string[],
): ExplainedField | undefined {
  const name = definitionOf(document, apiVersionFor(info), info.kind)
  let schema: OpenApiSchema | undefined = name === undefined ? undefined : { $ref: `${PREFIX}${name}` }
  let required = false
  for (const step of path) {
    const members = membersOf(document, schema)
    required = members?.required?.includes(step) ?? false
    schema = members?.properties?.[step]
  }
  const resolved = resolve(document, schema)
  const members = membersOf(document, schema)
  return schema && resolved
    ? { schema: resolved, type: typeName(document, schema), required, ...(members && { members }) }
    : undefined
}
