import { expect, test } from 'vitest'
import type { JsonSchema } from './definition'
import { toSchema } from './to-schema'

const OPEN = { 'x-orch-preserve-unknown-fields': true }
const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})

test.each<[string, JsonSchema, number, string | undefined]>([
  ['of an open object without named fields', object({ spec: { type: 'object', ...OPEN } }), 20, 'atomic'],
  ['of such an object, later', object({ spec: { type: 'object', ...OPEN } }), 27, undefined],
  ['of one below an open root', object({ spec: { type: 'object', ...OPEN } }, OPEN), 20, undefined],
  ['of an open object with named fields', object({ spec: object({ a: { type: 'string' } }, OPEN) }), 20, undefined],
  ['of a map of anything', object({ spec: { type: 'object', additionalProperties: true } }), 20, 'atomic'],
  ['of a map of open values', object({ spec: { type: 'object', additionalProperties: OPEN } }), 20, 'atomic'],
])('who owns the values %s', (_what, root, release, mapType) => {
  const spec = toSchema(root, 'Widget', release, false).fields?.get('spec')
  expect((spec?.additional ?? spec?.element)?.mapType).toBe(mapType)
})

test('the metadata of an embedded object need not contain what responses of built-in types always do', () => {
  const root = object({ spec: object({ item: object({}, { 'x-orch-embedded-resource': true, ...OPEN }) }) })
  const item = toSchema(root, 'Widget', 20, false).fields?.get('spec')?.fields?.get('item')
  const fields = item?.fields?.get('metadata')?.fields
  expect(fields?.get('creationTimestamp')).toBeDefined()
  expect([...(fields ?? [])].filter(([, field]) => field.always)).toEqual([])
})
