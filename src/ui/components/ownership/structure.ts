import { definitionOf, type OpenApiDocument, type OpenApiSchema, resolve } from '../../queries/openapi'

/** How a value is owned according to the cluster's schema (resource API, "Merge-strategy markers"). */
export interface Structure {
  /** `whole`: atomic, with one owner; `unknown`: the schema does not say. */
  readonly owned: 'whole' | 'parts' | 'unknown'
  /** Keys of a list that is owned item by item; empty for sets, whose items are their own keys. */
  readonly keys: readonly string[]
  /** Defaults of keys that are left out. */
  readonly keyDefaults: Readonly<Record<string, unknown>>
  member(name: string): Structure
  item(): Structure
}

/** No schema: ownership has to be inferred from the managedFields entries. */
export const UNKNOWN: Structure = {
  owned: 'unknown',
  keys: [],
  keyDefaults: {},
  member: () => UNKNOWN,
  item: () => UNKNOWN,
}

function listOwned(schema: OpenApiSchema): Structure['owned'] {
  const type = schema['x-orch-list-type']
  if (type) return type === 'atomic' ? 'whole' : 'parts'
  return schema['x-orch-patch-strategy']?.split(',').includes('merge') ? 'parts' : 'whole'
}

function listKeys(schema: OpenApiSchema): readonly string[] {
  const merge = schema['x-orch-patch-merge-key']
  return schema['x-orch-list-map-keys'] ?? (merge === undefined ? [] : [merge])
}

function keyDefaults(document: OpenApiDocument, schema: OpenApiSchema): Record<string, unknown> {
  const members = resolve(document, schema.items)?.properties ?? {}
  return Object.fromEntries(
    listKeys(schema).flatMap((key) => {
      const value = resolve(document, members[key])?.default
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

const mapType = (schema: OpenApiSchema | undefined): unknown =>
  (schema as Readonly<Record<string, unknown>> | undefined)?.['x-orch-map-type']

function structure(document: OpenApiDocument, schema: OpenApiSchema | undefined): Structure {
  const target = resolve(document, schema)
  if (!schema || !target) return UNKNOWN
  if (target.type === 'array') {
    const list = { ...target, ...schema }
    return {
      owned: listOwned(list),
      keys: listKeys(list),
      keyDefaults: keyDefaults(document, list),
      member: () => UNKNOWN,
      item: () => structure(document, target.items),
    }
  }
  const values = typeof target.additionalProperties === 'object' ? target.additionalProperties : undefined
  const known = target.properties !== undefined || values !== undefined
  return {
    owned:
      (mapType(schema) ?? mapType(target)) === 'atomic'
        ? 'whole'
        : known
          ? 'parts'
          : target.type === 'object' || target.type === undefined
            ? 'unknown'
            : 'whole',
    keys: [],
    keyDefaults: {},
    member: (name) => structure(document, target.properties?.[name] ?? values),
    item: () => UNKNOWN,
  }
}

/** The ownership structure of a kind from the cluster's OpenAPI document, if it has the kind. */
export function structureOf(document: OpenApiDocument | undefined, apiVersion: string, kind: string): Structure {
  const name = document && definitionOf(document, apiVersion, kind)
  return document && name !== undefined ? structure(document, document.definitions[name]) : UNKNOWN
}
