import { isObject, type JsonObject } from '../../../machinery/json'

const SCHEMAS = ['items', 'additionalProperties', 'additionalItems', 'not', 'allOf', 'anyOf', 'oneOf']
const MAPS = ['properties', 'patternProperties', 'definitions', 'dependencies']

/** Drops nulls without meaning from a schema, in place: a null default or example means none. */
function dropNullKeywords(schema: unknown): void {
  if (Array.isArray(schema)) return schema.forEach(dropNullKeywords)
  if (!isObject(schema)) return
  for (const word of ['default', 'example']) if (schema[word] === null) delete schema[word]
  for (const word of SCHEMAS) dropNullKeywords(schema[word])
  for (const word of MAPS) if (isObject(schema[word])) Object.values(schema[word]).forEach(dropNullKeywords)
}

/** The same for every schema of a definition in either version. */
export function dropNullSchemaKeywords(spec: JsonObject): void {
  const versions = Array.isArray(spec.versions) ? spec.versions : []
  for (const schema of [
    spec.validation,
    ...versions.map((version) => (isObject(version) ? version.schema : undefined)),
  ])
    if (isObject(schema)) dropNullKeywords(schema.openAPIV3Schema)
}
