import { expect, test } from 'vitest'
import type { Resource } from '../core/catalogue'
import type { OpenApiSchema, Schemas } from '../core/openapi'
import { explainThird } from './explain-v3'

const schemas: Schemas = {
  version: 3,
  definitions: { 'a.Inner': { type: 'object', description: 'Said of the type.' } },
  paths: {},
}
const resource = { group: '', kind: 'Kind', version: 'v1' } as Resource
const fieldsOf = (properties: Record<string, OpenApiSchema>, recursive = false) => {
  const root = { type: 'object', properties }
  const text = explainThird({ resource, schemas, root, rootName: 'a.Kind', fields: [], recursive })
  return text.slice(text.indexOf('FIELDS:'))
}
const REF = { $ref: '#/components/schemas/a.Inner' }

test.each([
  [['A', 'B', 'C', 'D'], 'enum: A, B, C, D'],
  [['A', 'B', 'C', 'D', 'E'], 'enum: A, B, C, D, ....'],
  [['', 'B'], 'enum: "", B'],
])('of the values %j a list of fields shows %s', (values, shown) => {
  const lines = fieldsOf({ f: { type: 'string', enum: values } }, true).split('\n')
  expect(lines).toContain(`  ${shown}`)
})

test('a field without a description of its own has none, whatever its type says', () => {
  expect(fieldsOf({ f: REF })).toContain('  f\t<Inner>\n    <no description>\n')
  expect(fieldsOf({ f: { allOf: [REF], description: 'Said of the field.' } })).toContain('    Said of the field.\n')
})
