import { byText } from '../../machinery/by-text'
import { follow, type OpenApiSchema, type Schemas } from '../core/openapi'
import { wrapText } from '../print/wrap'
import { apiVersionOf } from '../core/catalogue'
import { type Explanation, noField } from './explained'

const WIDTH = 80

/** Documentation in the format for servers with OpenAPI version 2. */
export function explainSecond({ resource, schemas, root, fields, recursive }: Explanation): string {
  const lines = [`KIND:     ${resource.kind}`, `VERSION:  ${apiVersionOf(resource)}`, '']
  const schema = descend(schemas, root, fields)
  const { model, levels } = modelOf(schemas, schema)
  const name = fields.at(-1)
  // An unnamed type is described without a heading.
  const type = typeName(schemas, schema)
  if (name !== undefined && type !== '') lines.push(`${model ? 'RESOURCE:' : 'FIELD:   '} ${name} <${type}>`, '')
  lines.push('DESCRIPTION:')
  if (levels.every((text) => text === '')) lines.push('     <empty>')
  levels.forEach((text, at) => {
    // An empty line also follows a level without a description.
    if (text !== '') lines.push(...(at > 0 ? [''] : []), ...indent(wrapText(text, WIDTH - 5), 5))
  })
  if (model) {
    lines.push('', 'FIELDS:')
    lines.push(...(recursive ? allFields(schemas, model, 3, new Set()) : ownFields(schemas, model)))
  }
  // The description of each field ends with an empty line.
  return model && !recursive ? `${lines.join('\n')}\n` : `${lines.join('\n').replace(/\n+$/, '')}\n`
}

const indent = (lines: readonly string[], by: number): string[] =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line))

/** The schema of the last field in the path, looking through lists and maps. */
function descend(schemas: Schemas, root: OpenApiSchema, fields: readonly string[]): OpenApiSchema {
  let schema = root
  for (const field of fields) {
    const { model, last } = modelOf(schemas, schema)
    // A type without fields ends the path, even if the path has more segments.
    if (!model) return last
    const next = model.properties?.[field]
    if (!next) throw noField(field)
    schema = next
  }
  return schema
}

/**
 * The object type inside lists, maps and references (or the innermost type if it is not an object), and the description of each level,
 * empty if it has none.
 */
function modelOf(
  schemas: Schemas,
  schema: OpenApiSchema,
): { model?: OpenApiSchema; last: OpenApiSchema; levels: string[] } {
  const levels: string[] = []
  let current = schema
  for (;;) {
    const { schema: target } = follow(schemas, current)
    if (target !== current) levels.push(current.description ?? '')
    current = target
    levels.push(current.description ?? '')
    if (current.properties) return { model: current, last: current, levels }
    if (current.items) current = current.items
    else if (typeof current.additionalProperties === 'object') current = current.additionalProperties
    else return { last: current, levels }
  }
}

/** `Object`, `[]string`, `map[string]integer`. */
function typeName(schemas: Schemas, schema: OpenApiSchema): string {
  const { schema: target } = follow(schemas, schema)
  if (target.properties) return 'Object'
  if (target.type === 'array') return `[]${target.items ? typeName(schemas, target.items) : ''}`
  if (target.type === 'object')
    return `map[string]${typeof target.additionalProperties === 'object' ? typeName(schemas, target.additionalProperties) : ''}`
  return target.type ?? ''
}

function ownFields(schemas: Schemas, model: OpenApiSchema): string[] {
  return Object.entries(model.properties ?? {})
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([name, schema]) => {
      const required = model.required?.includes(name) ? ' -required-' : ''
      return [
        `   ${name}\t<${typeName(schemas, schema)}>${required}`,
        ...indent(wrapText(schema.description ?? '', WIDTH - 5), 5),
        '',
      ]
    })
}

/** The names of all nested fields; recursive types are shown once. */
function allFields(schemas: Schemas, model: OpenApiSchema, level: number, seen: ReadonlySet<OpenApiSchema>): string[] {
  return Object.entries(model.properties ?? {})
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([name, schema]) => {
      const line = `${' '.repeat(level)}${name}\t<${typeName(schemas, schema)}>`
      const { model: inner } = modelOf(schemas, schema)
      if (!inner || seen.has(inner)) return [line]
      return [line, ...allFields(schemas, inner, level + 3, new Set([...seen, inner]))]
    })
}
