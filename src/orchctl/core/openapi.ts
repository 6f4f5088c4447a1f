import { StatusError } from '../../client/status-error'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import type { Api } from './api'
import { apiVersionOf } from './catalogue'

/** A schema of an OpenAPI document, version 2 or 3. */
export interface OpenApiSchema {
  readonly $ref?: string
  readonly allOf?: readonly OpenApiSchema[]
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, OpenApiSchema>>
  readonly items?: OpenApiSchema
  readonly additionalProperties?: OpenApiSchema | boolean
  readonly enum?: readonly Json[]
  readonly [extension: `x-${string}`]: unknown
}

/** The schemas of one document by name. */
export interface Schemas {
  readonly version: 2 | 3
  readonly definitions: Readonly<Record<string, OpenApiSchema>>
  readonly paths: JsonObject
}

/** A kind in one version. */
export interface Kind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** The server's OpenAPI documents, each read once. */
export class OpenApi {
  private second: Promise<Schemas | undefined> | undefined
  private index: Promise<JsonObject | undefined> | undefined
  private readonly thirds = new Map<string, Promise<Schemas | undefined>>()

  constructor(private readonly api: Api) {}

  /** The document of version 2; undefined if the server has none. */
  v2(): Promise<Schemas | undefined> {
    return (this.second ??= this.api
      .json<{ definitions?: Schemas['definitions']; paths?: JsonObject }>('GET', '/openapi/v2')
      .then(({ definitions = {}, paths = {} }) => ({ version: 2 as const, definitions, paths }))
      .catch(unlessMissing))
  }

  /** The document of version 3 for a group version; undefined if the server has none. */
  async v3(groupVersion: { group: string; version: string }): Promise<Schemas | undefined> {
    const index = await (this.index ??= this.api
      .json<{ paths?: JsonObject }>('GET', '/openapi/v3')
      .then(({ paths = {} }) => paths)
      .catch(unlessMissing))
    const key = `${groupVersion.group ? 'apis' : 'api'}/${apiVersionOf(groupVersion)}`
    const entry = index?.[key]
    if (!isObject(entry) || typeof entry.serverRelativeURL !== 'string') return undefined
    const url = entry.serverRelativeURL
    const known = this.thirds.get(key)
    if (known) return known
    const document = this.api
      .json<{ components?: { schemas?: Schemas['definitions'] }; paths?: JsonObject }>('GET', url)
      .then(({ components, paths = {} }) => ({ version: 3 as const, definitions: components?.schemas ?? {}, paths }))
      .catch(unlessMissing)
    this.thirds.set(key, document)
    return document
  }
}

function unlessMissing(error: unknown): undefined {
  if (error instanceof StatusError && [403, 404, 406].includes(error.code)) return undefined
  throw error
}

/** The schema that a reference points to, with its name; the schema itself if it is not a reference. */
export function follow(schemas: Schemas, schema: OpenApiSchema): { schema: OpenApiSchema; name?: string } {
  const [only] = schema.allOf?.length === 1 ? schema.allOf : []
  const reference = schema.$ref ?? only?.$ref
  if (reference === undefined) return { schema }
  const name = reference.replace(/^.*\//, '')
  return { schema: schemas.definitions[name] ?? {}, name }
}

const isKindList = (value: unknown): value is readonly Kind[] => Array.isArray(value)

/** The name of a kind's schema; undefined if the document has none. */
export function nameOfKind(schemas: Schemas, wanted: Kind): string | undefined {
  for (const [name, schema] of Object.entries(schemas.definitions)) {
    const kinds = schema['x-orch-group-version-kind']
    if (!isKindList(kinds)) continue
    if (kinds.some((one) => one.kind === wanted.kind && one.group === wanted.group && one.version === wanted.version))
      return name
  }
  return undefined
}

/** Whether the server itself checks unknown and duplicate fields when a kind is written. */
export function checksFields(schemas: Schemas, wanted: Kind): boolean {
  for (const path of Object.values(schemas.paths)) {
    const operation = isObject(path) ? path.patch : undefined
    if (!isObject(operation)) continue
    const kind = operation['x-orch-group-version-kind']
    if (!isObject(kind) || kind.kind !== wanted.kind || kind.group !== wanted.group || kind.version !== wanted.version)
      continue
    return parametersOf(operation, path).some((one) => isObject(one) && one.name === 'fieldValidation')
  }
  return false
}

function parametersOf(operation: JsonObject, path: Json | undefined): Json[] {
  const shared = isObject(path) ? path.parameters : undefined
  return [operation.parameters, shared].flatMap((list) => (Array.isArray(list) ? list : []))
}
