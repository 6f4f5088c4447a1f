import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../machinery/json'
import {
  obj,
  open,
  str,
  int,
  typeOf,
  widget,
  context,
  create,
  specOf,
  causesOf,
  invalid,
  wrongType,
  loose,
  combined,
} from './custom-type.testing'
import type { JsonSchema } from './definition'

const NIL = 'FieldValueInvalid <nil>'
const intOrString = obj({
  v: { 'x-orch-int-or-string': true },
  w: { 'x-orch-int-or-string': true, pattern: '^[0-9]+%$' },
})

describe('validation', () => {
  it.each<[string, JsonSchema, JsonObject[string], string[]]>([
    ['a number for a text', loose, { s: 1 }, wrongType('spec.s')],
    ['texts for others', loose, { i: 'x', n: 'y', b: 'z' }, wrongType('spec.b', 'spec.i', 'spec.n')],
    ['a fraction for an integer', loose, { i: 1.5 }, wrongType('spec.i')],
    ['a text for a list, a list for an object', loose, { l: 'x', o: [] }, wrongType('spec.l', 'spec.o')],
    ['a wrong item', loose, { l: ['a', 1] }, wrongType('spec.l[1]')],
    ['a list for a formatted text', obj({ t: { type: 'string', format: 'date' } }), { t: ['x'] }, []],
    ['a number for a formatted text', obj({ t: { type: 'string', format: 'date' } }), { t: 1 }, wrongType('spec.t')],
    ['a text for everything', loose, 'x', wrongType('spec')],
    ['zeros', loose, { s: '', i: 0, n: 1, b: false, l: [], o: {} }, []],
    ['a missing field', obj({ a: str }, { required: ['a'] }), {}, ['FieldValueRequired spec.a']],
    [
      'a missing field below',
      obj({ sub: obj({ b: str }, { required: ['b'] }) }),
      { sub: {} },
      ['FieldValueRequired spec.sub.b'],
    ],
    [
      'not enumerated',
      obj({ a: { type: 'string', enum: ['x'] }, b: { type: 'integer', enum: [1, 2] } }),
      { a: 'y', b: 3 },
      ['FieldValueNotSupported spec.a', 'FieldValueNotSupported spec.b'],
    ],
    [
      'enumerated',
      obj({ a: { type: 'string', enum: ['x'] }, b: { type: 'integer', enum: [1, 2] } }),
      { a: 'x', b: 2 },
      [],
    ],
    ['a pattern', obj({ p: { type: 'string', pattern: '^[a-z]+$' } }), { p: 'A1' }, invalid('spec.p')],
    ['a short text', obj({ l: { type: 'string', minLength: 2 } }), { l: 'x' }, invalid('spec.l')],
    ['a long text', obj({ l: { type: 'string', maxLength: 4 } }), { l: 'xxxxx' }, ['FieldValueTooLong spec.l']],
    ['characters, not bytes', obj({ l: { type: 'string', maxLength: 4, minLength: 4 } }), { l: 'äöü😀' }, []],
    ['below the minimum', obj({ n: { type: 'integer', minimum: 1 } }), { n: 0 }, invalid('spec.n')],
    ['above the maximum', obj({ n: { type: 'integer', maximum: 1 } }), { n: 2 }, invalid('spec.n')],
    [
      'at an exclusive minimum',
      obj({ x: { type: 'number', minimum: 0, exclusiveMinimum: true } }),
      { x: 0 },
      invalid('spec.x'),
    ],
    [
      'at an exclusive maximum',
      obj({ x: { type: 'number', maximum: 0, exclusiveMaximum: true } }),
      { x: 0 },
      invalid('spec.x'),
    ],
    ['no multiple', obj({ m: { type: 'integer', multipleOf: 5 } }), { m: 7 }, invalid('spec.m')],
    ['a multiple of a fraction', obj({ m: { type: 'number', multipleOf: 0.1 } }), { m: 0.3 }, []],
    ['too few items', obj({ l: { type: 'array', items: str, minItems: 1 } }), { l: [] }, invalid('spec.l')],
    [
      'too many items',
      obj({ l: { type: 'array', items: str, maxItems: 1 } }),
      { l: ['1', '2'] },
      ['FieldValueTooMany spec.l'],
    ],
    [
      'too few members',
      obj({ m: { type: 'object', additionalProperties: str, minProperties: 1 } }),
      { m: {} },
      invalid('spec.m'),
    ],
    [
      'too many members',
      obj({ m: { type: 'object', additionalProperties: str, maxProperties: 1 } }),
      { m: { a: '1', b: '2' } },
      ['FieldValueTooMany spec.m'],
    ],
    [
      'a wrong value of a map',
      obj({ m: { type: 'object', additionalProperties: str } }),
      { m: { a: 1 } },
      wrongType('spec.m.a'),
    ],
    ['no alternative', combined, { c: 7 }, [NIL, 'FieldValueRequired spec.a']],
    ['two alternatives', combined, { a: 'xx', b: 'yy', c: 7 }, [NIL]],
    ['none of several', combined, { b: 'x', c: 3 }, ['FieldValueInvalid <nil>', ...invalid('spec.c')]],
    ['not all', combined, { a: 'x', c: 0 }, ['FieldValueInvalid <nil>', ...invalid('spec.a')]],
    ['what must not be', combined, { b: 'x', c: 0, d: 'no' }, [NIL]],
    ['a good combination', combined, { a: 'xx', c: 7 }, []],
    ['integer or string', intOrString, { v: 1, w: '10%' }, []],
    ['string or integer', intOrString, { v: 'x', w: 5 }, []],
    ['neither', intOrString, { v: true }, wrongType('spec.v')],
    ['a string that does not match', intOrString, { w: 'abc' }, invalid('spec.w')],
    [
      'a set with duplicates',
      obj({ set: { type: 'array', items: str, 'x-orch-list-type': 'set' } }),
      { set: ['x', 'y', 'x', 'x'] },
      ['FieldValueDuplicate spec.set[2]'],
    ],
    [
      'keys twice',
      obj({
        map: {
          type: 'array',
          items: obj({ k: str, v: str }),
          'x-orch-list-type': 'map',
          'x-orch-list-map-keys': ['k'],
        },
      }),
      {
        map: [
          { k: '1', v: 'a' },
          { k: '1', v: 'b' },
        ],
      },
      ['FieldValueDuplicate spec.map[1]'],
    ],
    [
      'two keys, one the same',
      obj({
        map: {
          type: 'array',
          items: obj({ k: str, v: str }),
          'x-orch-list-type': 'map',
          'x-orch-list-map-keys': ['k', 'v'],
        },
      }),
      {
        map: [
          { k: '1', v: 'a' },
          { k: '1', v: 'b' },
        ],
      },
      [],
    ],
    [
      'what is kept is still checked',
      obj({ free: { ...open, properties: { b: int } } }),
      { free: { b: 'x' } },
      wrongType('spec.free.b'),
    ],
  ])('%s', (_, root, spec, causes) => expect(causesOf(root, spec)).toEqual(causes))

  it('reports only the first error of length and pattern', () => {
    const short = obj({ s: { type: 'string', minLength: 2, pattern: '^a' } })
    expect(causesOf(short, { s: 'b' })).toEqual(invalid('spec.s'))
  })
  it('does not check number formats', () =>
    expect(causesOf(obj({ i: { type: 'integer', format: 'int32' } }), { i: 3_000_000_000 })).toEqual([]))
  it('names only the list in older releases', () => {
    const lists = obj({ l: { type: 'array', items: { type: 'array', items: str } } })
    expect(causesOf(lists, { l: [['a'], ['b', 1]] }, 20)).toEqual(['FieldValueInvalid spec.l'])
    expect(causesOf(lists, { l: [['a'], ['b', 1]] }, 21)).toEqual(['FieldValueInvalid spec.l[1][1]'])
  })
  it('reports less in earlier releases', () => {
    expect(causesOf(loose, { s: 1 }, 20)).toEqual(invalid('spec.s'))
    expect(causesOf(obj({ l: { type: 'string', maxLength: 1 } }), { l: 'xx' }, 20)).toEqual(invalid('spec.l'))
    expect(causesOf(obj({ l: { type: 'array', items: str, maxItems: 0 } }), { l: ['x'] }, 20)).toEqual(
      invalid('spec.l'),
    )
  })
  it('shows the root in errors', () => {
    const type = typeOf(obj({ spec: open }, { required: ['spec'] }))
    expect(create(type, widget()).causes).toEqual(['FieldValueRequired spec'])
  })
  it('accepts unchanged lists that violate a later rule', () => {
    const type = typeOf(obj({ spec: obj({ set: { type: 'array', items: str, 'x-orch-list-type': 'set' } }) }))
    const old = widget({ spec: { set: ['x', 'x'] } })
    const draft = widget({ spec: { set: ['x', 'x', 'y'] } })
    type.behaviour.prepareForUpdate?.(draft, old, context)
    expect(type.behaviour.validate?.(draft, context)).toEqual([])
  })
  it.each<[string, string, string]>([
    ['date-time', '2020-01-02T03:04:05+01:00', 'yesterday'],
    ['date', '2020-01-02', '2020-13-01'],
    ['ipv4', '10.0.0.1', '300.1.1.1'],
    ['ipv6', '::1', '10.0.0.1'],
    ['cidr', '10.0.0.0/8', '10.0.0.0'],
    ['mac', '01:23:45:67:89:ab', '01:23'],
    ['uri', 'https://a/b', 'a b'],
    ['email', 'a@b.c', 'a'],
    ['hostname', 'a', '-a'],
    ['hostname', 'a-b', 'a-b-c'],
    ['hostname', 'a-b-c.example', 'a.b'],
    ['hostname', 'ä.éa', 'a.b2'],
    ['hostname', `${'a'.repeat(63)}.com`, `${'a'.repeat(64)}.com`],
    ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123'],
    ['uuid4', '123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
    ['byte', 'YQ==', 'a'],
    ['duration', '1h30m', 'soon'],
    ['hexcolor', '#fff', '#ff'],
    ['rgbcolor', 'rgb(1, 2, 3)', 'rgb(1,2)'],
    ['ssn', '123-45-6789', '1'],
    ['isbn', '978-0321751041', '1'],
    ['creditcard', '4111 1111 1111 1111', '4111 1111 1111 1112'],
    ['bsonobjectid', '507f1f77bcf86cd799439011', 'x'],
  ])('format %s', (format, good, bad) => {
    const root = obj({ t: { type: 'string', format } })
    expect(causesOf(root, { t: good })).toEqual([])
    expect(causesOf(root, { t: bad })).toEqual(invalid('spec.t'))
    expect(specOf(root, { t: good })).toEqual({ t: good })
  })
  it('ignores unknown formats', () =>
    expect(causesOf(obj({ t: { type: 'string', format: 'made-up' } }), { t: 'x' })).toEqual([]))
  it.each([
    ['(?i)^ABC$', 'abc', true],
    ['^[[:alpha:]]+$', 'abc', true],
    ['^[[:digit:]_]+$', '1a', false],
    ['\\A[a-z]\\z', 'a', true],
    ['^a\\-b\\_c$', 'a-b_c', true],
    ['^(?P<x>a)$', 'a', true],
    ['\\Qa.b\\E', 'axb', false],
    ['^\\pL+$', 'ä', true],
  ])('pattern %s of %s', (pattern, text, good) =>
    expect(causesOf(obj({ t: { type: 'string', pattern } }), { t: text })).toEqual(good ? [] : invalid('spec.t')),
  )
})
