import { fieldName } from '../apiextensions/rules/field-names'
import { BOOL, BYTES, DOUBLE, DYN, INT, listOf, mapOf, STRING, TIMESTAMP, type Type } from '../../expressions/types'
import type { Schema } from '../schema'

const TEXTS: Readonly<Partial<Record<NonNullable<Schema['format']>, Type>>> = {
  byte: BYTES,
  'date-time': TIMESTAMP,
  'micro-time': TIMESTAMP,
  'int-or-string': DYN,
}

/** Expression type of a schema. Fields are created lazily, because types may be recursive. */
export function typeOfSchema(schema: Schema): Type {
  switch (schema.type) {
    case 'struct':
      return structType(schema)
    case 'map':
      return mapOf(STRING, schema.element ? typeOfSchema(schema.element) : DYN)
    case 'list':
      return listOf(schema.element ? typeOfSchema(schema.element) : DYN)
    case 'string':
      return (schema.format && TEXTS[schema.format]) ?? STRING
    case 'integer':
      return INT
    case 'number':
      return DOUBLE
    case 'boolean':
      return BOOL
    case 'any':
      return DYN
  }
}

const structs = new WeakMap<Schema, Type>()
function structType(schema: Schema): Type {
  const known = structs.get(schema)
  if (known) return known
  const { fields = new Map<string, Schema>(), name = 'object' } = schema
  if (schema.preserveUnknown) return DYN
  const byName = new Map([...fields].map(([field, inner]) => [fieldName(field) ?? field, inner]))
  const made: Type = {
    kind: 'object',
    name,
    field: (field) => {
      const inner = byName.get(field)
      return inner && typeOfSchema(inner)
    },
    names: () => [...byName.keys()],
  }
  structs.set(schema, made)
  return made
}
