import { greatest } from '../../../machinery/lists'
import { itemSchema, propertyOf, valuesOf, type JsonSchema } from '../definition'
import { propertiesOf } from './declared-type'
import { fieldName } from './field-names'

/** Maximum request size in bytes. */
export const MAX_REQUEST = 3 * 1024 * 1024
/** Maximum bytes per character. */
const MAX_CHARACTER = 4

/** A schema in a definition; `whole` if it describes an object with metadata of its own. */
export interface SchemaPlace {
  readonly schema: JsonSchema
  readonly whole: boolean
}

const FORMATS: Readonly<Record<string, { readonly least: number; readonly most: number }>> = {
  date: { least: 12, most: 12 },
  'date-time': { least: 21, most: 32 },
  duration: { least: 3, most: 32 },
}
const LEAST: Readonly<Record<string, number>> = { boolean: 4, number: 1, integer: 1, array: 2 }

/** A schema as a place; an embedded resource has metadata of its own. */
export const placeOf = (schema: JsonSchema): SchemaPlace => ({
  schema,
  whole: schema['x-orch-embedded-resource'] === true,
})

/** Whether expressions can access values with this schema. */
export function isExposed(schema: JsonSchema): boolean {
  if (schema['x-orch-int-or-string']) return true
  if (schema.type === 'array') {
    const items = itemSchema(schema)
    return items !== undefined && isExposed(items)
  }
  const values = valuesOf(schema)
  return schema.type === 'object' && values ? isExposed(values) : schema.type !== undefined
}

/** Minimum size of a value as JSON, in bytes. */
export function leastSize({ schema, whole }: SchemaPlace): number {
  if (schema['x-orch-int-or-string']) return 1
  if (schema.type === 'string') return FORMATS[schema.format ?? '']?.least ?? 2
  if (schema.type !== 'object') return LEAST[schema.type ?? ''] ?? 1
  if (valuesOf(schema)) return 2
  const properties = propertiesOf(schema, whole)
  const needed = (schema.required ?? []).map((name) => {
    const property = propertyOf({ properties }, name)
    if (!property || property.default !== undefined || !isExposed(property)) return 0
    return name.length + 4 + leastSize(placeOf(property))
  })
  return needed.reduce((sum, size) => sum + size, 2)
}

/** Maximum length of a string or number of items; 0 for values that have neither. */
export function mostElements({ schema }: SchemaPlace): number {
  if (schema['x-orch-int-or-string']) return textLength(schema)
  if (schema.type === 'string') return FORMATS[schema.format ?? '']?.most ?? textLength(schema)
  const [items, values] = [itemSchema(schema), valuesOf(schema)]
  if (schema.type === 'array' && items)
    return schema.maxItems ?? Math.floor((MAX_REQUEST - 2) / (leastSize(placeOf(items)) + 1))
  if (schema.type !== 'object' || !values) return 0
  return schema.maxProperties ?? Math.floor((MAX_REQUEST - 2) / (leastSize(placeOf(values)) + 6))
}

function textLength({ maxLength, format, enum: values }: JsonSchema): number {
  if (maxLength !== undefined) return format === 'byte' ? maxLength : maxLength * MAX_CHARACTER
  if (values?.length && format !== 'byte')
    return greatest(values.map((one) => (typeof one === 'string' ? one.length : 0)))
  return MAX_REQUEST - 2
}

/** The property that expressions call `field`, with or without the escape of a reserved word. */
export function propertyPlace({ schema, whole }: SchemaPlace, field: string): SchemaPlace | undefined {
  if (valuesOf(schema)) return undefined
  const found = Object.entries(propertiesOf(schema, whole)).find(
    ([property]) => fieldName(property) === field || property === field,
  )
  return found && isExposed(found[1]) ? placeOf(found[1]) : undefined
}

/** How many values below this one an object can have for each such value; undefined if the schema sets no limit. */
export function limitedItems({ type, additionalProperties, maxItems, maxProperties }: JsonSchema): number | undefined {
  if (type === 'array') return maxItems
  return type === 'object' && additionalProperties !== undefined ? maxProperties : 1
}
