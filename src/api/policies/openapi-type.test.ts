import { expect, it } from 'vitest'
import { type ObjectType, showType, type Type } from '../../expressions/types'
import { complete } from '../../expressions/complete'
import { Environment } from '../../expressions/environment'
import { eitherType, typeOfDefinition } from './openapi-type'

const DEFINITIONS = {
  'io.x.v1.Thing': {
    type: 'object',
    properties: {
      spec: { $ref: '#/definitions/io.x.v1.Spec' },
      when: { type: 'string', format: 'date-time' },
      port: { type: 'string', format: 'int-or-string' },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      parts: { type: 'array', items: { $ref: '#/definitions/io.x.v1.Thing' } },
      'my-field': { type: 'integer' },
      raw: { type: 'object' },
      open: { type: 'object', properties: {}, 'x-orch-preserve-unknown-fields': true },
      no: { $ref: '#/definitions/missing' },
    },
  },
  'io.x.v1.Spec': { type: 'object', properties: { on: { type: 'boolean' }, part: { type: 'number' } } },
  'io.x.v1.Other': {
    type: 'object',
    properties: { spec: { type: 'object', properties: { only: { type: 'string' } } } },
  },
}
const fieldOf = (type: Type | undefined, ...path: string[]): Type | undefined =>
  path.reduce<Type | undefined>((at, name) => (at as ObjectType | undefined)?.field(name), type)

it.each([
  ['spec', 'Spec'],
  ['when', 'timestamp'],
  ['port', 'dyn'],
  ['labels', 'map(string, string)'],
  ['parts', 'list(Thing)'],
  ['my__dash__field', 'int'],
  ['raw', 'dyn'],
  ['open', 'dyn'],
  ['no', 'dyn'],
])('the field %s is of type %s', (field, shown) => {
  const type = fieldOf(typeOfDefinition(DEFINITIONS, 'io.x.v1.Thing'), field)
  expect(type && showType(type)).toBe(shown)
})

const CLAIMS = {
  'io.x.v1.PersistentVolumeClaimSpec': {
    properties: {
      accessModes: { type: 'array', items: { type: 'string' } },
      volumeMode: { type: 'string' },
      own: { type: 'string', enum: ['a', 1, 'b'] },
      metadata: { properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } } },
    },
  },
}
it.each([
  ["self.volumeMode == '", ['Block', 'Filesystem']],
  ["self.accessModes.exists(m, m == '", ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']],
  ["self.own != '", ['a', 'b']],
  ["self.metadata.labels['", ['app']],
])('completes %s by what values and keys are known', (before, labels) => {
  const self = typeOfDefinition(CLAIMS, 'io.x.v1.PersistentVolumeClaimSpec', { labels: ['app'] })
  const found = complete(before, new Environment({ variables: { self } }))
  expect(found.suggestions.map(({ label }) => label)).toEqual(labels)
})

it('an unknown type accepts any value', () => {
  expect(showType(typeOfDefinition(DEFINITIONS, 'constructor'))).toBe('dyn')
})

it('has the fields of all kinds, or what they share', () => {
  const [thing, other] = [
    typeOfDefinition(DEFINITIONS, 'io.x.v1.Thing'),
    typeOfDefinition(DEFINITIONS, 'io.x.v1.Other'),
  ]
  const both = eitherType([thing, other])
  expect((fieldOf(both, 'spec') as ObjectType).names()).toEqual(['on', 'part', 'only'])
  expect(fieldOf(both, 'spec', 'only')).toMatchObject({ kind: 'string' })
  expect(eitherType([])).toBeUndefined()
  expect(eitherType([thing, thing])).toBe(thing)
})
