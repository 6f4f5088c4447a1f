import type { Schema } from '../schema'
import type { Definitions, OpenApiDefinition } from './openapi-type'

const PREFIX = '#/definitions/'
const ANY: Schema = { type: 'any' }

/** Merge schema of an OpenAPI definition. Fields are created lazily. */
export function schemaOfDefinition(definitions: Definitions, name: string): Schema {
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined
  return definition ? schemaOf(definitions, definition, name) : ANY
}

interface Marks {
  readonly 'x-orch-list-type'?: 'atomic' | 'set' | 'map'
  readonly 'x-orch-list-map-keys'?: readonly string[]
  readonly 'x-orch-map-type'?: 'atomic' | 'granular'
  readonly 'x-orch-preserve-unknown-fields'?: boolean
  readonly 'x-orch-int-or-string'?: boolean
}

function schemaOf(definitions: Definitions, definition: OpenApiDefinition, name: string): Schema {
  const { $ref, type, format, items, properties, additionalProperties } = definition
  const marks: Marks = definition as Marks
  if ($ref !== undefined) {
    const referred = schemaOfDefinition(definitions, $ref.slice(PREFIX.length))
    const own = marks['x-orch-map-type']
    return own ? { ...referred, mapType: own } : referred
  }
  if (type === 'array') {
    const [listType = 'atomic', listMapKeys] = [marks['x-orch-list-type'], marks['x-orch-list-map-keys']]
    const element = items ? schemaOf(definitions, items, name) : ANY
    return { type: 'list', element, listType, ...(listMapKeys && { listMapKeys }) }
  }
  const mapType = marks['x-orch-map-type'] ?? 'granular'
  if (properties) {
    let fields: ReadonlyMap<string, Schema> | undefined
    return {
      type: 'struct',
      name,
      mapType,
      preserveUnknown: marks['x-orch-preserve-unknown-fields'] === true,
      get fields() {
        fields ??= new Map(
          Object.entries(properties).map(([field, inner]) => [field, schemaOf(definitions, inner, `${name}.${field}`)]),
        )
        return fields
      },
    }
  }
  if (typeof additionalProperties === 'object')
    return { type: 'map', mapType, element: schemaOf(definitions, additionalProperties, name) }
  if (format === 'int-or-string' || marks['x-orch-int-or-string']) return ANY
  return type === 'string' || type === 'integer' || type === 'number' || type === 'boolean' ? { type } : ANY
}
