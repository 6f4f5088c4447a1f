import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../machinery/json'
import { context, int, obj, str, typeOf, widget } from '../custom-type.testing'
import type { JsonSchema } from '../definition'

const ruled = (schema: JsonSchema, ...rules: { rule: string; message?: string }[]): JsonSchema => ({
  ...schema,
  'x-orch-validations': rules,
})
/** Messages of a spec, created or in place of an older one. */
function messages(spec: JsonSchema, value: JsonObject, old?: JsonObject, release = 25): string[] {
  const { behaviour } = typeOf(obj({ spec }), {}, release)
  const object = widget({ spec: value })
  if (old) behaviour.prepareForUpdate?.(object, widget({ spec: old }), context)
  return (behaviour.validate?.(object, context) ?? []).map(({ field, message }) => `${field}: ${message}`)
}
const replicas = ruled(obj({ min: int, max: int, name: str }), { rule: 'self.min <= self.max' })
const keyed: JsonSchema = {
  type: 'array',
  'x-orch-list-type': 'map',
  'x-orch-list-map-keys': ['name'],
  items: ruled(obj({ name: str, size: int }, { required: ['name'] }), {
    rule: 'self.size >= oldSelf.size',
    message: 'size must not shrink',
  }),
}

describe('rules of custom types', () => {
  it.each<[string, JsonSchema, JsonObject, JsonObject | undefined, string[]]>([
    ['that hold', replicas, { min: 1, max: 2 }, undefined, []],
    [
      'that fail',
      replicas,
      { min: 3, max: 2 },
      undefined,
      ['spec: Invalid value: "object": failed rule: self.min <= self.max'],
    ],
    [
      'with a message',
      ruled(obj({ a: str }), { rule: "self.a.startsWith('x')", message: 'a must begin with x' }),
      { a: 'y' },
      undefined,
      ['spec: Invalid value: "object": a must begin with x'],
    ],
    [
      'that read what is not there',
      replicas,
      { min: 3 },
      undefined,
      ['spec: Invalid value: "object": no such key: max evaluating rule: self.min <= self.max'],
    ],
    [
      'on fields with dashes and reserved names',
      ruled(obj({ 'a-b': int, namespace: str }), { rule: "self.a__dash__b > 1 && self.__namespace__ == 'n'" }),
      { 'a-b': 2, namespace: 'n' },
      undefined,
      [],
    ],
    ['that compare, on creation', ruled(obj({ a: int }), { rule: 'self.a == oldSelf.a' }), { a: 1 }, undefined, []],
    [
      'that compare, on change',
      ruled(obj({ a: int }), { rule: 'self.a == oldSelf.a' }),
      { a: 1 },
      { a: 2 },
      ['spec: Invalid value: "object": failed rule: self.a == oldSelf.a'],
    ],
    [
      'that compare items by their keys',
      obj({ l: keyed }),
      {
        l: [
          { name: 'b', size: 1 },
          { name: 'a', size: 5 },
        ],
      },
      {
        l: [
          { name: 'a', size: 4 },
          { name: 'b', size: 2 },
        ],
      },
      ['spec.l[0]: Invalid value: "object": size must not shrink'],
    ],
    [
      'on values of maps',
      obj({ m: { type: 'object', additionalProperties: ruled(int, { rule: 'self % 2 == 0' }) } }),
      { m: { x: 3 } },
      undefined,
      ['spec.m[x]: Invalid value: "integer": failed rule: self % 2 == 0'],
    ],
    [
      'on integers beyond 2^53',
      ruled(obj({ a: int }), { rule: 'self.a == 9007199254740993' }),
      { a: 9007199254740993n },
      undefined,
      [],
    ],
    [
      'that cost too much',
      ruled(obj({ l: { type: 'array', items: int } }), {
        rule: 'self.l.all(a, self.l.all(b, self.l.all(c, a + b + c >= 0)))',
      }),
      { l: Array.from({ length: 200 }, (_, i) => i) },
      undefined,
      [
        'spec: Invalid value: "object": no further validation rules will be run due to call cost exceeds limit for rule: self.l.all(a, self.l.all(b, self.l.all(c, a + b + c >= 0)))',
      ],
    ],
  ])('%s', (_, schema, value, old, expected) => expect(messages(schema, value, old)).toEqual(expected))

  it('are not run on values of the wrong type', () =>
    expect(messages(replicas, { min: 'x', max: 2 })).toEqual([
      expect.stringContaining('must be of type integer'),
      expect.stringContaining('some validation rules were not checked'),
    ]))
  it('are unknown to earlier releases', () => expect(messages(replicas, { min: 3, max: 2 }, undefined, 22)).toEqual([]))
})
