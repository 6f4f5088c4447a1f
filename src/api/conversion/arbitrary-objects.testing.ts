/** Random objects of built-in types, made from their schemas; for property tests. */
import fc from 'fast-check'
import { schemaOf } from '../types'
import type { Schema } from '../schema'

type Field = readonly [name: string, schema: Schema]

/** Values that only some texts may have, by the path's last step; everything else is a short word. */
export type Words = Readonly<Record<string, readonly string[]>>

const DEPTH = 9
const word = fc.stringMatching(/^[a-z]{1,4}$/)
const time = fc.constantFrom('2020-01-01T00:00:00Z', '2021-06-30T12:34:56Z')
const microTime = fc.constantFrom('2020-01-01T00:00:00.000000Z', '2021-06-30T12:34:56.123456Z')

function scalar(schema: Schema, name: string, words: Words): fc.Arbitrary<unknown> {
  switch (schema.format) {
    case 'date-time':
      return time
    case 'micro-time':
      return microTime
    case 'quantity':
      return fc.constantFrom('1', '500m', '2Gi', '3k')
    case 'byte':
      return fc.constantFrom('YQ==', 'YWJj')
    case 'int-or-string':
      return fc.oneof(fc.integer({ min: 1, max: 99 }), word)
    default:
      break
  }
  const choice = Object.hasOwn(words, name) ? words[name] : undefined
  if (schema.type === 'string') return choice ? fc.constantFrom(...choice) : word
  if (schema.type === 'boolean') return schema.omitEmpty ? fc.constant(true) : fc.boolean()
  return fc.integer({ min: schema.omitEmpty ? 1 : 0, max: 1000 })
}

/** Structs whose fields exclude each other: exactly one of the groups is chosen. */
export type Exclusive = Readonly<Record<string, readonly (readonly string[])[]>>

export interface Shape {
  readonly words: Words
  readonly exclusive: Exclusive
  /** Types that are made here rather than from their fields. */
  readonly made: Readonly<Record<string, fc.Arbitrary<unknown>>>
  /** Fields left out, as `Type.field`. */
  readonly omit: ReadonlySet<string>
}

function valueOf(schema: Schema, name: string, shape: Shape, depth: number): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'struct':
      return structOf(schema, shape, depth)
    case 'list': {
      const element = schema.element ?? { type: 'any' as const }
      return fc.array(valueOf(element, name, shape, depth - 1), { minLength: 1, maxLength: 2 })
    }
    case 'map':
      return fc.dictionary(word, valueOf(schema.element ?? { type: 'any' }, name, shape, depth - 1), {
        minKeys: 1,
        maxKeys: 2,
        noNullPrototype: true,
      })
    case 'any':
      if (schema.alternatives?.[0]) return valueOf(schema.alternatives[0], name, shape, depth)
      if (schema.format) return scalar(schema, name, shape.words)
      return fc.record({ any: word })
    default:
      return scalar(schema, name, shape.words)
  }
}

function structOf(schema: Schema, shape: Shape, depth: number): fc.Arbitrary<unknown> {
  const name = schema.name ?? ''
  const made = Object.hasOwn(shape.made, name) ? shape.made[name] : undefined
  if (made) return made
  const fields = [...(schema.fields ?? [])].filter(([field]) => !shape.omit.has(`${name}.${field}`))
  const groups = shape.exclusive[name]
  if (!groups) return recordOf(fields, shape, depth)
  return fc.constantFrom(...groups).chain((group) => {
    const others = new Set(groups.flat())
    return recordOf(
      fields.filter(([field]) => !others.has(field) || group.includes(field)),
      shape,
      depth,
      group,
    )
  })
}

/** Deep down only scalars are left, so that types that refer to themselves come to an end. */
function recordOf(
  fields: readonly Field[],
  shape: Shape,
  depth: number,
  always: readonly string[] = [],
): fc.Arbitrary<unknown> {
  const shallow = fields.filter(([, schema]) => depth > 0 || !['struct', 'list', 'map', 'any'].includes(schema.type))
  const arbitraries = Object.fromEntries(
    shallow.map(([field, schema]) => [field, fc.constant(null).chain(() => valueOf(schema, field, shape, depth - 1))]),
  )
  const requiredKeys = shallow.map(([field]) => field).filter((field) => always.includes(field))
  return fc.record(arbitraries, { requiredKeys, noNullPrototype: true })
}

/** Objects of a type by its name, without apiVersion and kind and with a few labels and annotations as metadata. */
export function objectsOf(typeName: string, shape: Shape, release?: number): fc.Arbitrary<Record<string, unknown>> {
  const schema = schemaOf(typeName, release)
  if (!schema?.fields) throw new Error(`no type ${typeName}`)
  const metadata = fc.record(
    {
      name: word,
      labels: fc.dictionary(word, word, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
      annotations: fc.dictionary(word, word, { minKeys: 1, maxKeys: 2, noNullPrototype: true }),
    },
    { requiredKeys: ['name'], noNullPrototype: true },
  )
  const own = [...schema.fields].filter(([field]) => !['apiVersion', 'kind', 'metadata'].includes(field))
  return fc
    .tuple(
      metadata,
      recordOf(
        own.filter(([field]) => !shape.omit.has(`${typeName}.${field}`)),
        shape,
        DEPTH,
      ),
    )
    .map(([meta, rest]) => ({ metadata: meta, ...(rest as object) }))
}
