import { isObject, type JsonObject } from '../../../machinery/json'

const SCHEMAS = ['items', 'additionalProperties', 'additionalItems', 'not', 'allOf', 'anyOf', 'oneOf']
const MAPS = ['properties', 'patternProperties', 'definitions', 'dependencies']

/** Takes nulls out of a schema, in place, where they say nothing: a default or an example of null is none. */
function dropNullWords(schema: unknown): void {
  if (Array.isArray(schema)) return schema.forEach(dropNullWords)
  if (!isObject(schema)) return
  for (const word of ['default', 'example']) if (schema[word] === null) delete schema[word]
  for (const word of SCHEMAS) dropNullWords(schema[word])
  for (const word of MAPS) if (isObject(schema[word])) Object.values(schema[word]).forEach(dropNullWords)
}

/** The same for every schema of a definition, in either of its versions. */
export function dropNullWordsOf(spec: JsonObject): void {
  const versions = Array.isArray(spec.versions) ? spec.versions : []
  for (const schema of [
    spec.validation,
    ...versions.map((version) => (isObject(version) ? version.schema : undefined)),
  ])
    if (isObject(schema)) dropNullWords(schema.openAPIV3Schema)
}
