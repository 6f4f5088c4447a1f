import { expect, test } from 'vitest'
import { FieldSet } from './field-set'
import { fromFieldsV1 } from './fields-v1'
import { remove } from './remove'
import { keyedBy, number, setOf, struct, text, thing } from './stage.testing'

const schema = thing({
  s: struct({ x: text, y: number, z: struct({ x: text }) }),
  tags: setOf(text),
  items: keyedBy(['name'], { name: text, s: struct({ x: text }) }),
})
const whole = { s: { x: '1', y: 1, z: { x: '1' } }, tags: ['a'], items: [{ name: 'a', s: { x: '1' } }] }
const x = { 'f:x': {} }

test.each<[what: string, drop: Record<string, unknown>, earlier: object, later: object]>([
  [
    'a member of a structure',
    { 'f:s': { 'f:y': {} } },
    { ...whole, s: { x: '1', z: { x: '1' } } },
    { tags: whole.tags, items: whole.items },
  ],
  [
    'a structure of which a member is not owned',
    { 'f:s': { ...x, 'f:z': x } },
    { ...whole, s: { y: 1, z: null } },
    { tags: whole.tags, items: whole.items },
  ],
  [
    'a structure in one that is kept',
    { 'f:s': { 'f:z': x } },
    { ...whole, s: { x: '1', y: 1, z: null } },
    { tags: whole.tags, items: whole.items },
  ],
  ['a set', { 'f:tags': { 'v:"a"': {} } }, { ...whole, tags: null }, { s: whole.s, items: whole.items }],
  [
    'a structure of an item',
    { 'f:items': { 'k:{"name":"a"}': { 'f:s': x } } },
    { ...whole, items: [{ name: 'a', s: null }] },
    { s: whole.s, tags: whole.tags },
  ],
])('%s', (_, spec, earlier, later) => {
  const drop = fromFieldsV1({ 'f:spec': spec })
  const keep = fromFieldsV1({ 'f:spec': { '.': {} } })
  const left = (release: number) => remove(schema, { spec: whole }, drop, keep, release)
  expect(left(20)).toEqual({ spec: earlier })
  expect(left(21)).toEqual({ spec: later })
})

test.each([20, 21])('a structure stays with a member that another manager owns, in 1.%i', (release) => {
  const drop = fromFieldsV1({ 'f:spec': { 'f:s': { '.': {}, ...x, 'f:y': {} } } })
  const keep = fromFieldsV1({ 'f:spec': { '.': {}, 'f:s': x } })
  const left = { ...whole, s: { x: '1', z: { x: '1' } } }
  expect(remove(schema, { spec: whole }, drop, keep, release)).toEqual({ spec: left })
})

test('an object in which nothing is dropped stays the same object', () => {
  const object = { spec: whole }
  expect(remove(schema, object, fromFieldsV1({ 'f:spec': { 'f:none': {} } }), FieldSet.empty, 20)).toBe(object)
})
