import { fieldName } from '../apiextensions/rules/field-names'
import {
  BOOL,
  BYTES,
  DOUBLE,
  DYN,
  INT,
  listOf,
  mapOf,
  type ObjectType,
  STRING,
  textAmong,
  TIMESTAMP,
  type Type,
} from '../../expressions/types'
import { valuesOfField } from './enum-values'

/** The parts of an OpenAPI v2 schema that types need. */
export interface OpenApiDefinition {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, OpenApiDefinition>>
  readonly items?: OpenApiDefinition
  readonly additionalProperties?: OpenApiDefinition | boolean
  readonly enum?: readonly unknown[]
}
/** Schemas of an OpenAPI document by name. */
export type Definitions = Readonly<Record<string, OpenApiDefinition>>

/** Existing keys in the cluster, by the field that holds them: `labels`, `annotations`. */
export type KnownKeys = Readonly<Record<string, readonly string[]>>
interface Source {
  readonly definitions: Definitions
  readonly keys: KnownKeys
}

const TEXTS: Readonly<Record<string, Type>> = { byte: BYTES, 'date-time': TIMESTAMP, 'int-or-string': DYN }
const SCALARS: Readonly<Record<string, Type>> = { integer: INT, number: DOUBLE, boolean: BOOL }
const PREFIX = '#/definitions/'
const ITEM = '.@idx'

/** Expression type of a definition. Fields are created lazily. */
export const typeOfDefinition = (definitions: Definitions, name: string, keys: KnownKeys = {}): Type =>
  typeNamed({ definitions, keys }, name)

function typeNamed(source: Source, name: string): Type {
  const schema = Object.hasOwn(source.definitions, name) ? source.definitions[name] : undefined
  return schema ? typeOf(source, schema, name.split('.').at(-1) ?? name) : DYN
}

function typeOf(source: Source, schema: OpenApiDefinition, name: string): Type {
  const { $ref, type, format = '', items, properties, additionalProperties } = schema
  const open = (schema as Readonly<Record<string, unknown>>)['x-orch-preserve-unknown-fields'] === true
  if ($ref !== undefined) return typeNamed(source, $ref.slice(PREFIX.length))
  if (type === 'string') return TEXTS[format] ?? textType(schema, name)
  if (type === 'array') return listOf(items ? typeOf(source, items, `${name}${ITEM}`) : DYN)
  if (properties && !open) return structType(source, properties, name)
  if (typeof additionalProperties === 'object')
    return mapOf(keyType(source, name), typeOf(source, additionalProperties, `${name}.@elem`))
  return (type !== undefined && SCALARS[type]) || DYN
}

/** A string type with values from the schema or documentation. */
function textType({ enum: listed }: OpenApiDefinition, name: string): Type {
  const values =
    listed?.filter((one): one is string => typeof one === 'string' && one !== '') ??
    valuesOfField(name.replace(ITEM, ''))
  return values ? textAmong(values) : STRING
}

/** Key type of a map, by the last part of its name. */
function keyType({ keys }: Source, name: string): Type {
  const field = name.split('.').at(-1) ?? ''
  const known = Object.hasOwn(keys, field) ? keys[field] : undefined
  return known ? textAmong(known) : STRING
}

function structType(source: Source, properties: Readonly<Record<string, OpenApiDefinition>>, name: string): ObjectType {
  const fields = new Map(
    Object.entries(properties).flatMap(([property, schema]) => {
      const field = fieldName(property)
      return field === undefined ? [] : [[field, { property, schema }] as const]
    }),
  )
  return {
    kind: 'object',
    name,
    field: (field) => {
      const found = fields.get(field)
      return found && typeOf(source, found.schema, `${name}.${found.property}`)
    },
    names: () => [...fields.keys()],
  }
}

/** For policies that match more kinds than this, only common fields are offered. */
const MOST_KINDS = 10

/** A union type for policies that match several kinds; undefined for none. */
export function eitherType(types: readonly Type[]): Type | undefined {
  const [first, ...others] = types
  if (!first || others.length === 0) return first
  if (types.some(({ kind }) => kind !== first.kind)) return DYN
  if (first.kind === 'list')
    return listOf(eitherType(types.flatMap((one) => (one.kind === 'list' ? one.element : []))) ?? DYN)
  if (first.kind !== 'object') return first
  const objects = types.flatMap((one) => (one.kind === 'object' ? one : []))
  if (objects.every(({ name }) => name === first.name)) return first
  return {
    kind: 'object',
    name: objects.map(({ name }) => name).join(' or '),
    field: (field) => eitherType(objects.flatMap((one) => one.field(field) ?? [])),
    names: () => {
      const all = [...new Set(objects.flatMap((one) => one.names()))]
      return objects.length > MOST_KINDS ? all.filter((name) => objects.every((one) => one.field(name))) : all
    },
  }
}
