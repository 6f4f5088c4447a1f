import { byText } from '../../machinery/by-text'
import { follow, type OpenApiSchema, type Schemas } from '../core/openapi'
import { printValue } from '../print/go-value'
import { wrapText } from '../print/wrap'
import { PrintStopped } from '../core/errors'
import { type Explanation, noField } from './explained'

const WIDTH = 80

/** Documentation in the format for servers with OpenAPI version 3. */
export function explainThird({ resource, schemas, root, fields, recursive }: Explanation): string {
  const lines = [
    ...(resource.group ? [`GROUP:      ${resource.group}`] : []),
    `KIND:       ${resource.kind}`,
    `VERSION:    ${resource.version}`,
    '',
  ]
  let schema = root
  for (const field of fields) {
    const next = modelOf(schemas, schema)?.properties?.[field]
    if (!next) throw new PrintStopped(noField(field).message, `${lines.join('\n')}\n`)
    schema = next
  }
  const name = fields.at(-1)
  if (name !== undefined)
    lines.push(`FIELD: ${name} <${typeName(schemas, schema)}>`, ...(schema.enum?.length ? [] : ['', '']))
  if (schema.enum?.length) lines.push(`ENUM:`, ...schema.enum.map((value) => `    ${printValue(value)}`), '')
  lines.push('DESCRIPTION:')
  const texts = descriptionsOf(schemas, schema)
  lines.push(
    ...(texts.length > 0 ? texts.flatMap((text) => indent(wrapText(text, WIDTH - 4), 4)) : ['    <empty>']),
    '    ',
  )
  const model = modelOf(schemas, schema)
  if (model?.properties) lines.push('FIELDS:', ...fieldLines(schemas, model, 2, recursive, []))
  return `${lines.join('\n')}\n${model?.properties ? '\n' : ''}${model?.properties ? '' : '\n'}`
}

const indent = (lines: readonly string[], by: number): string[] => lines.map((line) => ' '.repeat(by) + line)

function descriptionsOf(schemas: Schemas, schema: OpenApiSchema): string[] {
  const own = schema.description
  const { schema: target, name } = follow(schemas, schema)
  const below = target.items ? descriptionsOf(schemas, target.items) : []
  return [own, name === undefined ? undefined : target.description, ...below].filter(
    (text, at, all): text is string => text !== undefined && text !== '' && all.indexOf(text) === at,
  )
}

function modelOf(schemas: Schemas, schema: OpenApiSchema): OpenApiSchema | undefined {
  const { schema: target } = follow(schemas, schema)
  if (target.properties) return target
  if (target.items) return modelOf(schemas, target.items)
  return typeof target.additionalProperties === 'object' ? modelOf(schemas, target.additionalProperties) : undefined
}

/** `DeploymentStrategy`, `[]Container`, `map[string]string`, `Object`. */
function typeName(schemas: Schemas, schema: OpenApiSchema): string {
  const { schema: target, name } = follow(schemas, schema)
  if (target.type === 'array') return `[]${target.items ? typeName(schemas, target.items) : ''}`
  if (typeof target.additionalProperties === 'object' && !target.properties)
    return `map[string]${typeName(schemas, target.additionalProperties)}`
  if (name !== undefined && (target.properties || !target.type || target.type === 'object'))
    return name.replace(/^.*\./, '')
  if (name !== undefined) return name.replace(/^.*\./, '')
  return target.type === 'object' || target.type === undefined ? 'Object' : target.type
}

const SHOWN_VALUES = 4

/** The first allowed values of a field, and a mark if there are more. */
const someValues = (values: readonly unknown[]): string =>
  [
    ...values.slice(0, SHOWN_VALUES).map((value) => (value === '' ? '""' : printValue(value))),
    ...(values.length > SHOWN_VALUES ? ['....'] : []),
  ].join(', ')

function fieldLines(
  schemas: Schemas,
  model: OpenApiSchema,
  level: number,
  recursive: boolean,
  above: readonly OpenApiSchema[],
): string[] {
  return Object.entries(model.properties ?? {})
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([name, schema]) => {
      const required = model.required?.includes(name) ? ' -required-' : ''
      const start = `${' '.repeat(level)}${name}\t<${typeName(schemas, schema)}>${required}`
      const values = schema.enum?.length ? [`${' '.repeat(level)}enum: ${someValues(schema.enum)}`] : []
      if (!recursive) {
        // Only the field's own description; that of its type is shown where the type is explained.
        const text = schema.description ? wrapText(schema.description, WIDTH - level - 2) : []
        return [start, ...values, ...indent(text.length > 0 ? text : ['<no description>'], level + 2), '']
      }
      const inner = modelOf(schemas, schema)
      const deeper =
        inner && !above.includes(inner) ? fieldLines(schemas, inner, level + 2, true, [...above, inner]) : []
      return [start, ...values, ...deeper]
    })
}
