import { follow, nameOfKind, type OpenApiSchema, type Schemas } from '../core/openapi'
import type { Candidate, CompletionPlace } from './candidate'
import { resourceFor } from './live'

/** The fields below a path of a kind: each as the last segment of the path, with its type. */
export async function fieldNames(place: CompletionPlace, type: string, path: readonly string[]): Promise<Candidate[]> {
  const resource = await resourceFor(place, type)
  if (!resource) return []
  const openapi = await place.session.openapi()
  for (const schemas of [await openapi.v3(resource), await openapi.v2()]) {
    const name = schemas && nameOfKind(schemas, resource)
    if (!schemas || name === undefined) continue
    const at = path.reduce<OpenApiSchema | undefined>(
      (schema, field) => schema && inside(schemas, schema).properties?.[field],
      schemas.definitions[name],
    )
    if (!at) return []
    const { properties = {} } = inside(schemas, at)
    return Object.entries(properties).map(([text, schema]) => ({ text, note: typeText(schemas, schema) }))
  }
  return []
}

/** The schema that has the fields: for a list that of its items, for a map that of its values. */
function inside(schemas: Schemas, start: OpenApiSchema): OpenApiSchema {
  let { schema } = follow(schemas, start)
  for (;;) {
    const more =
      schema.items ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined)
    if (!more || schema.properties) return schema
    schema = follow(schemas, more).schema
  }
}

function typeText(schemas: Schemas, start: OpenApiSchema): string {
  const { schema, name } = follow(schemas, start)
  if (schema.items) return `list of ${typeText(schemas, schema.items)}`
  return name?.replace(/^.*\./, '') ?? schema.type ?? 'object'
}
