import { decodeBase64 } from '../../../machinery/base64'
import { isObject } from '../../../machinery/json'
import { canonicalJson } from '../../../machinery/json-text'
import { type ListIdentity, withIdentity } from '../../../expressions/list-identity'
import { fieldOf } from '../../../expressions/value-access'
import { parseDuration, parseTimestamp } from '../../../expressions/times'
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  objectType,
  STRING,
  textAmong,
  TIMESTAMP,
  type Type,
} from '../../../expressions/types'
import { MapValue, ObjectValue, type Value } from '../../../expressions/values'
import { itemSchema, propertyOf, valuesOf, type JsonSchema } from '../definition'
import { dynamicValue, jsonOf } from '../../policies/values'
import { fieldName } from './field-names'

const FORMATS: Readonly<Record<string, Type>> = {
  'date-time': TIMESTAMP,
  date: TIMESTAMP,
  duration: DURATION,
  byte: BYTES,
}

const META: JsonSchema = { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } }
const WHOLE: Readonly<Record<string, JsonSchema>> = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: META,
}

/** Whether a schema declares the standard members itself, and so may declare more of the metadata. */
const declaresWhole = ({ kind, apiVersion, metadata }: Readonly<Record<string, JsonSchema>>): boolean =>
  [kind, apiVersion, metadata?.properties?.['name'], metadata?.properties?.['generateName']].every(
    (one) => one?.type === 'string',
  ) && metadata?.type === 'object'

/** Properties visible to expressions; for a whole object this includes the standard members. */
export function propertiesOf(schema: JsonSchema, whole: boolean): Readonly<Record<string, JsonSchema>> {
  const { properties = {} } = schema
  if (!whole && !schema['x-orch-embedded-resource']) return properties
  return declaresWhole(properties) ? properties : { ...properties, ...WHOLE }
}

/** Expression type of values with this schema; undefined if expressions can't access them. */
export function declaredType(schema: JsonSchema, name: string, whole = false): Type | undefined {
  if (schema['x-orch-int-or-string']) return DYN
  switch (schema.type) {
    case 'string':
      return FORMATS[schema.format ?? ''] ?? textType(schema.enum)
    case 'integer':
      return INT
    case 'number':
      return DOUBLE
    case 'boolean':
      return BOOL
    case 'array': {
      const item = declaredType(itemSchema(schema) ?? {}, `${name}.@idx`)
      return item && listOf(item)
    }
    case 'object':
      return declaredObject(schema, name, whole)
    default:
      return undefined
  }
}
const textType = (values: readonly unknown[] | undefined): Type =>
  values ? textAmong(values.filter((one): one is string => typeof one === 'string')) : STRING
function declaredObject(schema: JsonSchema, name: string, whole: boolean): Type | undefined {
  const values = valuesOf(schema)
  if (values) {
    const value = declaredType(values, `${name}.@elem`)
    return value && mapOf(STRING, value)
  }
  const fields: Record<string, Type> = {}
  for (const [property, inner] of Object.entries(propertiesOf(schema, whole))) {
    const field = fieldName(property)
    const type = field === undefined ? undefined : declaredType(inner, `${name}.${property}`)
    if (field !== undefined && type) fields[field] = type
  }
  return objectType(name, fields)
}

/** Expression value of JSON data, converted lazily. */
export function declaredValue(json: unknown, schema: JsonSchema, whole = false): Value {
  if (json === null || json === undefined) return null
  if (Array.isArray(json)) {
    const items = itemSchema(schema) ?? {}
    return withIdentity(
      json.map((item) => declaredValue(item, items)),
      itemIdentity(schema),
    )
  }
  if (isObject(json)) return declaredMembers(json, schema, whole)
  if (typeof json === 'string') return declaredText(json, schema)
  if (typeof json !== 'number' && typeof json !== 'bigint') return typeof json === 'boolean' ? json : null
  const isDouble = schema.type === 'number' || (typeof json === 'number' && !Number.isInteger(json))
  return isDouble ? Number(json) : BigInt(json)
}
/** What identifies the items of a set or of a list with keys. */
function itemIdentity(schema: JsonSchema): ListIdentity | undefined {
  const type = schema['x-orch-list-type']
  if (type === 'set') return (item) => canonicalJson(jsonOf(item))
  if (type !== 'map') return undefined
  const fields = (schema['x-orch-list-map-keys'] ?? []).map((key) => fieldName(key) ?? unreachable(key))
  return (item) => canonicalJson(fields.map((field) => jsonOf(fieldOf(item, field) ?? null)))
}
function declaredText(text: string, { format }: JsonSchema): Value {
  if (format === 'byte') return decodeBase64(text)
  if (format === 'duration') return parseDuration(text) ?? text
  if (format === 'date-time') return parseTimestamp(text) ?? text
  return format === 'date' ? (parseTimestamp(`${text}T00:00:00Z`) ?? text) : text
}
/** Fields that no expression can name still count in comparisons. */
const unreachable = (property: string): string => `.${property}`

function declaredMembers(json: Record<string, unknown>, schema: JsonSchema, whole: boolean): Value {
  const values = valuesOf(schema)
  if (values) return MapValue.of(Object.entries(json).map(([key, value]) => [key, declaredValue(value, values)]))
  const properties = propertiesOf(schema, whole)
  const byField = new Map<string, string>()
  const unknown = new Map<string, unknown>()
  for (const [property, value] of Object.entries(json)) {
    // A nullable field that is null counts as absent.
    if (value === null) continue
    if (Object.hasOwn(properties, property)) byField.set(fieldName(property) ?? unreachable(property), property)
    else if (schema['x-orch-preserve-unknown-fields']) unknown.set(unreachable(property), value)
  }
  return new ObjectValue({
    typeName: 'object',
    fields: () => [...byField.keys(), ...unknown.keys()],
    field: (field) => {
      const property = byField.get(field) ?? byField.get(`__${field}__`)
      if (property === undefined) return unknown.has(field) ? dynamicValue(unknown.get(field)) : undefined
      return declaredValue(json[property], propertyOf({ properties: { ...properties } }, property) ?? {})
    },
  })
}
