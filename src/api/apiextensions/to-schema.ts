import { behaves } from '../releases/ledger'
import type { Schema } from '../schema'
import type { JsonSchema } from './definition'
import { itemSchema, valuesOf } from './definition'
import { metaSchema } from './embedded'

const TEXT: Schema = { type: 'string' }

/** What applies to a part of a schema. */
interface Surroundings {
  readonly release: number
  /** The definition keeps all unknown fields. */
  readonly keep: boolean
  /** Whether values without a type are owned field by field; otherwise each has one owner. */
  readonly granular: boolean
}

/**
 * The field model of a custom type, from one version's schema. Scalars have rules instead of formats: their values are stored as written.
 * Without a schema all fields are preserved.
 */
export function toSchema(schema: JsonSchema | undefined, name: string, release: number, keepUnknown: boolean): Schema {
  const root = schema ?? { type: 'object', 'x-orch-preserve-unknown-fields': true }
  const keep = keepUnknown || root['x-orch-preserve-unknown-fields'] === true
  return {
    ...common(root),
    type: 'struct',
    name,
    fields: new Map([
      ...fieldsOf(root, {
        release,
        keep: keepUnknown,
        granular: keep || behaves('apply-owns-free-fields', release),
      }),
      ...wholeObject(metaOf(release)),
    ]),
    ...(keep && { preserveUnknown: true }),
  }
}

const wholeObject = (metadata: Schema): [string, Schema][] => [
  ['apiVersion', TEXT],
  ['kind', TEXT],
  ['metadata', metadata],
]
const metaOf = (release: number): Schema => metaSchema(release) ?? { type: 'any' }

const embeddedMetas = new Map<Schema, Schema>()

/** The metadata of an embedded object: it is kept as JSON, so what the responses of built-in types always contain may be absent. */
function embeddedMeta(release: number): Schema {
  const whole = metaOf(release)
  if (!whole.fields) return whole
  let schema = embeddedMetas.get(whole)
  if (!schema) {
    const fields = [...whole.fields].map(([name, { always: _, ...field }]): [string, Schema] => [name, field])
    schema = { ...whole, fields: new Map(fields) }
    embeddedMetas.set(whole, schema)
  }
  return schema
}

const fieldsOf = (schema: JsonSchema, around: Surroundings): [string, Schema][] =>
  Object.entries(schema.properties ?? {}).map(([name, property]) => [name, typeOf(property, around)])

const anyValue = ({ granular }: Surroundings): Schema => ({ type: 'any', ...(!granular && { mapType: 'atomic' }) })

/** Parts common to all types. */
function common(schema: JsonSchema): Omit<Schema, 'type'> {
  const mapType = schema['x-orch-map-type']
  return {
    ...(schema.required && { required: schema.required }),
    ...(schema.nullable && { nullable: true }),
    ...(schema.default !== undefined && { default: schema.default }),
    ...((mapType === 'atomic' || mapType === 'granular') && { mapType }),
    rules: schema as Readonly<Record<string, unknown>>,
  }
}

function typeOf(schema: JsonSchema, around: Surroundings): Schema {
  const said = common(schema)
  if (schema['x-orch-int-or-string']) return { ...said, type: 'any', format: 'int-or-string' }
  switch (schema.type) {
    case 'object':
      return objectType(schema, said, around)
    case 'array':
      return listType(schema, said, around)
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
      return { ...said, type: schema.type }
    default:
      return schema.properties ? objectType(schema, said, around) : { ...said, ...anyValue(around) }
  }
}

function objectType(schema: JsonSchema, said: Omit<Schema, 'type'>, around: Surroundings): Schema {
  const values = valuesOf(schema)
  if (!schema.properties && schema.additionalProperties)
    return { ...said, type: 'map', element: values ? typeOf(values, around) : anyValue(around) }
  const embedded = schema['x-orch-embedded-resource'] === true
  const open = around.keep || schema['x-orch-preserve-unknown-fields'] === true
  const named = embedded || schema.properties !== undefined
  const inside = { ...around, granular: around.granular || (open && named) }
  const fields = fieldsOf(schema, inside)
  return {
    ...said,
    type: 'struct',
    fields: new Map(embedded ? [...fields, ...wholeObject(embeddedMeta(around.release))] : fields),
    ...(open && { preserveUnknown: true }),
    ...(values ? { additional: typeOf(values, inside) } : open && !inside.granular && { additional: anyValue(inside) }),
    ...(embedded && { embedded }),
  }
}

function listType(schema: JsonSchema, said: Omit<Schema, 'type'>, around: Surroundings): Schema {
  const items = itemSchema(schema)
  const listType = schema['x-orch-list-type']
  const keys = schema['x-orch-list-map-keys']
  return {
    ...said,
    type: 'list',
    element: items ? typeOf(items, around) : { type: 'any' },
    ...((listType === 'atomic' || listType === 'set' || listType === 'map') && { listType }),
    ...(keys && { listMapKeys: keys }),
  }
}
